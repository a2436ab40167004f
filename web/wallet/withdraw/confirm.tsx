/** The last step before a withdrawal: all amounts again, and one button that says what it does. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withdraw } from '#contract/payments/payments.ts'
import { isUncertain, useAttempt } from '#web/data/api-attempt.ts'
import { describeDollars, usePrice } from '#web/format/price.ts'
import { useAccount } from '#web/session/account.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Problem } from '#web/ui/states/problem.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { SendButtons } from '#web/format/sending.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { describeShortage, type Withdrawal } from '#web/format/destination.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { describeOverLimit, ProofNote, useWithdrawalLimits } from './limits.tsx'

export function WithdrawConfirm({
  withdrawal,
  onBack,
  onSent,
}: {
  withdrawal: Withdrawal
  onBack: () => void
  onSent: (paymentId: string) => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const { data: account } = useAccount()
  const attempt = useAttempt()
  const { amountMsat } = withdrawal
  const body = bodyOf(withdrawal)
  const sending = useMutation({
    mutationFn: () => {
      const idempotencyKey = attempt.keyFor(JSON.stringify(body))
      return withProof((proof) => call(withdraw, { body }, { idempotencyKey, proof }))
    },
    onSettled: (_answer, error) => attempt.end(error ?? undefined),
    onSuccess: ({ paymentId }) => {
      invalidateMoney(queries, paymentId)
      onSent(paymentId)
    },
  })
  const limits = useWithdrawalLimits()
  const shortage = account
    ? (describeShortage(withdrawal, account.msatBalance) ?? describeOverLimit(withdrawal, limits))
    : null
  const problem = sending.isError
    ? isUncertain(sending.error)
      ? t('wallet.uncertain')
      : describeRefusal(sending.error)
    : shortage
  return (
    <div className="flex flex-col gap-4">
      <Where withdrawal={withdrawal} />
      <Amounts withdrawal={withdrawal} />
      {shortage === null && <ProofNote leaving={withdrawal} limits={limits} />}
      {problem !== null && <Problem words={problem} />}
      <SendButtons
        amountMsat={amountMsat}
        isSending={sending.isPending}
        isDisabled={shortage !== null && !sending.isError}
        onBack={onBack}
        onSend={() => sending.mutate()}
      />
    </div>
  )
}

function bodyOf(withdrawal: Withdrawal) {
  if (withdrawal.to === 'address') {
    const { address, amountMsat, comment } = withdrawal
    return { lightningAddress: address, msatAmount: amountMsat, ...(comment !== '' && { comment }) }
  }
  const { bolt11, description } = withdrawal
  return { invoice: bolt11, ...(description !== null && { description: description.slice(0, 255) }) }
}

function Where({ withdrawal }: { withdrawal: Withdrawal }) {
  const text =
    withdrawal.to === 'address' ? t('wallet.to', { name: withdrawal.address }) : (withdrawal.description ?? null)
  return (
    <>
      {text !== null && <p className="-mt-2 break-words text-ink-2">{text}</p>}
      {withdrawal.to === 'address' && withdrawal.comment !== '' && (
        <blockquote className="border-l-2 border-line-2 pl-3 text-sm break-words">{withdrawal.comment}</blockquote>
      )}
    </>
  )
}

function Amounts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { reservePpm, reserveMinMsat } = useSite().settings
  const { data: account } = useAccount()
  const price = usePrice()
  const { amountMsat, feeReserveMsat } = withdrawal
  const totalMsat = amountMsat + feeReserveMsat
  const after = account && formatAmount(Math.max(0, account.msatBalance - totalMsat))
  const { isOwn } = withdrawal
  return (
    <>
      <Rows>
        <Row name={t(withdrawal.to === 'address' ? 'wallet.arrives' : 'wallet.invoiceAmount')}>
          {formatAmount(amountMsat)}
          {price && <span className="block text-xs text-ink-3">{describeDollars(amountMsat, price, new Date())}</span>}
        </Row>
        <Row name={t(isOwn ? 'wallet.noFee' : 'wallet.feeReserve')}>{formatAmount(feeReserveMsat)}</Row>
        <Row name={t(isOwn ? 'wallet.totalLeaves' : 'wallet.atMost')} isStrong>
          {formatAmount(totalMsat)} {satsUnit(formatAmount(totalMsat))}
        </Row>
        {after !== undefined && <Row name={t(isOwn ? 'wallet.afterExact' : 'wallet.after')}>{after}</Row>}
      </Rows>
      <p className="text-sm text-ink-2">
        {isOwn
          ? t('wallet.ownServer')
          : t('wallet.feeHint', {
              sats: formatAmount(feeReserveMsat),
              percent: reservePpm / 10_000,
              least: formatAmount(reserveMinMsat),
            })}
      </p>
    </>
  )
}
