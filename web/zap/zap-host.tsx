/** Stands once in the shell: opens the dialog when something is to be zapped, watches open invoices meanwhile.
 * The dialog itself is loaded when it is first needed. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { getAccount } from '#contract/accounts.ts'
import { getAlbum } from '#contract/albums.ts'
import { getArtistByUrl } from '#contract/artists.ts'
import { formatSats } from '#contract/money.ts'
import { getEpisode, getPodcastByUrl } from '#contract/podcasts.ts'
import { getTrack } from '#contract/tracks.ts'
import { queryKeyOf } from '../queries.ts'
import { sayDone } from '../ui/toast.tsx'
import { t } from '../words/words.ts'
import { attemptFor, dropAttempt, useAttempts, type Attempt } from './attempts.ts'
import { useZap, type ZapTarget } from './zap.ts'

const ZapDialog = lazy(async () => ({ default: (await import('./zap-dialog.tsx')).ZapDialog }))
const InvoiceWatcher = lazy(async () => ({ default: (await import('./invoice-watcher.tsx')).InvoiceWatcher }))

/** What shows sats received. The totals follow a payment after a moment. */
const TOTALS = [getAlbum, getArtistByUrl, getEpisode, getPodcastByUrl, getTrack]
const TOTALS_AFTER_MS = 3_000
/** As long as the dialog takes to go. */
const LEAVING_MS = 250

export function ZapHost() {
  const { shown, isOpen } = useShown()
  const byContent = useAttempts((state) => state.byContent)
  const attempts = Object.values(byContent)
  usePaid(attempts)
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
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (target) {
      if (!shown) opener.current = document.activeElement
      setShown(target)
      return
    }
    const timer = setTimeout(() => {
      const attempt = shown && attemptFor(shown.contentId)
      if (attempt && !attempt.isBusy && ['paid', 'failed'].includes(attempt.stage)) dropAttempt(shown.contentId)
      setShown(null)
      // The kit only knows what had the focus since it was loaded, and at the first zap that is after the press.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
      opener.current = null
    }, LEAVING_MS)
    return () => clearTimeout(timer)
  }, [target, shown])
  return { shown, isOpen: target !== null }
}

/** Once for each payment: balance and totals are asked for anew; where the dialog is closed, a word says it. */
function usePaid(attempts: Attempt[]): void {
  const queries = useQueryClient()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, stage, request, title } of attempts) {
      if (stage !== 'paid' || told.current.has(key)) continue
      told.current.add(key)
      void queries.invalidateQueries({ queryKey: queryKeyOf(getAccount, {}) })
      setTimeout(() => {
        for (const endpoint of TOTALS) void queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      }, TOTALS_AFTER_MS)
      if (useZap.getState().target?.contentId === request.contentId) continue
      sayDone(t('zap.arrived', { sats: formatSats(request.msatAmount), title }))
      dropAttempt(request.contentId)
    }
  }, [attempts, queries])
}
