/** Second step of a withdrawal: every amount once more, then one button that says what it does. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withdraw } from '#contract/payments.ts'
import { isUncertain, useAttempt } from '../api-attempt.ts'
import { useAccount } from '../session/account.ts'
import { useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { formatAmount } from './amounts.ts'
import { describeShortage, type PayableInvoice } from './invoice-reading.ts'
import { invalidateMoney } from './live.ts'
import { Problem } from './problem.tsx'
import { Row, Rows } from './rows.tsx'

export function WithdrawConfirm({
  invoice,
  onBack,
  onSent,
}: {
  invoice: PayableInvoice
  onBack: () => void
  onSent: (paymentId: string) => void
}) {
  const { call, settings } = useSite()
  const { reservePpm, reserveMinMsat } = settings
  const queries = useQueryClient()
  const { data: account } = useAccount()
  const attempt = useAttempt()
  const { bolt11, amountMsat, feeReserveMsat, description } = invoice
  const sending = useMutation({
    mutationFn: () =>
      call(
        withdraw,
        { body: { invoice: bolt11, ...(description !== null && { description: description.slice(0, 255) }) } },
        { idempotencyKey: attempt.keyFor(bolt11) },
      ),
    onSettled: (_answer, error) => attempt.end(error ?? undefined),
    onSuccess: ({ paymentId }) => {
      invalidateMoney(queries, paymentId)
      onSent(paymentId)
    },
  })
  const shortage = account ? describeShortage(invoice, account.msatBalance) : null
  const problem = sending.isError
    ? isUncertain(sending.error)
      ? t('wallet.uncertain')
      : describeFailure(sending.error)
    : shortage
  const totalMsat = amountMsat + feeReserveMsat
  return (
    <div className="flex flex-col gap-4">
      {description !== null && <p className="-mt-2 break-words text-ink-2">{description}</p>}
      <Rows>
        <Row name={t('wallet.invoiceAmount')}>{formatAmount(amountMsat)}</Row>
        <Row name={t('wallet.feeReserve')}>{formatAmount(feeReserveMsat)}</Row>
        <Row name={t('wallet.atMost')} isStrong>
          {formatAmount(totalMsat)} {t('common.sats')}
        </Row>
        {account && <Row name={t('wallet.after')}>{formatAmount(Math.max(0, account.msatBalance - totalMsat))}</Row>}
      </Rows>
      <p className="text-sm text-ink-2">
        {t('wallet.feeHint', {
          sats: formatAmount(feeReserveMsat),
          percent: reservePpm / 10_000,
          least: formatAmount(reserveMinMsat),
        })}
      </p>
      {problem !== null && <Problem words={problem} />}
      <div className="flex gap-2.5">
        <Button kind="quiet" size="large" onClick={onBack} disabled={sending.isPending}>
          {t('wallet.backStep')}
        </Button>
        <Button
          kind="zap"
          size="large"
          className="min-w-0 flex-1"
          isWaiting={sending.isPending}
          disabled={shortage !== null}
          autoFocus
          onClick={() => sending.mutate()}
        >
          {sending.isPending ? t('wallet.sending') : t('wallet.sendAmount', { sats: formatAmount(amountMsat) })}
        </Button>
      </div>
    </div>
  )
}
