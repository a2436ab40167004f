/** Tickets on this device: tokens of those bought or taken without an account, and copies of all that were shown here, so
 * that they open offline. Copies of an account's tickets are deleted when it logs out. */
import type { listTickets } from '#contract/concerts/tickets.ts'
import type { Wire } from '#contract/endpoint.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

const TOKENS = 'peal.tickets'
const TICKET_COPIES = 'peal.tickets.copies'
const TOKENS_MAX = 60

type Opened = Wire<typeof listTickets>
export type TicketWire = Opened['tickets'][number]
export type PurchaseWire = Opened['purchases'][number]
type Saved = { tokens: string[]; copies: { accountId: string | null; tickets: TicketWire[] } | null }

export function readSavedTickets(): Saved {
  const tokens = readStored(TOKENS)
  const copies = readStored(TICKET_COPIES) as Saved['copies']
  return {
    tokens: Array.isArray(tokens) ? tokens.filter((token) => typeof token === 'string').slice(0, TOKENS_MAX) : [],
    copies: copies !== null && Array.isArray(copies.tickets) ? copies : null,
  }
}

/** The newest first; the oldest beyond the limit are dropped. */
export function saveToken(token: string): void {
  const { tokens } = readSavedTickets()
  writeStored(TOKENS, [token, ...tokens.filter((one) => one !== token)].slice(0, TOKENS_MAX))
}

export function dropToken(token: string): void {
  writeStored(
    TOKENS,
    readSavedTickets().tokens.filter((one) => one !== token),
  )
}

export function saveCopies(accountId: string | null, tickets: readonly TicketWire[]): void {
  writeStored(TICKET_COPIES, { accountId, tickets })
}
