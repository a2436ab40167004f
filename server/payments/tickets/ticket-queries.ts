/** SQL of tickets: of a purchase, or of a guest of the artist. Purchases: queries.ts. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { TicketState } from './state.ts'

export type TicketRow = {
  id: string
  concert_id: string
  purchase_id: string | null
  tier_id: string | null
  guest_name: string | null
  code: string
  issue: number
  offer: number
  is_offered: boolean
  holder_id: string | null
  price_msat: bigint
  state: TicketState
  refunded_at: Date | null
  used_at: Date | null
  used_door: string | null
  created_at: Date
}

const TICKET = [
  'id',
  'concert_id',
  'purchase_id',
  'tier_id',
  'guest_name',
  'code',
  'issue',
  'offer',
  'is_offered',
  'holder_id',
  'price_msat',
  'state',
  'refunded_at',
  'used_at',
  'used_door',
  'created_at',
] as const

/** 32 symbols without 0, 1, I and O, which are mistaken for each other. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6
const TRIES = 50

const newCode = () => Array.from({ length: CODE_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')

type NewTicket = Pick<
  TicketRow,
  'concert_id' | 'purchase_id' | 'tier_id' | 'guest_name' | 'holder_id' | 'price_msat' | 'created_at'
>

/** With a code that no other ticket of the concert has. */
export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<TicketRow> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { rows } = await sql<TicketRow>`
      INSERT INTO ticket ${rowValues({ ...ticket, id: newId(ticket.created_at.getTime()), code: newCode() })}
      ON CONFLICT (concert_id, code) DO NOTHING RETURNING ${columnList(TICKET)}`.execute(tx)
    if (rows[0] !== undefined) return rows[0]
  }
  throw new Error(`no free code was found in ${TRIES} attempts`)
}

export async function findTicket(tx: Tx, ticketId: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE id = ${ticketId}`.execute(tx)
  return rows[0]
}

export async function lockTicket(tx: Tx, ticketId: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE id = ${ticketId} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
}

export async function findTickets(tx: Tx, ids: readonly string[]): Promise<TicketRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE id = ANY(${ids}::uuid[]) ORDER BY id DESC`.execute(tx)
  return rows
}

export async function listTicketsOf(tx: Tx, holderId: string, limit: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE holder_id = ${holderId} ORDER BY id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** In the order in which they were created. */
export async function listTicketsOfPurchases(tx: Tx, purchaseIds: readonly string[]): Promise<TicketRow[]> {
  if (purchaseIds.length === 0) return []
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE purchase_id = ANY(${purchaseIds}::uuid[]) ORDER BY id`.execute(tx)
  return rows
}

export async function listTicketsOfConcert(tx: Tx, concertId: string, limit: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    SELECT ${columnList(TICKET)} FROM ticket WHERE concert_id = ${concertId} ORDER BY id DESC LIMIT ${limit}`.execute(
    tx,
  )
  return rows
}

export async function markRefunded(tx: Tx, ticketId: string, now: Date): Promise<void> {
  await sql`
    UPDATE ticket SET state = 'refunded', refunded_at = ${now}, is_offered = false
    WHERE id = ${ticketId} AND state = 'valid'`.execute(tx)
}

export async function offerTicket(tx: Tx, ticketId: string): Promise<void> {
  await sql`UPDATE ticket SET offer = offer + 1, is_offered = true WHERE id = ${ticketId}`.execute(tx)
}

/** A new holder, issue and code: what the former holder has no longer opens. */
export async function reissueTicket(
  tx: Tx,
  ticket: TicketRow,
  { holderId, now }: { holderId: string | null; now: Date },
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const code = newCode()
    const { rows } = await sql`
      UPDATE ticket SET issue = issue + 1, is_offered = false, holder_id = ${holderId}, held_since = ${now},
        code = ${code}
      WHERE id = ${ticket.id} AND NOT EXISTS (
        SELECT FROM ticket other WHERE other.concert_id = ${ticket.concert_id} AND other.code = ${code})
      RETURNING id`.execute(tx)
    if (rows.length === 1) return
  }
  throw new Error(`no free code was found in ${TRIES} attempts`)
}
