/** Checks whether a Nostr zap request (NIP-57) may be paid here: valid, recent, unpaid, and addressed to a recipient
 * of the money. The receipt is signed elsewhere, after the payment. */
import { errorCodes } from '#contract/errors.ts'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { decodeLnurl } from '#protocols/lightning/lnurl-text.ts'
import { InvalidZapRequest, parseZapRequest, type ZapRequest } from '#protocols/nostr/zap.ts'
import { findNewestKeys, findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Addressee } from './addressee.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { isZapRequestPaid } from '#server/payments/invoices/queries.ts'
import { chooseZapKey } from './zap-key.ts'

/** An older request may be replayed by somebody else. */
const AGE_MAX_SECONDS = 86_400
const CLOCK_SKEW_MAX_SECONDS = 3_600

export type CheckedZapRequest = { id: string; text: string; message: string | null }

/** Throws AppError 400 or 422. */
export async function checkZapRequest(
  deps: PaymentDeps,
  addressee: Addressee,
  { text, amountMsat }: { text: string; amountMsat: bigint },
): Promise<CheckedZapRequest> {
  const request = readZapRequest(deps, { text, amountMsat })
  const ageSeconds = deps.clock.now().getTime() / 1_000 - request.createdAtSeconds
  if (ageSeconds > AGE_MAX_SECONDS) throw refuseZapRequest('It was signed more than a day ago')
  if (ageSeconds < -CLOCK_SKEW_MAX_SECONDS) throw refuseZapRequest('It is dated in the future')
  if (request.lnurl !== null && !isOurs(deps, request.lnurl, addressee.name)) {
    throw refuseZapRequest('The lnurl tag contains another address')
  }
  await requireLinkedRecipient(deps, addressee, request)
  if (await isZapRequestPaid(deps.database.read, request.id)) throw refuseZapRequest('It was paid before')
  return { id: request.id, text, message: shorten(request.content) }
}

/** Valid and for this amount; nothing else is checked. Throws AppError 400. */
export function readZapRequest(
  { nostrPubkey }: Pick<PaymentDeps, 'nostrPubkey'>,
  { text, amountMsat }: { text: string; amountMsat: bigint },
): ZapRequest {
  try {
    return parseZapRequest(text, { amountMsat, receiptPubkey: nostrPubkey })
  } catch (error) {
    if (!(error instanceof InvalidZapRequest)) throw error
    throw new AppError(400, 'zap-request-invalid', `${errorCodes['zap-request-invalid']} ${error.message}.`)
  }
}

/** A receipt states that the owner of a key was zapped, so the key must be linked to an account that is paid. Our
 * own key is used only for content whose recipients have not linked any key. */
async function requireLinkedRecipient(
  deps: PaymentDeps,
  addressee: Addressee,
  { recipient }: ZapRequest,
): Promise<void> {
  const owner = await findOwnerOfKey(deps.database.read, recipient)
  if (owner !== null && addressee.userIds.includes(owner)) return
  const mayBeOurs = recipient === deps.nostrPubkey && addressee.kind === 'content'
  if (mayBeOurs && (await chooseZapKey(deps, addressee)) === deps.nostrPubkey) return
  throw refuseZapRequest('The p tag is not a key of a recipient')
}

/** Whether Nostr zaps are offered. A user needs a linked key, because the request has to name it. */
export async function acceptsZaps({ database }: Pick<PaymentDeps, 'database'>, addressee: Addressee): Promise<boolean> {
  if (addressee.kind === 'content') return true
  return (await findNewestKeys(database.read, [addressee.userId])).size > 0
}

/** Whether it is the same address, as an LNURL, a URL or a Lightning address. */
function isOurs({ publicOrigin }: PaymentDeps, written: string, name: string): boolean {
  const own = new URL(publicOrigin)
  const address = parseLightningAddress(written)
  if (address !== null) return address.host === own.host && address.username.replace(/\+.*$/, '') === name
  const url = URL.parse(decodeLnurl(written) ?? written)
  if (url === null || url.host !== own.host) return false
  return decodeName(url.pathname) === name
}

function decodeName(path: string): string | null {
  return /^\/\.well-known\/lnurlp\/([a-z0-9._-]+)(?:\+[^/]*)?$/.exec(path.toLowerCase())?.[1] ?? null
}

/** The receipt contains all of it. The comment of the payment is cut to the maximum length of a message. */
function shorten(content: string): string | null {
  const characters = [...content.trim()]
  if (characters.length === 0) return null
  return characters.length <= MESSAGE_MAX ? characters.join('') : `${characters.slice(0, MESSAGE_MAX - 1).join('')}…`
}

export function refuseZapRequest(why: string): AppError {
  return new AppError(422, 'zap-request-invalid', `${errorCodes['zap-request-invalid']} ${why}.`)
}
