/** Msat on the wire and as text: conversions and formatting that server and web share. The arithmetic of a payment is
 * in contract/split.ts. */
import * as z from 'zod/mini'

/** Amount in millisatoshi: a JSON safe integer on the wire, `bigint` in the server. Never negative. */
export const Msat = z.codec(
  z.int().check(z.minimum(0)),
  z.bigint().check(z.minimum(0n), z.maximum(BigInt(Number.MAX_SAFE_INTEGER))),
  { decode: (wire) => BigInt(wire), encode: (amountMsat) => Number(amountMsat) },
)

/** A signed change in millisatoshi, such as a line of a statement. */
export const SignedMsat = z.codec(
  z.int(),
  z.bigint().check(z.minimum(BigInt(Number.MIN_SAFE_INTEGER)), z.maximum(BigInt(Number.MAX_SAFE_INTEGER))),
  { decode: (wire) => BigInt(wire), encode: (amountMsat) => Number(amountMsat) },
)

/** The amount of a payment. The operator's limits may be narrower; the server checks them. */
export const PaymentAmount = z.codec(z.int('amount-invalid').check(z.minimum(1, 'amount-invalid')), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (amountMsat) => Number(amountMsat),
})

/** Smallest and largest amount of one zap, deposit or withdrawal, in msat, unless the operator sets others. */
export const MIN_PAYMENT_MSAT = 1_000
export const MAX_PAYMENT_MSAT = 100_000_000

/** Sats for display: rounded down, grouped, `<1` for 1 to 999 msat and `0` for nothing. */
export function formatSats(amountMsat: number, locale = 'en'): string {
  if (amountMsat < 0) return `−${formatSats(-amountMsat, locale)}`
  if (amountMsat > 0 && amountMsat < 1000) return '<1'
  return formatOf(locale, WHOLE).format(Math.floor(amountMsat / 1000))
}

/** Sats to the msat: whole sats without decimals, which could be read as thousands, other amounts with all three. */
export function formatExactSats(amountMsat: number, locale = 'en'): string {
  return formatOf(locale, amountMsat % 1000 === 0 ? WHOLE : EXACT).format(amountMsat / 1000)
}

/** `1 sats` in a sentence as `1 sat`. Other numbers that end in 1 are unchanged. */
export const singularSat = (text: string): string =>
  text.replaceAll(/(^|[^\d.,\s<]|[^\d]\s)1 ([Ss]at)s(?![a-z])/g, '$11 $2')

const WHOLE = 0
const EXACT = 3
const formats = new Map<string, Intl.NumberFormat>()

/** Cached, because creating a formatter takes a hundred times as long as using it, and a page shows hundreds of
 * amounts. */
function formatOf(locale: string, decimals: typeof WHOLE | typeof EXACT): Intl.NumberFormat {
  const name = `${locale} ${decimals}`
  const known =
    formats.get(name) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(name, known)
  return known
}
