/** The orders in the load: promos with their listeners, and tickets with refunds, claims and doors. Downloads are in load.ts. */
import { sendScans } from '#contract/concerts/door.ts'
import {
  buyTickets,
  cancelConcert,
  claimTicketMoney,
  holdTickets,
  listTicketSales,
  refundTicket,
} from '#contract/concerts/tickets.ts'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { rewardPromo, startPromoMinute } from '#contract/listening/promos.ts'
import { createPromo, endPromo, setPromoActive, topUpPromo } from '#contract/payments/promos.ts'
import { newId } from '#server/platform/ids.ts'
import { newKey, type Call } from '#web/data/api.ts'
import type { Random } from './random.ts'
import { startSale, type LabConcert } from './ticket-steps.ts'

export type OrderCounts = { rewards: number; tickets: number; refunds: number; scans: number }
export type Attempt = <E extends Endpoint>(call: Call, endpoint: E, input: Sent<E>) => Promise<Wire<E> | null>
/** Whose promos and events these are. */
export type Seller = { call: Call; artistId: string; trackIds: readonly string[] }

export type OrderLoad = {
  readonly counts: OrderCounts
  /** Promos and events to begin with. */
  start(sellers: readonly Seller[]): Promise<void>
  act(kind: keyof typeof orderKinds, user: Call): Promise<unknown>
}

export type OrderLoadOptions = {
  attempt: Attempt
  visitor: Call
  random: Random
  payInvoice(request: string, msatAmount: number): Promise<void>
}

/** How often each happens beside the other payments. */
export const orderKinds = {
  listen: 16,
  fund: 2,
  'change-promo': 1,
  'buy-tickets': 6,
  'hold-tickets': 6,
  refund: 3,
  scan: 3,
  claim: 1,
  'new-event': 1,
}

const PAYOUT_MSAT = 1_000
const MINUTES_MAX = 60
const SEATS = 30
/** Promos, events and purchases that are still in use; older ones are left as they are. */
const KEPT = 12

type Kept<One> = { all: One[]; add(one: One): void }

export function createOrderLoad({ attempt, visitor, random, payInvoice }: OrderLoadOptions): OrderLoad {
  const counts: OrderCounts = { rewards: 0, tickets: 0, refunds: 0, scans: 0 }
  const sellers: Seller[] = []
  const promos = keepSome<{ id: string; seller: Seller }>()
  const concerts = keepSome<LabConcert & { seller: Seller }>()
  /** Of purchases without an account. */
  const tokens = keepSome<string>()
  const minutes = new Map<Call, { promoId: string; nonce: string }>()

  /** Calls that create content are not part of what is tested: those that fail are made another time. */
  const announce = async (seller: Seller) => {
    const concert = await startSale(seller.call, seller.artistId, SEATS).catch(() => null)
    if (concert !== null) concerts.add({ ...concert, seller })
  }

  const fund = async (seller: Seller) => {
    const msatBudget = random.between(1, MINUTES_MAX) * PAYOUT_MSAT
    const contentId = random.pick(seller.trackIds)
    const terms = { contentId, msatBudget, msatPayoutAmount: PAYOUT_MSAT }
    const body = random.next() < 0.5 ? { ...terms, fromBalance: true } : terms
    const funded = await attempt(seller.call, createPromo, { body })
    if (funded === null) return
    promos.add({ id: funded.promoId, seller })
    if (funded.invoice !== null) await payInvoice(funded.invoice.request, funded.invoice.msatAmount)
  }

  const changePromo = async () => {
    const { id, seller } = random.pick(promos.all)
    const params = { id }
    const how = random.weigh({ pause: 1, resume: 3, end: 1, 'top-up': 3 })
    if (how === 'end') return attempt(seller.call, endPromo, { params })
    if (how !== 'top-up') return attempt(seller.call, setPromoActive, { params, body: { isActive: how === 'resume' } })
    const funded = await attempt(seller.call, topUpPromo, { params, body: { msatBudget: 5 * PAYOUT_MSAT } })
    if (funded !== null && funded.invoice !== null) await payInvoice(funded.invoice.request, funded.invoice.msatAmount)
  }

  /** Begins a minute, or claims the one that was begun: now and then from two devices concurrently. The operator of the lab lets
   * the time pass. */
  const listen = async (user: Call) => {
    const begun = minutes.get(user)
    if (begun === undefined) {
      const promoId = random.pick(promos.all).id
      const minute = await attempt(user, startPromoMinute, { body: { promoId, position: 0 } })
      if (minute !== null) minutes.set(user, { promoId, nonce: minute.nonce })
      return
    }
    minutes.delete(user)
    const claim = () => attempt(user, rewardPromo, { body: { ...begun, position: 60, mediaTime: 60 } })
    const answers = await Promise.all(random.next() < 0.3 ? [claim(), claim()] : [claim()])
    counts.rewards += answers.filter((answer) => answer !== null).length
  }

  const holdSeats = async (user: Call) => {
    const isVisitor = random.next() < 0.5
    const order = random.pick(concerts.all).order(random.between(1, 3))
    const held = await attempt(isVisitor ? visitor : user, holdTickets, { body: { order, attempt: newKey() } })
    if (held === null || held.invoice === null) return
    if (isVisitor) tokens.add(held.token)
    await payInvoice(held.invoice.request, held.invoice.msatAmount)
    counts.tickets += held.count
  }

  const findTicket = async () => {
    const { id, seller } = random.pick(concerts.all)
    const sales = await attempt(seller.call, listTicketSales, { params: { concertId: id } })
    return sales === null || sales.tickets.length === 0 ? null : { id, seller, ticket: random.pick(sales.tickets) }
  }

  /** One ticket, now and then twice concurrently, or all of an event. */
  const refund = async () => {
    if (random.next() < 0.05) {
      const { id, seller } = random.pick(concerts.all)
      await attempt(seller.call, cancelConcert, { params: { concertId: id } })
      return announce(seller)
    }
    const found = await findTicket()
    if (found === null) return
    const { seller, ticket } = found
    const once = () => attempt(seller.call, refundTicket, { params: { ticketId: ticket.id } })
    await Promise.all(random.next() < 0.4 ? [once(), once()] : [once()])
    counts.refunds++
  }

  /** At two doors concurrently. */
  const scan = async () => {
    const found = await findTicket()
    if (found === null) return
    const { id, seller, ticket } = found
    const at = (door: string) => {
      const scans = [{ id: newId(), ticketId: ticket.id, scannedAt: new Date().toISOString() }]
      return attempt(seller.call, sendScans, { params: { concertId: id }, body: { door, scans } })
    }
    await Promise.all([at('North'), at('South')])
    counts.scans++
  }

  const acts: Record<keyof typeof orderKinds, (user: Call) => Promise<unknown>> = {
    listen,
    fund: () => fund(random.pick(sellers)),
    'change-promo': changePromo,
    async 'buy-tickets'(user) {
      const body = random.pick(concerts.all).order(random.between(1, 3))
      if ((await attempt(user, buyTickets, { body })) !== null) counts.tickets += body.count
    },
    'hold-tickets': holdSeats,
    refund,
    scan,
    async claim(user) {
      if (tokens.all.length > 0) await attempt(user, claimTicketMoney, { body: { token: random.pick(tokens.all) } })
    },
    'new-event': () => announce(random.pick(sellers)),
  }

  return {
    counts,
    async start(given) {
      sellers.push(...given)
      for (const seller of sellers) {
        await announce(seller)
        await fund(seller)
      }
    },
    act: (kind, user) => acts[kind](user),
  }
}

function keepSome<One>(): Kept<One> {
  const all: One[] = []
  return {
    all,
    add(one) {
      all.push(one)
      if (all.length > KEPT) all.shift()
    },
  }
}
