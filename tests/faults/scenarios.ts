/** The situations in which the seeded bugs lose money: each is provoked directly. With the unchanged code, the books
 * are right after each. */
import { getAccount, setLightningAddress } from '#contract/accounts/account.ts'
import { buyTickets, holdTickets, listTicketSales, refundTicket } from '#contract/concerts/tickets.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { createDeposit, createInvoice, getInvoice, send } from '#contract/payments/payments.ts'
import { rewardPromo, startPromoMinute } from '#contract/listening/promos.ts'
import { endPromo } from '#contract/payments/promos.ts'
import { until } from '#tests/users.ts'
import { newKey, type Call } from '#web/data/api.ts'
import { fundPromo } from './promo-steps.ts'
import type { ScriptedOutcomeName } from './scripted-outcomes.ts'
import type { SmallLab } from './small-lab.ts'
import { startSale } from './ticket-steps.ts'

export type ScenarioName = keyof typeof scenarios

const BALANCE_MSAT = 1_000_000
const AMOUNT_MSAT = 200_000
/** With the reserved fee, this is the whole balance. */
const WHOLE_MSAT = 985_000
/** What a promo pays for a minute, and a minute with some tolerance. */
const PAYOUT_MSAT = 10_000
const MINUTE_MS = 61_000
const TWO_MINUTES_MS = 120_000
/** Past the end of a hold, also for a node that cannot cancel its invoice. */
const HOLD_OVER_MS = 12 * 60_000
const TWO_HOURS_MS = 7_200_000
/** After the fee, 123 456. */
const OUTSIDE_MSAT = 129_954
/** How long a server may take for background work. */
const SHORTLY_MS = 250

export const scenarios = {
  /** The node does not respond in time, and pays. */
  async timeOut(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    await lab.node.set({ next: ['gateway-timeout', 'cut-after'] })
    for (let count = 0; count < 2; count++) await lab.withdraw(user, AMOUNT_MSAT)
  },
  /** The node reports a deposit three times. */
  async settledAgain(lab: SmallLab, user: Call) {
    const { request } = await user(createDeposit, { body: { msatAmount: AMOUNT_MSAT } })
    for (let count = 0; count < 3; count++) {
      await lab.node.settle(request)
      await sleep(SHORTLY_MS)
    }
  },
  /** The route to the payee costs more than was reserved. */
  async costlyRoute(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    await lab.node.set({ next: ['costly'] })
    await lab.withdraw(user, AMOUNT_MSAT)
  },
  /** Many concurrent withdrawals of the whole balance. */
  async allAtOnce(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    await Promise.allSettled(Array.from({ length: 20 }, () => lab.withdraw(user, WHOLE_MSAT)))
  },
  /** The node's response that the payment failed arrives after the reconciler has looked it up with the same result. */
  async failureToldTwice(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    await lab.node.set({ next: ['late-answer-fail'] })
    await lab.withdraw(user, AMOUNT_MSAT)
    await sleep(SHORTLY_MS)
    lab.server().setClock(TWO_MINUTES_MS)
    await sleep(2_000)
    lab.server().setClock(0)
  },
  /** An expired invoice is paid. */
  async paidLate(lab: SmallLab, user: Call) {
    const contentId = await lab.makeContent(user)
    const body = { contentId, msatAmount: AMOUNT_MSAT }
    const { request, invoiceId } = await lab.visitor(createInvoice, { body })
    lab.server().setClock(TWO_HOURS_MS)
    await until(async () => (await lab.visitor(getInvoice, { params: { invoiceId } })).state === 'expired')
    const before = await readFeedCursor(lab)
    await lab.node.settle(request)
    await until(async () => (await readFeedCursor(lab)) !== before)
    lab.server().setClock(0)
  },
  /** An invoice is overpaid. */
  async overpaid(lab: SmallLab, user: Call) {
    const { request } = await user(createDeposit, { body: { msatAmount: AMOUNT_MSAT } })
    await lab.node.settle(request, BigInt(AMOUNT_MSAT + 777))
  },
  /** The server is killed while the node is still sending a payment without an invoice. */
  async crashWhileSendingUnasked(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    await lab.restart('payout:calling:1')
    await lab.node.set({ next: ['until-let-go'] })
    // The response is lost with the server.
    await Promise.all([lab.keysend(user, AMOUNT_MSAT).catch(() => undefined), lab.server().ended])
    await lab.restart('')
    await sleep(2_000)
    await lab.node.letGo()
  },
  /** A payment arrives without an invoice, and the server is killed when it is reported. */
  async crashWhileHearing(lab: SmallLab, user: Call) {
    const contentId = await lab.makeContent(user)
    await lab.restart('receive:heard:1')
    await lab.node.keysend({ amountMsat: BigInt(AMOUNT_MSAT), contentId })
    await lab.server().ended
    await lab.restart('')
  },
  /** The server is killed while the node is still sending a forward. */
  async crashWhileForwarding(lab: SmallLab, user: Call) {
    const contentId = await lab.makeContent(user)
    await user(setLightningAddress, { body: { lightningAddress: lab.address } })
    await lab.fill(user, 5 * BALANCE_MSAT)
    await lab.restart('payout:calling:1')
    await lab.node.set({ next: ['until-let-go'] })
    await user(send, { body: { contentId, msatAmount: AMOUNT_MSAT } })
    await lab.server().ended
    await lab.restart('')
    lab.server().setClock(TWO_MINUTES_MS)
    await sleep(2_000)
    await lab.node.letGo()
  },
  /** A listener claims one minute of a promo twice, at the same moment. */
  async minuteClaimedTwice(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    const promoId = await fundPromo(lab, user, 10, PAYOUT_MSAT)
    const listener = await lab.createTestUser('earner')
    await lab.database.pool.query(`UPDATE person SET created_at = created_at - interval '2 days'`)
    lab.server().setClock(0)
    await sleep(SHORTLY_MS)
    const { nonce } = await listener(startPromoMinute, { body: { promoId, position: 0 } })
    lab.server().setClock(MINUTE_MS)
    await sleep(SHORTLY_MS)
    const body = { promoId, nonce, position: 60, mediaTime: 60 }
    await listener(rewardPromo, { body })
    await Promise.allSettled([listener(rewardPromo, { body }), listener(rewardPromo, { body })])
    lab.server().setClock(0)
  },
  /** A promo is ended while most of its budget is left. */
  async promoEnded(lab: SmallLab, user: Call) {
    await lab.fill(user, BALANCE_MSAT)
    const id = await fundPromo(lab, user, 10, PAYOUT_MSAT)
    await user(endPromo, { params: { id } })
  },
  /** The invoice of a hold is paid after the hold has ended and somebody else has bought the only seat. */
  async seatPaidLate(lab: SmallLab, user: Call) {
    const { id, order } = await startSale(user, await lab.makeContent(user), 1)
    const [slow, quick] = [await lab.createTestUser('slow'), await lab.createTestUser('quick')]
    await lab.fill(quick, BALANCE_MSAT)
    await lab.node.set({ canCancel: false })
    const { invoice } = await slow(holdTickets, { body: { order: order(1), attempt: newKey() } })
    lab.server().setClock(HOLD_OVER_MS)
    const isFree = async () => (await user(listTicketSales, { params: { concertId: id } })).held === 0
    await until(isFree)
    await quick(buyTickets, { body: order(1) })
    await lab.node.settle(invoice!.request)
    await sleep(SHORTLY_MS)
    lab.server().setClock(0)
    await lab.node.set({ canCancel: true })
  },
  /** The owner of an event refunds one of two tickets twice. */
  async ticketRefundedTwice(lab: SmallLab, user: Call) {
    const { id, order } = await startSale(user, await lab.makeContent(user), 2)
    const buyer = await lab.createTestUser('buyer')
    await lab.fill(buyer, BALANCE_MSAT)
    await buyer(buyTickets, { body: order(2) })
    const { tickets } = await user(listTicketSales, { params: { concertId: id } })
    const refund = () => user(refundTicket, { params: { ticketId: tickets[0]!.id } })
    await Promise.allSettled([refund(), refund()])
    await refund().catch(() => undefined)
  },
  /** A zap to content whose second partner has not answered. */
  async partnerHasNotAgreed(lab: SmallLab, user: Call) {
    const contentId = await lab.makeContent(user)
    await lab.createTestUser('partner')
    await lab.fill(user, BALANCE_MSAT)
    const { name: owner } = await user(getAccount, {})
    const splitRecipients = [owner, 'partner'].map((name) => ({ name, share: 1 }))
    await user(createSplit, { body: { contentId, splitRecipients } })
    await user(send, { body: { contentId, msatAmount: AMOUNT_MSAT } })
  },
  /** The node reports a payment to an address in a split as failed, and pays it while more is earned and the address is gone. */
  async outsidePaidLate(lab: SmallLab, user: Call) {
    await lab.node.set({ nextAddress: ['none', ...Array.from({ length: 60 }, () => 'gone' as const)] })
    const contentId = await earnOutside(lab, user, ['fail-then-pay'])
    await until(async () => (await lab.node.truth()).paidAfterFailing.length > 0)
    for (let count = 0; count < 2; count++) await user(send, { body: { contentId, msatAmount: OUTSIDE_MSAT } })
    lab.server().setClock(TWO_MINUTES_MS)
    const late = `SELECT FROM tx WHERE kind = 'outside-late'`
    await until(async () => (await lab.database.pool.query(late)).rowCount === 1)
    await lab.node.set({ nextAddress: [] })
    // What has been earned since is paid after the growing pauses.
    lab.server().setClock(TWO_HOURS_MS)
    await sleep(SHORTLY_MS)
  },
  /** An address in a split is due an amount that is not in whole sats. */
  async outsideBatch(lab: SmallLab, user: Call) {
    await earnOutside(lab, user, ['pay'])
    await until(async () => Object.keys((await lab.node.truth()).feeLimitsMsat).length > 0)
  },
} as const

/** The owner of content pays it, and the share waits for an address on another server. */
async function earnOutside(lab: SmallLab, user: Call, next: ScriptedOutcomeName[]): Promise<string> {
  const contentId = await lab.makeContent(user)
  await user(createSplit, { body: { contentId, splitRecipients: [{ name: lab.address, share: 1 }] } })
  await lab.fill(user, BALANCE_MSAT)
  await lab.node.set({ next })
  await user(send, { body: { contentId, msatAmount: OUTSIDE_MSAT } })
  return contentId
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))

/** How far the server has booked what its node reports. */
async function readFeedCursor({ database }: SmallLab): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ cursor: string }>('SELECT cursor FROM feed_cursor')
  return rows[0]?.cursor
}
