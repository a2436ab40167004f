/** Follows one invoice until it is paid: by server-sent events, and by polling when no events arrive.
 * It continues while the dialog is closed, and draws nothing. */
import { useEffect } from 'react'
import { watchInvoice } from '#contract/payments/payments.ts'
import { followEvents } from '#web/data/api-events.ts'
import { useSite } from '#web/data/site.ts'
import {
  fetchInvoice,
  attemptFor,
  markUnknown,
  applyInvoice,
  type InvoiceWire,
  type Attempt,
} from './payment/attempts.ts'
import { isByInvoice } from './payment/methods.ts'

const ASK_EVERY_MS = 7_000
/** Deposits have no events of their own, so they are polled. */
const ASK_REST_EVERY_MS = 2_000
const ASK_AFTER_END_MS = 1_500

export function InvoiceWatcher({ contentId, method, invoice }: Watched) {
  const { call } = useSite()
  const { invoiceId, expiresAt } = invoice
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onEvent = (news: InvoiceWire) => applyInvoice(call, contentId, news)
    const ask = (onSilence: () => void) => {
      const attempt = attemptFor(contentId)
      if (attempt?.invoice?.invoiceId !== invoiceId) return
      void fetchInvoice(call, attempt, signal).then(onEvent, () => signal.aborted || onSilence())
    }
    if (isByInvoice(method)) void followEvents(watchInvoice, { params: { invoiceId } }, { signal, onEvent })
    const asking = setInterval(() => ask(() => undefined), method === 'rest' ? ASK_REST_EVERY_MS : ASK_EVERY_MS)
    const untilEndMs = Math.max(0, Date.parse(expiresAt) - Date.now()) + ASK_AFTER_END_MS
    const ending = setTimeout(() => ask(() => markUnknown(contentId, invoiceId)), untilEndMs)
    return () => {
      stop.abort()
      clearInterval(asking)
      clearTimeout(ending)
    }
  }, [call, contentId, method, invoiceId, expiresAt])
  return null
}

type Watched = { contentId: string; method: Attempt['method']; invoice: InvoiceWire }
