/** Pays a budget from the balance or by invoice: shows the cost including the fee, and when the payment has been received. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { maxBudgetMsat, promoFeeMsat, refusePromoBudget } from '#contract/payments/promo-budget.ts'
import { getInvoice } from '#contract/payments/payments.ts'
import { listOwnTracks } from '#contract/catalog/tracks.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { listOwnPromos, type createPromo } from '#contract/payments/promos.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { parseSats } from '#web/format/amounts.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { useAccount } from '#web/session/account.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { withProof } from '#web/session/proof.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatNumber } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

type Funded = Wire<typeof createPromo>
type Invoice = NonNullable<Funded['invoice']>
type SendOptions = { idempotencyKey: string; proof?: string | undefined }

const POLL_MS = 2_000

/** For how many minutes a budget pays; the hint says how many are possible. */
export function MinutesField({
  payoutMsat,
  heldMsat,
  value,
  onChange,
}: {
  payoutMsat: number
  heldMsat: number
  value: string
  onChange: (value: string) => void
}) {
  const { feePpm } = useSettings()
  const terms = { payoutMsat: BigInt(payoutMsat || 1), heldMsat: BigInt(heldMsat), feePpm }
  const max = payoutMsat === 0 ? 0n : maxBudgetMsat(terms) / terms.payoutMsat
  const minutes = BigInt(parseSats(value) ?? 0)
  const range = t('promos.minutesHint', { max: formatNumber(Number(max)) })
  const isFull = max === 0n && heldMsat > 0
  return (
    <Field
      label={t('promos.minutes')}
      {...(max > 0n && { hint: range })}
      error={isFull ? t('promos.minutesFull') : max > 0n && (minutes < 1n || minutes > max) ? range : undefined}
      inputMode="numeric"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function PayBudget({
  fields,
  msatBudget,
  payoutMsat,
  heldMsat,
  isComplete = true,
  request,
  send,
  onDone,
}: {
  /** Shown until there is an invoice. */
  fields: ReactNode
  msatBudget: number
  payoutMsat: number
  /** What the promo holds already. */
  heldMsat: number
  isComplete?: boolean
  /** Identifies the request, for its idempotency key. */
  request: object
  send: (fromBalance: boolean, options: SendOptions) => Promise<Funded>
  onDone: () => void
}) {
  const { feePpm } = useSettings()
  const { data: account } = useAccount()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const paying = useMutation({
    mutationFn: (fromBalance: boolean) =>
      callOnce([request, fromBalance], (once) => withProof((proof) => send(fromBalance, { ...once, proof }))),
    onSuccess: ({ invoice, paymentId }) => {
      if (invoice === null) finish(queries, paymentId, onDone)
    },
  })
  const invoice = paying.data?.invoice
  if (invoice) return <InvoiceWait invoice={invoice} onPaid={() => finish(queries, invoice.invoiceId, onDone)} />
  const terms = { payoutMsat: BigInt(payoutMsat || 1), heldMsat: BigInt(heldMsat), feePpm }
  const isValid = isComplete && payoutMsat > 0 && refusePromoBudget(BigInt(msatBudget), terms) === null
  const msatFee = Number(promoFeeMsat(BigInt(msatBudget), feePpm))
  const total = msatBudget + msatFee
  const isShort = account !== undefined && account.msatBalance < total
  return (
    <>
      {fields}
      <Costs msatBudget={msatBudget} msatFee={msatFee} tooLowMsat={isValid && isShort ? account.msatBalance : null} />
      {paying.isError && <Problem words={describeRefusal(paying.error)} />}
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="large"
          className="flex-1 basis-44"
          disabled={!isValid || isShort || account === undefined || paying.isPending}
          onClick={() => paying.mutate(true)}
        >
          {t('promos.fromBalance')}
        </Button>
        <Button
          size="large"
          kind="outline"
          className="flex-1 basis-44"
          disabled={!isValid || paying.isPending}
          onClick={() => paying.mutate(false)}
        >
          {t('promos.byInvoice')}
        </Button>
      </div>
    </>
  )
}

function Costs({
  msatBudget,
  msatFee,
  tooLowMsat,
}: {
  msatBudget: number
  msatFee: number
  /** The balance, when it is too little. */
  tooLowMsat: number | null
}) {
  const total = formatAmount(msatBudget + msatFee)
  return (
    <div>
      <Rows>
        <Row name={t('promos.budget')}>{formatAmount(msatBudget)}</Row>
        <Row name={t('promos.fee')}>{formatAmount(msatFee)}</Row>
        <Row name={t('promos.total')} isStrong>
          {total} {satsUnit(total)}
        </Row>
      </Rows>
      <p className="mt-3 text-sm text-ink-2">
        {t('promos.feeNote')} {tooLowMsat !== null && t('promos.short', { sats: formatAmount(tooLowMsat) })}
      </p>
    </div>
  )
}

function finish(queries: QueryClient, paymentId: string, onDone: () => void): void {
  invalidateMoney(queries, paymentId)
  for (const call of [listOwnPromos, listOwnTracks, getAccount]) {
    void queries.invalidateQueries({ queryKey: queryKeyOf(call) })
  }
  showToast(t('promos.paidNote'))
  onDone()
}

function InvoiceWait({ invoice, onPaid }: { invoice: Invoice; onPaid: () => void }) {
  const { call } = useSite()
  const { invoiceId, request, msatAmount, expiresAt } = invoice
  const { data } = useQuery({
    ...callQuery(call, getInvoice, { params: { invoiceId } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  const state = data?.state ?? 'open'
  useEffect(() => {
    if (state === 'paid') onPaid()
    // Once, when it is paid.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
  if (state === 'expired') return <Problem words={t('promos.invoiceExpired')} />
  return <InvoiceToPay request={request} msatAmount={msatAmount} expiresAt={expiresAt} waiting={t('promos.waiting')} />
}
