/** The door of an event: its list of tickets, and scans. Doors work offline and send their scans later; the earliest scan of
 * a ticket admits. */
import { sql } from 'kysely'
import type * as calls from '#contract/concerts/door.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { type ConcertRow, findConcert, isHelper, selectTiers } from '#server/concerts/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { listTicketsOfConcert, lockTicket, type TicketRow } from './ticket-queries.ts'
import { checkOf, ticketToken } from './tokens.ts'

const LISTED_MAX = 120_000
const LIVE_MS = 15_000

type Body = Input<typeof calls.sendScans>['body']
type Outcome = Data<typeof calls.sendScans>[number]

/** The owner, the helpers, and the artist's managers and door staff. */
async function requireDoor(tx: Tx, caller: Caller, concertId: string): Promise<ConcertRow> {
  requireUser(caller)
  const concert = await findConcert(tx, concertId)
  if (concert === undefined) throw notFound()
  const isOwn = concert.owner_id === caller.userId || (await isHelper(tx, concert.id, caller.userId))
  if (!isOwn) await requireMay(tx, caller, { id: concert.artist_id, owner_id: concert.owner_id }, 'door')
  return concert
}

export async function readDoor(
  deps: PaymentDeps,
  caller: Caller,
  concertId: string,
): Promise<Data<typeof calls.getDoor>> {
  const tx = deps.database.read
  const concert = await requireDoor(tx, caller, concertId)
  const tiers = new Map((await selectTiers(tx, [concert.id])).map(({ id, name }) => [id, name]))
  const tickets = await listTicketsOfConcert(tx, concert.id, LISTED_MAX)
  return {
    name: concert.name,
    place: concert.place,
    timeZone: concert.time_zone,
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      code: ticket.code,
      check: checkOf(ticketToken(deps, ticket)),
      tierName: ticket.tier_id === null ? null : (tiers.get(ticket.tier_id) ?? null),
      guestName: ticket.guest_name,
      isRefunded: ticket.state === 'refunded',
      usedAt: ticket.used_at,
      usedDoor: ticket.used_door,
    })),
  }
}

/** Those of requireDoor. */
export async function recordScans(
  { database, clock }: PaymentDeps,
  caller: Caller,
  concertId: string,
  { door, scans }: Body,
): Promise<Outcome[]> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const concert = await requireDoor(tx, caller, concertId)
    const now = clock.now()
    const outcomes = new Map<string, Outcome>()
    // In one order on all doors, so that two of them do not wait for each other.
    const ordered = scans.toSorted((one, other) => (one.ticketId < other.ticketId ? -1 : 1))
    for (const scan of ordered) {
      const ticket = await lockTicket(tx, scan.ticketId)
      if (ticket === undefined || ticket.concert_id !== concert.id) {
        outcomes.set(scan.id, { id: scan.id, outcome: 'unknown', usedAt: null, usedDoor: null })
        continue
      }
      const scannedAt = timeOf(scan.scannedAt, ticket, now)
      const noted = { id: scan.id, door, scannedBy: caller.userId, scannedAt, createdAt: now }
      outcomes.set(scan.id, await settleScan(tx, ticket, noted))
    }
    return scans.map(({ id }) => outcomes.get(id)!)
  })
}

/** A scan that arrives immediately is later than those before it, regardless of the clock of the door: its result is final,
 * because somebody walks in with it. One of some time ago has its own time. */
function timeOf(scannedAt: Date, { used_at: usedAt }: TicketRow, now: Date): Date {
  if (now.getTime() - scannedAt.getTime() > LIVE_MS) return scannedAt
  return usedAt !== null && usedAt >= now ? new Date(usedAt.getTime() + 1) : now
}

type NotedScan = { id: string; door: string; scannedBy: string; scannedAt: Date; createdAt: Date }
type FirstScan = { id: string; door: string; scanned_at: Date }

async function settleScan(tx: Tx, ticket: TicketRow, scan: NotedScan): Promise<Outcome> {
  if (ticket.state === 'refunded' && ticket.used_at === null) {
    return { id: scan.id, outcome: 'refunded', usedAt: null, usedDoor: null }
  }
  await sql`
    INSERT INTO ticket_scan (id, concert_id, ticket_id, door, scanned_by, scanned_at, created_at)
    VALUES (${scan.id}, ${ticket.concert_id}, ${ticket.id}, ${scan.door}, ${scan.scannedBy}, ${scan.scannedAt},
      ${scan.createdAt}) ON CONFLICT (id) DO NOTHING`.execute(tx)
  const { rows } = await sql<FirstScan>`
    SELECT id, door, scanned_at FROM ticket_scan WHERE ticket_id = ${ticket.id}
    ORDER BY scanned_at, id LIMIT 1`.execute(tx)
  const [first] = rows
  if (first === undefined) return { id: scan.id, outcome: 'unknown', usedAt: null, usedDoor: null }
  await sql`
    UPDATE ticket SET used_at = ${first.scanned_at}, used_door = ${first.door} WHERE id = ${ticket.id}`.execute(tx)
  const isFirst = first.id === scan.id.toLowerCase()
  const outcome = isFirst ? 'admitted' : 'already'
  return { id: scan.id, outcome, usedAt: first.scanned_at, usedDoor: first.door }
}
