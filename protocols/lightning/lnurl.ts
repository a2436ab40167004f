/** The two answers of LNURL-pay (LUD-06) with comments (LUD-12): read from others, written for others.
 * Not the asking, not the invoice in the second one, and nothing with a clock. */

/** The answer is none that LUD-06 allows. The message says why, in a sentence that may be shown. */
export class InvalidLnurlAnswer extends Error {
  override name = 'InvalidLnurlAnswer'
}

/** The first answer: what can be paid, and where the invoice is asked for (LUD-06, step 3). */
export type PayOffer = {
  kind: 'offer'
  callback: string
  minSendableMsat: bigint
  maxSendableMsat: bigint
  /** Exactly as it was sent: its sha256 must stand in the invoice. */
  metadata: string
  /** Letters a comment may have; 0: none is taken (LUD-12). */
  commentMaxLetters: number
}
/** The second answer: the invoice (LUD-06, step 5). */
export type PayInvoice = { kind: 'invoice'; bolt11: string }
/** What either may be instead. The reason is the text of strangers. */
export type Refusal = { kind: 'refused'; reason: string }

const COMMENT_MAX_LETTERS = 100_000
const INVOICE_MAX_LETTERS = 7_089

/** Reads the first answer. Throws InvalidLnurlAnswer. */
export function parsePayOffer(json: unknown): PayOffer | Refusal {
  const answer = readObject(json)
  const refusal = findRefusal(answer)
  if (refusal !== null) return refusal
  if (answer['tag'] !== 'payRequest') throw new InvalidLnurlAnswer('The address does not lead to a payment')
  const { callback, metadata } = answer
  if (typeof callback !== 'string' || !/^https?:$/.test(URL.parse(callback)?.protocol ?? '')) {
    throw new InvalidLnurlAnswer('There is no address to ask for an invoice')
  }
  if (typeof metadata !== 'string' || findPlainText(metadata) === null) {
    throw new InvalidLnurlAnswer('There is no description of the payment')
  }
  const minSendableMsat = readMsat(answer['minSendable'])
  const maxSendableMsat = readMsat(answer['maxSendable'])
  if (minSendableMsat > maxSendableMsat) throw new InvalidLnurlAnswer('The smallest amount is above the largest')
  const commentMaxLetters = readCommentLength(answer['commentAllowed'])
  return { kind: 'offer', callback, minSendableMsat, maxSendableMsat, metadata, commentMaxLetters }
}

/** Reads the second answer. Throws InvalidLnurlAnswer. */
export function parsePayInvoice(json: unknown): PayInvoice | Refusal {
  const answer = readObject(json)
  const refusal = findRefusal(answer)
  if (refusal !== null) return refusal
  const bolt11 = answer['pr']
  if (typeof bolt11 !== 'string' || bolt11 === '' || bolt11.length > INVOICE_MAX_LETTERS) {
    throw new InvalidLnurlAnswer('There is no invoice')
  }
  return { kind: 'invoice', bolt11 }
}

/** Where the invoice is asked for (LUD-06, step 4), with a comment no longer than taken (LUD-12), however letters are
 * counted there. What the callback says already is left as it is. */
export function urlOfCallback(offer: PayOffer, amountMsat: bigint, comment: string | null): string {
  const url = new URL(offer.callback)
  const short = (comment ?? '').slice(0, offer.commentMaxLetters).replace(/[\uD800-\uDBFF]$/, '')
  const added = `amount=${amountMsat}${short === '' ? '' : `&comment=${encodeURIComponent(short)}`}`
  url.search = url.search === '' ? added : `${url.search}&${added}`
  url.hash = ''
  return url.href
}

/** The metadata of a lightning address (LUD-16, LUD-20): what is shown to the payer, whose address it is, and the same at
 * length. */
export function writeMetadata(shown: string, address: string, long: string): string {
  return JSON.stringify([
    ['text/plain', shown],
    ['text/identifier', address],
    ['text/long-desc', long],
  ])
}

/** The line the payer is shown, or null when there is not exactly one (LUD-06). */
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
    throw new InvalidLnurlAnswer('The answer is not an object')
  }
  return json as Record<string, unknown>
}

function findRefusal({ status, reason }: Record<string, unknown>): Refusal | null {
  if (typeof status !== 'string' || status.toUpperCase() !== 'ERROR') return null
  return { kind: 'refused', reason: typeof reason === 'string' ? reason : '' }
}

function readMsat(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidLnurlAnswer('The amounts that can be paid are not whole numbers of at least 1')
  }
  return BigInt(value)
}

/** Whatever is no sensible length means that no comment is taken; a payment does not fail for that. */
function readCommentLength(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return 0
  return Math.min(value, COMMENT_MAX_LETTERS)
}
