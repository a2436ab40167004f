/** The last step of a withdrawal: its state, updated live until it has settled or failed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { getPayment } from '#contract/payments/payments.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { DrawnArcs, Ripple } from '#web/ui/mark.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { receiptHref } from '#web/wallet/line-types.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { describeReason, paymentStatusOf, type Receipt } from '#web/wallet/payment-texts.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

/** The polling interval while the event stream is not available. */
const POLL_MS = 3_000

const TITLES: Record<'reserved' | 'sending' | 'unknown', TranslationKey> = {
  reserved: 'wallet.heldTitle',
  sending: 'wallet.sendingTitle',
  unknown: 'wallet.unknownTitle',
}

export function WithdrawOutcome({
  paymentId,
  onAgain,
  onDone,
}: {
  paymentId: string
  onAgain: () => void
  onDone: () => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getPayment, { params: { paymentId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'pending' ? false : POLL_MS),
  })
  const state = data?.state
  useEffect(() => {
    if (state === 'settled' || state === 'failed') invalidateMoney(queries, null)
  }, [state, queries])
  if (!data && error) {
    return <LoadFailure level="part" error={error} retry={refetch} />
  }
  if (state === 'settled') return <Sent payment={data!} onDone={onDone} />
  if (state === 'failed') return <NotSent payment={data!} onAgain={onAgain} onDone={onDone} />
  const detail = data?.detail ?? 'reserved'
  return (
    <Outcome
      drawing={<DrawnArcs key={detail} className="animate-breathe text-purple" />}
      title={t(TITLES[detail])}
      note={paymentStatusOf({ type: 'Withdraw', state: 'pending', detail, failureReason: null }).note}
    >
      <p className="text-sm text-ink-3">{t('wallet.mayClose')}</p>
      <div className="flex w-full flex-wrap gap-2.5">
        <Button kind="quiet" size="large" className="flex-1" onClick={onAgain}>
          {t('wallet.withdrawAnother')}
        </Button>
        <Button size="large" className="flex-1" onClick={onDone}>
          {t('common.close')}
        </Button>
      </div>
    </Outcome>
  )
}

function Sent({ payment, onDone }: { payment: Receipt; onDone: () => void }) {
  const { type, msatAmount, feeMsat, feeReserveMsat, paymentId } = payment
  const sats = formatAmount(msatAmount)
  const fee = formatAmount(feeMsat ?? 0)
  const note =
    feeReserveMsat === null
      ? t('wallet.sentInside', { sats })
      : t('wallet.sentNote', { sats, fee, back: formatAmount(feeReserveMsat - (feeMsat ?? 0)) })
  const drawing = (
    <span className="relative grid place-items-center">
      <Ripple className="size-56" />
      <DrawnArcs className="text-mint" />
    </span>
  )
  return (
    <Outcome drawing={drawing} title={t('wallet.sentTitle')} note={note}>
      <div className="flex w-full gap-2.5">
        <ButtonLink to={receiptHref(type, paymentId)} kind="quiet" size="large" className="flex-1">
          {t('wallet.seeReceipt')}
        </ButtonLink>
        <Button size="large" className="flex-1" onClick={onDone} autoFocus>
          {t('wallet.done')}
        </Button>
      </div>
    </Outcome>
  )
}

function NotSent({ payment, onAgain, onDone }: { payment: Receipt; onAgain: () => void; onDone: () => void }) {
  const note = t('wallet.notSentNote', {
    sats: formatAmount(payment.msatAmount + (payment.feeReserveMsat ?? 0)),
    reason: describeReason(payment.failureReason),
  }).trim()
  return (
    <Outcome drawing={<DrawnArcs className="rotate-180 text-pink" />} title={t('wallet.notSentTitle')} note={note}>
      <div className="flex w-full gap-2.5">
        <Button kind="quiet" size="large" className="flex-1" onClick={onDone}>
          {t('wallet.done')}
        </Button>
        <Button size="large" className="flex-1" onClick={onAgain} autoFocus>
          {t('wallet.anotherTry')}
        </Button>
      </div>
    </Outcome>
  )
}

function Outcome({
  drawing,
  title,
  note,
  children,
}: {
  drawing: ReactNode
  title: string
  note: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-4 pt-4 text-center">
      {drawing}
      <div role="status" className="flex flex-col items-center gap-2">
        <h3 className="text-xl">{title}</h3>
        <p className="max-w-[42ch] text-balance text-ink-2">{note}</p>
      </div>
      {children}
    </div>
  )
}
