/** Zap handling while a page is open: the dialog, open invoices, zaps the previous page left open, and the return from
 * a log-in. Loaded on demand (zap-host.tsx). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { onSessionEnd, useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { attemptFor, dropAttempt, repeatAttempt, resumeAttempt, useAttempts, type Attempt } from './payment/attempts.ts'
import { changeDraft, dropDrafts, useDrafts } from './payment/drafts.ts'
import { InvoiceWatcher } from './invoice-watcher.tsx'
import { persistZaps } from './payment/persist-zaps.ts'
import { showPayment } from './shown-totals.ts'
import { ZapDialog } from './dialog/dialog.tsx'
import { isByInvoice } from './payment/methods.ts'
import { useZap, type ZapTarget } from './zap.ts'
import { formatSats } from '#web/words/sats.ts'

/** The duration of the dialog's closing animation. */
const LEAVING_MS = 250

export function ZapRoom({ restoreFocus }: { restoreFocus: () => void }) {
  const { shown, isOpen } = useShown(restoreFocus)
  const byContent = useAttempts((state) => state.byContent)
  const attempts = Object.values(byContent)
  useEffect(persistZaps, [])
  useOnlyOwn(attempts)
  usePaid(attempts)
  useCloseOnLeaving()
  useResume()
  useAskWhenOnline()
  return (
    <>
      {shown && <ZapDialog key={shown.contentId} target={shown} isOpen={isOpen} />}
      {attempts.map(
        ({ invoice, stage, method, request: { contentId } }) =>
          invoice &&
          stage !== 'paid' && (
            <InvoiceWatcher key={invoice.invoiceId} contentId={contentId} method={method} invoice={invoice} />
          ),
      )}
    </>
  )
}

/** The target the dialog shows, kept until the closing animation has
 * ended. Finished attempts are dropped then; open ones can be shown again. */
function useShown(restoreFocus: () => void): { shown: ZapTarget | null; isOpen: boolean } {
  const target = useZap((state) => state.target)
  const [shown, setShown] = useState<ZapTarget | null>(null)
  useEffect(() => {
    if (target) {
      setShown(target)
      return
    }
    const dropFinished = () => {
      const attempt = shown && attemptFor(shown.contentId)
      if (attempt && !attempt.isBusy && ['paid', 'failed'].includes(attempt.stage)) dropAttempt(shown.contentId)
    }
    const timer = setTimeout(() => setShown(null), LEAVING_MS)
    return () => {
      clearTimeout(timer)
      // Also when the dialog is opened again while it closes.
      dropFinished()
    }
  }, [target, shown])
  useEffect(() => {
    if (shown) return
    // After the component library, which loses the focus if it does not know the opener.
    const timer = setTimeout(restoreFocus)
    return () => clearTimeout(timer)
  }, [shown, restoreFocus])
  return { shown, isOpen: target !== null }
}

/** A link in the dialog navigates away, so the dialog closes. */
function useCloseOnLeaving(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    useZap.getState().closeZap()
  }, [pathname])
}

/** Back from the log-in page, the zap opens again as it was left. If the
 * user returned without logging in, or went elsewhere, it is dropped. */
function useResume(): void {
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.session !== null)
  const isAwake = useSession((state) => state.isAwake)
  const resume = useDrafts((state) => state.resume)
  const hasLeft = useRef(false)
  useEffect(() => {
    if (resume === null || !isAwake) return
    const isBack = pathname + search === resume.path
    if (!isBack) hasLeft.current = true
    else if (isSignedIn) {
      const { target, draft } = resume
      useDrafts.setState(({ byContent }) => ({ resume: null, byContent: { ...byContent, [target.contentId]: draft } }))
      resumeAttempt(target.contentId)
      useZap.getState().openZap(target)
    } else if (hasLeft.current) {
      hasLeft.current = false
      useDrafts.setState({ resume: null })
    }
  }, [pathname, search, isSignedIn, isAwake, resume])
}

/** Drops attempts and drafts of another user: nobody may continue with someone else's key or message. At the end of the session
 * only what an open dialog shows remains, because it continues after the next log-in. */
function useOnlyOwn(attempts: Attempt[]): void {
  const { data: account } = useAccount()
  const accountId = account?.id
  useEffect(() => {
    if (accountId === undefined) return
    for (const { method, payerId, request } of attempts)
      if (!isByInvoice(method) && payerId !== accountId) dropAttempt(request.contentId)
  }, [accountId, attempts])
  useEffect(
    () =>
      onSessionEnd(() => {
        if (useZap.getState().target !== null) return
        dropDrafts()
        for (const { payerId, request } of Object.values(useAttempts.getState().byContent))
          if (payerId !== null) dropAttempt(request.contentId)
      }),
    [],
  )
}

/** Attempts with an unknown outcome are checked with their key as soon as the network is back. */
function useAskWhenOnline(): void {
  const { call } = useSite()
  useEffect(() => {
    const ask = () => {
      for (const attempt of Object.values(useAttempts.getState().byContent))
        if (attempt.stage === 'unknown') void repeatAttempt(call, attempt)
    }
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [call])
}

/** Once for each payment: updates the totals on screen and, if the dialog is closed, shows a toast. */
function usePaid(attempts: Attempt[]): void {
  const queries = useQueryClient()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, stage, request, invoice, title } of attempts) {
      if (stage !== 'paid' || told.current.has(key)) continue
      told.current.add(key)
      const paidMsat = invoice?.msatReceived ?? request.msatAmount
      showPayment(queries, request.contentId, paidMsat)
      changeDraft(request.contentId, { message: '' })
      if (useZap.getState().target?.contentId === request.contentId) continue
      showToast(t('zap.arrived', { sats: formatSats(paidMsat), title }))
      dropAttempt(request.contentId)
    }
  }, [attempts, queries])
}
