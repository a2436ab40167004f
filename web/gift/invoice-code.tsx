/** The code of an invoice for 21 sats, when the house does not pay: watched until it is paid. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { GIFT_MSAT } from '#contract/payments/gifts.ts'
import { createInvoice, getInvoice, watchInvoice } from '#contract/payments/payments.ts'
import { followEvents } from '#web/data/api-events.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Qr } from '#web/ui/images/qr.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { showGiven } from './ask.ts'
import type { Face } from './gift.ts'

const POLL_MS = 5_000

export function InvoiceCode({ face }: { face: Face }) {
  const { call } = useSite()
  const { contentId, atSeconds, name } = face
  const { data: invoice, error } = useQuery({
    queryKey: ['first-zap', contentId],
    queryFn: () => call(createInvoice, { body: { contentId, msatAmount: GIFT_MSAT, contentTime: atSeconds } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sats = formatSats(GIFT_MSAT)
  if (error !== null) return <p role="alert">{t('gift.failed', { reason: describeFailure(error) })}</p>
  if (!invoice) return <p className="min-h-[220px]">{t('common.loading')}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Qr
        text={`lightning:${invoice.request}`.toUpperCase()}
        copyText={invoice.request}
        label={t('gift.invoice', { sats, name })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
        className="w-[220px]"
      />
      <p className="font-strong">{t('gift.invoice', { sats, name })}</p>
      <Watch invoiceId={invoice.invoiceId} face={face} />
    </div>
  )
}

/** Renders nothing. */
function Watch({ invoiceId, face }: { invoiceId: string; face: Face }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data } = useQuery({
    ...callQuery(call, getInvoice, { params: { invoiceId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'open' || !state.data ? POLL_MS : false),
  })
  useEffect(() => {
    const stop = new AbortController()
    const onEvent = ({ state }: { state: string }) => {
      if (state === 'paid') showGiven(queries, face)
    }
    void followEvents(watchInvoice, { params: { invoiceId } }, { signal: stop.signal, onEvent })
    return () => stop.abort()
  }, [invoiceId, face, queries])
  useEffect(() => {
    if (data?.state === 'paid') showGiven(queries, face)
  }, [data?.state, face, queries])
  return null
}
