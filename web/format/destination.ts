/** Parses a pasted payment destination before anything is sent: an invoice, a
 * Lightning address, or the reason why neither can be paid. The server checks all of
 * it again; only the server knows whether an invoice is its own or already tried. */
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import { parseLightningAddress, formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import type { SiteSettings } from '#web/data/site.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { feeReserveOf, formatLimits, type PaymentLimits } from './amounts.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

export type PayableInvoice = {
  to: 'invoice'
  /** As it is sent, without `lightning:`. */
  bolt11: string
  amountMsat: number
  feeReserveMsat: number
  description: string | null
  expiresAt: Date
  payee: string
  network: DecodedInvoice['network']
  isOwn: boolean
}
/** `isOwn`: an address of this server. Payments to it settle immediately and cost nothing. */
export type PayableAddress = { to: 'address'; address: string; isOwn: boolean }
/** Everything a withdrawal needs. */
export type Withdrawal =
  | PayableInvoice
  | (PayableAddress & { amountMsat: number; feeReserveMsat: number; comment: string })

export type Reading =
  | PayableInvoice
  | PayableAddress
  /** `isUnfinished`: the text may still become valid, so the problem is shown only after submitting. */
  | { to: 'nowhere'; problem: string; isUnfinished: boolean }

export const networkLabels: Record<DecodedInvoice['network'], TranslationKey> = {
  bc: 'wallet.networkMain',
  tb: 'wallet.networkTest',
  tbs: 'wallet.networkSignet',
  bcrt: 'wallet.networkRegtest',
}

/** Other things people paste, which cannot be paid. */
const OTHERS: readonly [RegExp, TranslationKey][] = [
  [/^lno1/i, 'wallet.problemOffer'],
  [/^(lnurl1|keyauth:|lnurlp:)/i, 'wallet.problemLnurl'],
  [/^https?:/i, 'wallet.problemWebAddress'],
  [/^(bitcoin:)?(bc1|tb1|bcrt1|[13mn2][1-9A-HJ-NP-Za-km-z]{25,})/i, 'wallet.problemChain'],
]
/** Text that may be the beginning of an address. */
const BEGUN = /^(?!ln(bc|tb|sb)).{1,64}$/i

export type ReadingSettings = PaymentLimits & { isSandbox: boolean; ownHost: string; nodePubkey: string }

/** Without a configured public URL, the host is the one in the browser's address bar. */
export function readingSettingsOf(settings: SiteSettings): ReadingSettings {
  const ownHost = settings.publicUrl === '' ? location.host : new URL(settings.publicUrl).host
  return { ...settings, ownHost }
}

/** null while nothing has been pasted. */
export function readPasted(pasted: string, settings: ReadingSettings, now: Date): Reading | null {
  const text = pasted.replaceAll(/\s+/g, '')
  // A payment URI may contain both a chain address and an invoice; only the invoice can be paid here.
  const plain = (/[?&]lightning=(ln[^&]+)/i.exec(text)?.[1] ?? text).replace(/^lightning:(\/\/)?/i, '')
  if (plain === '') return null
  const other = OTHERS.find(([pattern]) => pattern.test(plain))
  if (other) return nowhere(t(other[1]))
  if (plain.includes('@')) return readAddress(plain, settings)
  try {
    return judge(plain, decodeInvoice(plain), settings, now)
  } catch (error) {
    if (!(error instanceof InvalidInvoice)) throw error
    if (BEGUN.test(plain)) return nowhere(t('wallet.problemNeither'), true)
    return nowhere(t('wallet.problemInvoice', { reason: error.message }))
  }
}

function nowhere(problem: string, isUnfinished = false): Reading {
  return { to: 'nowhere', problem, isUnfinished }
}

function readAddress(text: string, { ownHost }: ReadingSettings): Reading {
  const address = parseLightningAddress(text)
  if (address === null) return nowhere(t('wallet.problemAddress'), true)
  return { to: 'address', address: formatLightningAddress(address), isOwn: address.host === ownHost }
}

function judge(bolt11: string, decoded: DecodedInvoice, settings: ReadingSettings, now: Date): Reading {
  const { amountMsat, expiresAt, network, unpayable, payee, description } = decoded
  if (settings.isSandbox !== (network === 'bcrt')) {
    return nowhere(t('wallet.problemNetwork', { network: t(networkLabels[network]) }))
  }
  if (unpayable !== null) return nowhere(t('wallet.problemUnpayable', { reason: unpayable }))
  if (expiresAt <= now) return nowhere(t('wallet.problemExpired'))
  if (amountMsat === null) return nowhere(t('wallet.problemNoAmount'))
  const { min, max } = formatLimits(settings)
  if (amountMsat < settings.minPaymentMsat) return nowhere(t('wallet.problemLow', { min, max }))
  if (amountMsat > settings.maxPaymentMsat) return nowhere(t('wallet.problemHigh', { min, max }))
  const amount = Number(amountMsat)
  const isOwn = payee === settings.nodePubkey
  const feeReserveMsat = isOwn ? 0 : feeReserveOf(amount, settings)
  return {
    to: 'invoice',
    bolt11,
    amountMsat: amount,
    feeReserveMsat,
    description: description || null,
    expiresAt,
    payee,
    network,
    isOwn,
  }
}

/** Why the balance is not enough, or null when it is. */
export function describeShortage(
  { amountMsat, feeReserveMsat }: { amountMsat: number; feeReserveMsat: number },
  balanceMsat: number,
): string | null {
  const neededMsat = amountMsat + feeReserveMsat
  if (neededMsat <= balanceMsat) return null
  return t(feeReserveMsat === 0 ? 'wallet.problemBalancePlain' : 'wallet.problemBalance', {
    needed: formatAmount(neededMsat),
    have: formatSats(balanceMsat),
  })
}
