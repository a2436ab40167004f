/** What a buyer may choose to pay for a download: presets and a custom amount, in the currency of its price. */
import type { getDownloadOffer } from '#contract/catalog/downloads.ts'
import { msatOfCents } from '#contract/dollars.ts'
import { PURCHASE_CENTS_MAX } from '#contract/listening/purchases.ts'
import type { Wire } from '#contract/endpoint.ts'
import { parseDollars } from '#web/format/amounts.ts'
import { formatCents } from '#web/format/price.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { readAmount } from '#web/zap/payment/amount.ts'

/** An offer whose price is known in sats. */
export type PricedOffer = Wire<typeof getDownloadOffer> & { msatMin: number }

/** `msat`: dollars are converted at the rate of the offer. */
export type Chosen = { msat: number; sent: { msatAmount: number } | { centsAmount: number } }

const PRESET_FACTORS = [1, 2, 5]
const MSAT_PER_SAT = 1_000

export function presetsOf({
  msatMin,
  centsMin,
  centsPerBtc,
}: PricedOffer): { text: string; name: string; note?: string }[] {
  return PRESET_FACTORS.map((factor) => {
    if (centsMin !== null && centsPerBtc !== null) {
      const cents = centsMin * factor
      const sats = formatSats(Number(msatOfCents(cents, BigInt(centsPerBtc))))
      return { text: (cents / 100).toFixed(2), name: formatCents(cents), note: t('catalog.sats', { sats }) }
    }
    return { text: String((msatMin / MSAT_PER_SAT) * factor), name: formatSats(msatMin * factor) }
  })
}

/** The smallest amount as in a sentence: '5,000 sats' or '$5.00'. */
export const describeMin = ({ msatMin, centsMin }: PricedOffer): string =>
  centsMin === null ? t('catalog.sats', { sats: formatSats(msatMin) }) : formatCents(centsMin)

export function readChoice(text: string, offer: PricedOffer, maxMsat: number): Chosen | { problem: string } {
  const { msatMin, centsMin, centsPerBtc } = offer
  if (centsMin === null || centsPerBtc === null) {
    const read = readAmount(text, { minMsat: msatMin, maxMsat })
    return 'problem' in read ? read : { msat: read.amountMsat, sent: { msatAmount: read.amountMsat } }
  }
  const centsAmount = parseDollars(text)
  if (centsAmount === null) return { problem: t('records.dollarsWrong') }
  if (centsAmount < centsMin) return { problem: t('records.dollarsSmall', { min: formatCents(centsMin) }) }
  const msat = Number(msatOfCents(centsAmount, BigInt(centsPerBtc)))
  if (msat > maxMsat || centsAmount > PURCHASE_CENTS_MAX) {
    return { problem: t('zap.amountLarge', { max: formatSats(maxMsat) }) }
  }
  return { msat, sent: { centsAmount } }
}
