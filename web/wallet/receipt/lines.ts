/** The arithmetic of a payment without splits: lines that add up to the total.
 * For payments with splits see shares.ts. */
import { formatExactChange, formatSigned } from '#web/format/amounts.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Receipt } from '#web/wallet/payment-texts.ts'

export type ReceiptLine = { name: string; amount: string; isTotal: boolean }

/** The change of the balance, in large type; without a sign when it is zero. */
export function headlineOf({ msatChange, msatAmount }: Receipt): string {
  if (msatChange === 0) return formatAmount(msatAmount)
  return formatExactChange(msatChange)
}

export function arithmeticOf(payment: Receipt): ReceiptLine[] {
  const { type, state, msatAmount, feeMsat } = payment
  if (payment.feeReserveMsat !== null) return payoutLines(payment)
  if (type === 'Autoforward') {
    const name = t(state === 'failed' ? 'wallet.totalStayed' : 'wallet.totalLeft')
    // The part of the forward's fee that the user pays, beyond the platform's share.
    const ownFeeMsat = Math.max(0, -payment.msatChange - msatAmount)
    return [
      line(t('wallet.wholeSats'), msatAmount),
      line(t('wallet.forwardFee'), ownFeeMsat),
      total(name, msatAmount + ownFeeMsat),
    ]
  }
  if (type === 'Withdraw' || type === 'Zap Sent') {
    return [
      line(t('wallet.amount'), msatAmount),
      line(t('wallet.noFee'), feeMsat ?? 0),
      total(t('wallet.totalLeft'), msatAmount),
    ]
  }
  if (type === 'Ticket Sale' || type === 'Top Up') return laterLines(payment)
  if (state !== 'settled') return [total(t('wallet.askedFor'), msatAmount)]
  return [line(t('wallet.amount'), msatAmount), line(t('wallet.noFee'), 0), total(t('wallet.totalIn'), msatAmount)]
}

/** What was sold or earned, what of it is for others or was refunded, and what has not arrived yet. */
function laterLines({ msatAmount, msatChange, msatPending }: Receipt): ReceiptLine[] {
  const otherMsat = msatAmount - msatChange - msatPending
  return [
    line(t('wallet.amount'), msatAmount),
    ...(otherMsat === 0 ? [] : [line(t('wallet.othersAndRefunds'), -otherMsat)]),
    ...(msatPending === 0 ? [] : [line(t('wallet.stateOnItsWay'), -msatPending)]),
    total(t('wallet.totalIn'), msatChange),
  ]
}

/** What became of the fee reserve is shown separately, because it is not part of the amount sent. */
function payoutLines({ state, msatAmount, feeMsat, feeReserveMsat, counterparty }: Receipt): ReceiptLine[] {
  const amount = line(t(counterparty === null ? 'wallet.invoiceAmount' : 'wallet.arrives'), msatAmount)
  if (state === 'settled') {
    const paidMsat = feeMsat ?? 0
    return [amount, line(t('wallet.feePaid'), paidMsat), total(t('wallet.totalLeft'), msatAmount + paidMsat)]
  }
  const reserveMsat = feeReserveMsat ?? 0
  const name = t(state === 'failed' ? 'wallet.totalBack' : 'wallet.totalHeld')
  return [amount, line(t('wallet.feeReserve'), reserveMsat), total(name, msatAmount + reserveMsat)]
}

const line = (name: string, amountMsat: number): ReceiptLine => ({
  name,
  amount: formatSigned(amountMsat),
  isTotal: false,
})
const total = (name: string, amountMsat: number): ReceiptLine => ({ ...line(name, amountMsat), isTotal: true })
