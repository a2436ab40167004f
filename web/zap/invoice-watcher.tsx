/** Follows one invoice until it is paid: by server-sent events, and by polling when no events arrive.
 * It continues while the dialog is closed, and draws nothing. */
import { useEffect } from 'react'
import { watchInvoice } from '#contract/payments/payments.ts'
import { followEvents } from '#web/data/api-events.ts'
import { useSite } from '#web/data/site.ts'
import { askInvoice, attemptFor, loseSight, takeInvoice, type InvoiceWire, type Attempt } from './payment/attempts.ts'
import { isByInvoice } from './payment/ways.ts'

const ASK_EVERY_MS = 7_000
/** Deposits have no events of their own, so they are polled. */
const ASK_REST_EVERY_MS = 2_000
const ASK_AFTER_END_MS = 1_500

export function InvoiceWatcher({ contentId, way, invoice }: Watched) {
  const { call } = useSite()
  const { invoiceId, expiresAt } = invoice
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onEvent = (news: InvoiceWire) => takeInvoice(call, contentId, news)
    const ask = (onSilence: () => void) => {
      const attempt = attemptFor(contentId)
      if (attempt?.invoice?.invoiceId !== invoiceId) return
      void askInvoice(call, attempt, signal).then(onEvent, () => signal.aborted || onSilence())
    }
    if (isByInvoice(way)) void followEvents(watchInvoice, { params: { invoiceId } }, { signal, onEvent })
    const asking = setInterval(() => ask(() => undefined), way === 'rest' ? ASK_REST_EVERY_MS : ASK_EVERY_MS)
    const untilEndMs = Math.max(0, Date.parse(expiresAt) - Date.now()) + ASK_AFTER_END_MS
    const ending = setTimeout(() => ask(() => loseSight(contentId, invoiceId)), untilEndMs)
    return () => {
      stop.abort()
      clearInterval(asking)
      clearTimeout(ending)
    }
  }, [call, contentId, way, invoiceId, expiresAt])
  return null
}

type Watched = { contentId: string; way: Attempt['way']; invoice: InvoiceWire }
