/** The two responses of LNURL-pay (LUD-06) with comments (LUD-12): parsed and formatted. Makes no requests, does not
 * decode the invoice in the second response, and has no clock. */

/** The response violates LUD-06. The message explains why and may be shown to users. */
export class InvalidLnurlResponse extends Error {
  override name = 'InvalidLnurlResponse'
}

/** The first response: what can be paid, and where to request the invoice (LUD-06, step 3). */
export type PayOffer = {
  kind: 'offer'
  callback: string
  minSendableMsat: bigint
  maxSendableMsat: bigint
  /** Exactly as received: the invoice must contain its SHA-256. */
  metadata: string
  /** The maximum length of a comment; 0: comments are not accepted (LUD-12). */
  commentMaxCharacters: number
}
/** The second response: the invoice (LUD-06, step 5). */
export type PayInvoice = { kind: 'invoice'; bolt11: string }
/** The error that either response may be. The reason is untrusted text. */
export type Refusal = { kind: 'refused'; reason: string }

const COMMENT_MAX_CHARACTERS = 100_000
const INVOICE_MAX_CHARACTERS = 7_089

/** Parses the first response. Throws InvalidLnurlResponse. */
export function parsePayOffer(json: unknown): PayOffer | Refusal {
  const response = readObject(json)
  const refusal = findRefusal(response)
  if (refusal !== null) return refusal
  if (response['tag'] !== 'payRequest') throw new InvalidLnurlResponse('The address is not for payments')
  const { callback, metadata } = response
  if (typeof callback !== 'string' || !/^https?:$/.test(URL.parse(callback)?.protocol ?? '')) {
    throw new InvalidLnurlResponse('The callback is not a valid URL')
  }
  if (typeof metadata !== 'string' || findPlainText(metadata) === null) {
    throw new InvalidLnurlResponse('The metadata has no description of the payment')
  }
  const minSendableMsat = readMsat(response['minSendable'])
  const maxSendableMsat = readMsat(response['maxSendable'])
  if (minSendableMsat > maxSendableMsat) throw new InvalidLnurlResponse('The minimum amount is above the maximum')
  const commentMaxCharacters = readCommentLength(response['commentAllowed'])
  return { kind: 'offer', callback, minSendableMsat, maxSendableMsat, metadata, commentMaxCharacters }
}

/** Parses the second response. Throws InvalidLnurlResponse. */
export function parsePayInvoice(json: unknown): PayInvoice | Refusal {
  const response = readObject(json)
  const refusal = findRefusal(response)
  if (refusal !== null) return refusal
  const bolt11 = response['pr']
  if (typeof bolt11 !== 'string' || bolt11 === '' || bolt11.length > INVOICE_MAX_CHARACTERS) {
    throw new InvalidLnurlResponse('There is no invoice')
  }
  return { kind: 'invoice', bolt11 }
}

/** The URL to request the invoice (LUD-06, step 4). The comment is cut to the maximum length (LUD-12), however the
 * server counts characters. Existing query parameters of the callback are kept. */
export function urlOfCallback(offer: PayOffer, amountMsat: bigint, comment: string | null): string {
  const url = new URL(offer.callback)
  const short = (comment ?? '').slice(0, offer.commentMaxCharacters).replace(/[\uD800-\uDBFF]$/, '')
  const added = `amount=${amountMsat}${short === '' ? '' : `&comment=${encodeURIComponent(short)}`}`
  url.search = url.search === '' ? added : `${url.search}&${added}`
  url.hash = ''
  return url.href
}

/** The metadata of a Lightning address (LUD-16, LUD-20): the short description, the address, and the long
 * description. */
export function formatMetadata(shown: string, address: string, long: string): string {
  return JSON.stringify([
    ['text/plain', shown],
    ['text/identifier', address],
    ['text/long-desc', long],
  ])
}

/** The short description, or null when there is not exactly one (LUD-06). */
export function findPlainText(metadata: string): string | null {
  let entries: unknown
  try {
    entries = JSON.parse(metadata)
  } catch {
    return null
  }
  if (!Array.isArray(entries) || !entries.every((entry): entry is unknown[] => Array.isArray(entry))) return null
  const texts = entries.filter(([type]) => type === 'text/plain').map(([, text]) => text)
  return texts.length === 1 && typeof texts[0] === 'string' ? texts[0] : null
}

function readObject(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InvalidLnurlResponse('The response is not an object')
  }
  return json as Record<string, unknown>
}

function findRefusal({ status, reason }: Record<string, unknown>): Refusal | null {
  if (typeof status !== 'string' || status.toUpperCase() !== 'ERROR') return null
  return { kind: 'refused', reason: typeof reason === 'string' ? reason : '' }
}

function readMsat(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidLnurlResponse('The minimum and maximum amounts are not whole numbers of at least 1')
  }
  return BigInt(value)
}

/** An invalid length means that comments are not accepted; the payment does not fail because of it. */
function readCommentLength(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return 0
  return Math.min(value, COMMENT_MAX_CHARACTERS)
}
