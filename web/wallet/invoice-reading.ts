/** Reads what was pasted as an invoice to pay, before anything is sent: what it asks for, or why it cannot be paid.
 * The server checks all of it again; it alone knows whether an invoice is our own or has been tried. */
import { formatSats } from '#contract/money.ts'
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import { t, type PlainWordKey } from '../words/words.ts'
import { feeReserveOf, formatAmount, limitWords, type PaymentLimits } from './amounts.ts'

export type PayableInvoice = {
  /** As it is sent: without `lightning:`. */
  bolt11: string
  amountMsat: number
  feeReserveMsat: number
  description: string | null
  expiresAt: Date
  payee: string
  network: DecodedInvoice['network']
}
export type Reading = { invoice: PayableInvoice } | { problem: string }

export const networkWords: Record<DecodedInvoice['network'], PlainWordKey> = {
  bc: 'wallet.networkMain',
  tb: 'wallet.networkTest',
  tbs: 'wallet.networkSignet',
  bcrt: 'wallet.networkRegtest',
}

/** Things people paste that are not invoices. */
const OTHERS: readonly [RegExp, PlainWordKey][] = [
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'wallet.problemAddress'],
  [/^lno1/i, 'wallet.problemOffer'],
  [/^(lnurl1|keyauth:|lnurlp:|https?:)/i, 'wallet.problemLnurl'],
  [/^(bitcoin:)?(bc1|tb1|bcrt1|[13mn2][1-9A-HJ-NP-Za-km-z]{25,})/i, 'wallet.problemChain'],
]

export type ReadingSettings = PaymentLimits & { isSandbox: boolean }

/** null while nothing has been pasted. */
export function readPasted(pasted: string, settings: ReadingSettings, now: Date): Reading | null {
  const text = pasted.replaceAll(/\s+/g, '')
  // A payment link may name both ways; the invoice in it is what we can pay.
  const bolt11 = (/[?&]lightning=(ln[^&]+)/i.exec(text)?.[1] ?? text).replace(/^lightning:(\/\/)?/i, '')
  if (bolt11 === '') return null
  const other = OTHERS.find(([pattern]) => pattern.test(bolt11))
  if (other) return { problem: t(other[1]) }
  try {
    return judge(bolt11, decodeInvoice(bolt11), settings, now)
  } catch (error) {
    if (!(error instanceof InvalidInvoice)) throw error
    return { problem: t('wallet.problemInvoice', { reason: error.message }) }
  }
}

function judge(bolt11: string, decoded: DecodedInvoice, settings: ReadingSettings, now: Date): Reading {
  const { amountMsat, expiresAt, network, unpayable, payee, description } = decoded
  if (settings.isSandbox !== (network === 'bcrt')) {
    return { problem: t('wallet.problemNetwork', { network: t(networkWords[network]) }) }
  }
  if (unpayable !== null) return { problem: t('wallet.problemUnpayable', { reason: unpayable }) }
  if (expiresAt <= now) return { problem: t('wallet.problemExpired') }
  if (amountMsat === null) return { problem: t('wallet.problemNoAmount') }
  if (amountMsat < settings.minPaymentMsat) return { problem: t('wallet.problemLow', limitWords(settings)) }
  if (amountMsat > settings.maxPaymentMsat) return { problem: t('wallet.problemHigh', limitWords(settings)) }
  const amount = Number(amountMsat)
  return {
    invoice: {
      bolt11,
      amountMsat: amount,
      feeReserveMsat: feeReserveOf(amount, settings),
      description: description || null,
      expiresAt,
      payee,
      network,
    },
  }
}

/** Why the balance does not reach, or null when it does. */
export function describeShortage(invoice: PayableInvoice, balanceMsat: number): string | null {
  const neededMsat = invoice.amountMsat + invoice.feeReserveMsat
  if (neededMsat <= balanceMsat) return null
  return t('wallet.problemBalance', { needed: formatAmount(neededMsat), have: formatSats(balanceMsat) })
}
