/** Binds the calls for tickets, for what an event has sold, and for its door. */
import type { FastifyInstance } from 'fastify'
import * as door from '#contract/concerts/door.ts'
import * as lnurl from '#contract/concerts/ticket-lnurl.ts'
import * as calls from '#contract/concerts/tickets.ts'
import { on, onRaw } from '#server/platform/http/http.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { refusalOf } from '#server/payments/recipients/lnurl-refusal.ts'
import { buyTickets } from './buy.ts'
import { readDoor, recordScans } from './door.ts'
import { handOnTicket, takeTicket } from './hand-on.ts'
import { holdTickets } from './hold.ts'
import { createTicketInvoice, readTicketOffer } from './lnurl.ts'
import { payHeldTickets } from './pay-held.ts'
import { cancelConcert, refundTicket } from './refund.ts'
import { addGuest, listSales } from './sales.ts'
import { claimTicketMoney, listTickets, openTickets } from './show.ts'

export function ticketRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, calls.buyTickets, ({ body }, { caller, operationId }) => buyTickets(deps, caller, operationId, body))
  on(app, calls.holdTickets, ({ body }, { caller, operationId }) => holdTickets(deps, caller, operationId, body))
  on(app, calls.payHeldTickets, ({ body }, { caller }) => payHeldTickets(deps, caller, body.token))
  on(app, calls.listTickets, (_input, { caller }) => listTickets(deps, caller))
  on(app, calls.openTickets, ({ body }, { caller }) => openTickets(deps, caller, body.tokens))
  on(app, calls.handOnTicket, ({ body }, { caller }) => handOnTicket(deps, caller, body.token))
  on(app, calls.takeTicket, ({ body }, { caller }) => takeTicket(deps, caller, body.token))
  on(app, calls.claimTicketMoney, ({ body }, { caller }) => claimTicketMoney(deps, caller, body.token))
  on(app, calls.refundTicket, ({ params }, { caller }) => refundTicket(deps, caller, params.ticketId))
  on(app, calls.cancelConcert, ({ params }, { caller }) => cancelConcert(deps, caller, params.concertId))
  on(app, calls.listTicketSales, ({ params }, { caller }) => listSales(deps, caller, params.concertId))
  on(app, calls.addConcertGuest, ({ params, body }, { caller }) => addGuest(deps, caller, params.concertId, body.name))
  onRaw(app, lnurl.getTicketOffer, refusalOf, ({ params }, { caller }) =>
    readTicketOffer(deps, caller.ip, params.concertId),
  )
  onRaw(app, lnurl.getTicketInvoice, refusalOf, ({ query }, payer) => createTicketInvoice(deps, payer, { query }))
  onRaw(app, lnurl.getOfferedTicket, refusalOf, ({ params, query }, payer) =>
    createTicketInvoice(deps, payer, { ...params, query }),
  )
  on(app, door.getDoor, ({ params }, { caller }) => readDoor(deps, caller, params.concertId))
  on(app, door.sendScans, ({ params, body }, { caller }) => recordScans(deps, caller, params.concertId, body))
}
