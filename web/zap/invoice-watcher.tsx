/** Follows one invoice until it is paid: by server-sent events, and by asking now and then where these do not come.
 * It goes on while the dialog is closed, and draws nothing. */
import { useEffect } from 'react'
import { getInvoice, watchInvoice } from '#contract/payments.ts'
import { followEvents } from '../api-events.ts'
import { useSite } from '../site.ts'
import { loseSight, takeInvoice, type InvoiceWire } from './attempts.ts'

const ASK_EVERY_MS = 7_000
const ASK_AFTER_END_MS = 1_500

export function InvoiceWatcher({ contentId, invoice }: { contentId: string; invoice: InvoiceWire }) {
  const { call } = useSite()
  const { invoiceId, expiresAt } = invoice
  useEffect(() => {
    const stop = new AbortController()
    const input = { params: { invoiceId } }
    const onEvent = (news: InvoiceWire) => takeInvoice(contentId, news)
    const ask = (onSilence: () => void) =>
      void call(getInvoice, input, { signal: stop.signal }).then(onEvent, () => stop.signal.aborted || onSilence())
    void followEvents(watchInvoice, input, { signal: stop.signal, onEvent })
    const asking = setInterval(() => ask(() => undefined), ASK_EVERY_MS)
    const untilEndMs = Math.max(0, Date.parse(expiresAt) - Date.now()) + ASK_AFTER_END_MS
    const ending = setTimeout(() => ask(() => loseSight(contentId, invoiceId)), untilEndMs)
    return () => {
      stop.abort()
      clearInterval(asking)
      clearTimeout(ending)
    }
  }, [call, contentId, invoiceId, expiresAt])
  return null
}
