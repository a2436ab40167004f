/** The arithmetic of a receipt: every amount with three decimals, the lines adding up to the total. What follows the
 * total is part of it.
 * Not how it looks; that is receipt-page.tsx. */
import { formatExactSats } from '#contract/money.ts'
import type { SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'
import { formatAmount } from './amounts.ts'
import type { Receipt } from './payment-words.ts'

export type ReceiptLine = { name: string; amount: string; isTotal: boolean }

/** What it did to my balance, large. */
export function headlineOf(payment: Receipt, me: string | null): string {
  if (payment.type === 'Earnings') return `+${formatAmount(shareOf(payment, me))}`
  if (payment.type === 'Deposit') return `+${formatAmount(payment.msatAmount)}`
  if (payment.type === 'Withdraw' && payment.state === 'failed') return formatAmount(payment.msatAmount)
  const spentMsat = payment.msatAmount + (payment.state === 'settled' ? (payment.feeMsat ?? 0) : 0)
  return `−${formatAmount(spentMsat)}`
}

export function arithmeticOf(payment: Receipt, me: string | null, brand: string): ReceiptLine[] {
  const { type, msatAmount } = payment
  if (type === 'Withdraw') return withdrawalLines(payment)
  if (type === 'Earnings') {
    const mineMsat = shareOf(payment, me)
    return [
      line(t('wallet.wholeZap'), msatAmount),
      line(t('wallet.shareOfOthers', { brand }), mineMsat - msatAmount),
      total(t('wallet.totalIn'), mineMsat),
    ]
  }
  const totalName = t(type === 'Deposit' ? 'wallet.totalIn' : 'wallet.totalLeft')
  return [line(t('wallet.amount'), msatAmount), line(t('wallet.noFee'), 0), total(totalName, msatAmount)]
}

function withdrawalLines({ state, msatAmount, feeMsat, feeReserveMsat }: Receipt): ReceiptLine[] {
  const reserveMsat = feeReserveMsat ?? 0
  const amount = line(t('wallet.invoiceAmount'), msatAmount)
  if (state !== 'settled') {
    const name = t(state === 'failed' ? 'wallet.totalBack' : 'wallet.totalHeld')
    return [amount, line(t('wallet.feeReserve'), reserveMsat), total(name, msatAmount + reserveMsat)]
  }
  const paidMsat = feeMsat ?? 0
  return [
    amount,
    line(t('wallet.feeReserve'), reserveMsat),
    line(t('wallet.cameBack'), paidMsat - reserveMsat),
    total(t('wallet.totalLeft'), msatAmount + paidMsat),
    line(t('wallet.feePaid'), paidMsat),
  ]
}

/** The house's leg is the last and has no person. */
export function legsOf(payment: Receipt, me: string | null, brand: string): SplitPart[] {
  return payment.legs.map(({ role, name, msatAmount }, index) => ({
    key: `${index} ${role} ${name ?? ''}`,
    name: nameOfLeg(role, name, me, brand),
    weight: msatAmount,
    amount: formatExactSats(msatAmount),
    isHouse: role === 'platform',
  }))
}

function nameOfLeg(role: string, name: string | null, me: string | null, brand: string): string {
  if (role === 'platform') return t('wallet.house', { brand })
  if (name === null) return t('wallet.somebody')
  return name === me ? t('wallet.you', { name }) : name
}

function shareOf({ legs }: Receipt, me: string | null): number {
  return legs.reduce((sum, leg) => (leg.name !== null && leg.name === me ? sum + leg.msatAmount : sum), 0)
}

function line(name: string, amountMsat: number): ReceiptLine {
  const amount = `${amountMsat < 0 ? '−' : ''}${formatExactSats(Math.abs(amountMsat))}`
  return { name, amount, isTotal: false }
}

const total = (name: string, amountMsat: number): ReceiptLine => ({ ...line(name, amountMsat), isTotal: true })
