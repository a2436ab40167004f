/** Tokens of tickets and purchases: a letter for the kind, the id, and a keyed hash of both and of what makes older tokens
 * invalid. The database contains no token, so a copy of it opens no door. */
import { notFound } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { TicketRow } from './ticket-queries.ts'

type TokenDeps = Pick<PaymentDeps, 'hashNetwork'>
export type TokenKind = 't' | 'p' | 'h'

const ID_CHARACTERS = 22

function tokenOf({ hashNetwork }: TokenDeps, kind: TokenKind, id: string, version: string): string {
  const idText = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return `${kind}${idText}${hashNetwork(`ticket ${kind} ${id} ${version}`).toString('base64url')}`
}

type Issued = Pick<TicketRow, 'id' | 'issue' | 'offer'>

/** Opens a ticket; what its QR code contains. */
export const ticketToken = (deps: TokenDeps, { id, issue }: Issued) => tokenOf(deps, 't', id, String(issue))
/** With it, somebody else takes the ticket. */
export const handOnToken = (deps: TokenDeps, { id, issue, offer }: Issued) =>
  tokenOf(deps, 'h', id, `${issue} ${offer}`)
/** Opens a purchase made without an account. */
export const purchaseToken = (deps: TokenDeps, id: string) => tokenOf(deps, 'p', id, '')

export function parseToken(token: string): { kind: TokenKind; id: string } {
  const hex = Buffer.from(token.slice(1, 1 + ID_CHARACTERS), 'base64url').toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { kind: token[0] as TokenKind, id }
}

/** The id of the purchase that this token opens. */
export function requirePurchaseToken(deps: TokenDeps, token: string): string {
  const { kind, id } = parseToken(token)
  if (kind !== 'p' || purchaseToken(deps, id) !== token) throw notFound()
  return id
}

const CHECK_CHARACTERS = 11

/** What a forged token does not have, for the door's list: half of the hash, so that the list opens no ticket. */
export const checkOf = (token: string) => token.slice(1 + ID_CHARACTERS, 1 + ID_CHARACTERS + CHECK_CHARACTERS)
