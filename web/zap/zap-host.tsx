/** Stands once in the shell: opens the dialog when something is to be zapped, watches open invoices meanwhile.
 * The dialog itself is loaded when it is first needed. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatSats } from '#contract/money.ts'
import { sayDone } from '../ui/toast.tsx'
import { t } from '../words/words.ts'
import { attemptFor, dropAttempt, useAttempts, type Attempt } from './attempts.ts'
import { showPayment } from './shown-totals.ts'
import { useZap, type ZapTarget } from './zap.ts'

const ZapDialog = lazy(async () => ({ default: (await import('./zap-dialog.tsx')).ZapDialog }))
const InvoiceWatcher = lazy(async () => ({ default: (await import('./invoice-watcher.tsx')).InvoiceWatcher }))

/** As long as the dialog takes to go. */
const LEAVING_MS = 250

export function ZapHost() {
  const { shown, isOpen } = useShown()
  const byContent = useAttempts((state) => state.byContent)
  const attempts = Object.values(byContent)
  usePaid(attempts)
  useCloseOnLeaving()
  return (
    <>
      <Suspense fallback={null}>{shown && <ZapDialog key={shown.contentId} target={shown} isOpen={isOpen} />}</Suspense>
      {/* A boundary of its own: while the watcher's code comes, the dialog stays. */}
      <Suspense fallback={null}>
        {attempts.map(
          ({ invoice, stage, request: { contentId } }) =>
            invoice &&
            stage !== 'paid' && <InvoiceWatcher key={invoice.invoiceId} contentId={contentId} invoice={invoice} />,
        )}
      </Suspense>
    </>
  )
}

/** What the dialog shows: the target, and a moment longer, until the dialog has gone. What is over is forgotten then;
 * what is still open can be seen again. */
function useShown(): { shown: ZapTarget | null; isOpen: boolean } {
  const target = useZap((state) => state.target)
  const [shown, setShown] = useState<ZapTarget | null>(null)
  const giveBackFocus = useOpener(target !== null)
  useEffect(() => {
    if (target) {
      setShown(target)
      return
    }
    const timer = setTimeout(() => {
      const attempt = shown && attemptFor(shown.contentId)
      if (attempt && !attempt.isBusy && ['paid', 'failed'].includes(attempt.stage)) dropAttempt(shown.contentId)
      setShown(null)
    }, LEAVING_MS)
    return () => clearTimeout(timer)
  }, [target, shown])
  useEffect(() => {
    if (shown) return
    // After the kit, which gives it back to nothing where it does not know the opener.
    const timer = setTimeout(giveBackFocus)
    return () => clearTimeout(timer)
  }, [shown, giveBackFocus])
  return { shown, isOpen: target !== null }
}

/** What opened the dialog gets the focus back, however it is closed. The kit only knows what had the focus since it was
 * loaded, and at the first zap that is after the press; and some browsers give a pressed button no focus at all. */
function useOpener(isOpen: boolean): () => void {
  const pressed = useRef<Element | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('button, a') : null
    }
    addEventListener('click', note, { capture: true })
    return () => removeEventListener('click', note, { capture: true })
  }, [])
  useEffect(() => {
    const { activeElement } = document
    if (isOpen) opener.current = activeElement === document.body ? pressed.current : activeElement
  }, [isOpen])
  return useCallback(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [])
}

/** A link in the dialog leads away from what it stands on. */
function useCloseOnLeaving(): void {
  const { pathname } = useLocation()
  useEffect(() => useZap.getState().closeZap(), [pathname])
}

/** Once for each payment: what is on screen shows it; where the dialog is closed, a word says it. */
function usePaid(attempts: Attempt[]): void {
  const queries = useQueryClient()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, stage, request, invoice, title } of attempts) {
      if (stage !== 'paid' || told.current.has(key)) continue
      told.current.add(key)
      const paidMsat = invoice?.msatReceived ?? request.msatAmount
      showPayment(queries, request.contentId, paidMsat)
      if (useZap.getState().target?.contentId === request.contentId) continue
      sayDone(t('zap.arrived', { sats: formatSats(paidMsat), title }))
      dropAttempt(request.contentId)
    }
  }, [attempts, queries])
}
