/** Handing a ticket on: a link is created with which somebody else takes it. Until then it stays with its holder. */
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findTicket, lockTicket, offerTicket, reissueTicket, type TicketRow } from './ticket-queries.ts'
import { describeTicket, type Ticket } from './show.ts'
import { handOnToken, parseToken, ticketToken } from './tokens.ts'

const PER_MINUTE = { max: 60, windowSeconds: 60 }

/** Anybody with the ticket's token. */
export async function handOnTicket(deps: PaymentDeps, caller: Caller, token: string): Promise<Ticket> {
  const { database, clock } = deps
  await countUse(database.relaxed.read, `hand-on:${caller.ip}`, PER_MINUTE, clock.now())
  const { id } = parseToken(token)
  await database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id)
    if (ticket === undefined || ticketToken(deps, ticket) !== token) throw notFound()
    requireUnused(ticket)
    await offerTicket(tx, id)
  })
  return show(deps, id)
}

/** Anybody with the link. With an account, the ticket is then in its list. Repeating it with the same link is 404. */
export async function takeTicket(deps: PaymentDeps, caller: Caller, token: string): Promise<Ticket> {
  const { database, clock } = deps
  await countUse(database.relaxed.read, `hand-on:${caller.ip}`, PER_MINUTE, clock.now())
  const { id } = parseToken(token)
  await database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id)
    if (ticket === undefined || !ticket.is_offered || handOnToken(deps, ticket) !== token) throw notFound()
    requireUnused(ticket)
    await reissueTicket(tx, ticket, { holderId: caller.kind === 'user' ? caller.userId : null, now: clock.now() })
  })
  return show(deps, id)
}

function requireUnused({ state, used_at: usedAt }: TicketRow): void {
  if (state === 'refunded') throw new AppError(409, 'ticket-refunded')
  if (usedAt !== null) throw new AppError(409, 'ticket-used')
}

async function show(deps: PaymentDeps, id: string): Promise<Ticket> {
  const tx = deps.database.read
  const ticket = await findTicket(tx, id)
  if (ticket === undefined) throw notFound()
  return describeTicket(deps, tx, ticket)
}
