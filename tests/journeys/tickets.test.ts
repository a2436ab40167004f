/** The money of tickets: bought from a balance or by any wallet, waiting in the event, paid out, refunded, claimed. The books are
 * compared after all of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getDeletion } from '#contract/accounts/leaving.ts'
import { exportStatement, listTransactions } from '#contract/accounts/account.ts'
import { getConcert, updateConcert } from '#contract/concerts/concerts.ts'
import {
  buyTickets,
  cancelConcert,
  claimTicketMoney,
  listTickets,
  listTicketSales,
  openTickets,
  payHeldTickets,
  refundTicket,
} from '#contract/concerts/tickets.ts'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { readTransfer } from '#server/ledger/statement.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { createCall, newKey, type Call } from '#web/data/api.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let owner: TestUser
let second: TestUser
let third: TestUser
let buyer: TestUser

before(async () => {
  world = await createTestWorld({
    settings: { TRUSTED_PROXIES: '127.0.0.1' },
    expectedLogs: [
      'money-in-suspense',
      'hold-not-released',
      'invoice-lookup-failed',
      'job-failed',
      'books-differ',
      'books-right-again',
    ],
  })
  owner = await createTestUser(world)
  second = await createTestUser(world)
  third = await createTestUser(world)
  buyer = await createTestUser(world)
  await fillBalance(world, buyer, 90_000_000)
})
after(() => closeBalanced(world))

let networks = 0
/** A visitor in a network of their own. */
function newVisitor(): Call {
  const address = `203.0.113.${++networks}`
  return createCall(
    async (path, init) => {
      const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': address }
      const response = await fetch(world.origin + path, { ...init, headers })
      return { status: response.status, json: (await response.json().catch(() => null)) as unknown }
    },
    () => null,
  )
}

const inEvent = ({ id }: TestConcert) => readBalance(world.world.database.read, { kind: 'event', id })
const inSuspense = () => readBalance(world.world.database.read, 'suspense')
const left = async ({ id }: TestConcert) => {
  const { tiers } = await owner.call(getConcert, { params: { concertId: id } })
  return tiers[0]!.left
}
const opened = (token: string) => world.call(openTickets, { body: { tokens: [token] } })
const purchaseOf = async (token: string) => (await opened(token)).purchases[0]!
const entriesOf = async (idem: string) =>
  (await readTransfer(world.world.database.read, idem)).map(({ kind, amountMsat }) => [kind, amountMsat])
async function lineOf(user: TestUser, type: string, paymentId: string) {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  const line = Object.values(transactions)
    .flat()
    .find((one) => one.type === type && one.paymentId === paymentId)
  return line && [line.msatAmount, line.msatChange, line.msatPending, line.note, line.title, line.isPending]
}
/** When the money of a sale arrives, by the statement, by its receipt and by what prevents the deletion of the account. */
async function arrivalsOf(user: TestUser, paymentId: string): Promise<unknown[]> {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  const line = Object.values(transactions)
    .flat()
    .find((one) => one.paymentId === paymentId)
  const { tickets } = await user.call(getDeletion, {})
  return [line?.arrivesAt, (await user.call(getPayment, { params: { paymentId } })).arrivesAt, tickets?.paysOutAt]
}
const balances = (...users: TestUser[]) => Promise.all(users.map((user) => user.balance()))
async function changesOf(users: TestUser[], work: () => Promise<unknown>): Promise<number[]> {
  const before_ = await balances(...users)
  await work()
  return (await balances(...users)).map((after_, index) => after_ - before_[index]!)
}
const stepTo = (moment: Date) => world.clock.step(moment.getTime() - world.clock.now().getTime() + 1_000)
const idsOf = async (user: TestUser, { id }: TestConcert) =>
  (await user.call(listTickets, {})).tickets.filter(({ concert }) => concert.id === id).map((ticket) => ticket.id)

test('three tickets of 1 000 over 1/1/1 pay 1 002, 999 and 999 a day after the end; one refunded then takes 1 000 from the owner', async () => {
  const concert = await publishTestConcert(world, owner, { partners: [owner, second, third] })
  const key = { idempotencyKey: newKey() }
  const bought = await concert.buy(buyer.call, 3, key)
  assert.deepEqual(await concert.buy(buyer.call, 3, key), bought)
  assert.deepEqual(
    [bought.state, bought.msatTotal, await inEvent(concert), await left(concert)],
    ['sold', 3_000, 3_000n, 7],
  )
  assert.deepEqual(await entriesOf(`tickets:${bought.id}`), [
    ['zap-sent', -3_000n],
    ['platform', 3_000n],
  ])
  assert.deepEqual(await lineOf(buyer, 'Zap Sent', bought.id), [3_000, -3_000, 0, 'tickets', 'Rooms at night', false])
  assert.deepEqual(await lineOf(owner, 'Ticket Sale', bought.id), [3_000, 0, 1_002, 'tickets', 'Rooms at night', true])
  assert.deepEqual(await arrivalsOf(owner, bought.id), Array(3).fill(concert.paysOutAt.toISOString()))
  assert.equal(await lineOf(second, 'Ticket Sale', bought.id), undefined)
  assert.equal((await buyer.call(getPayment, { params: { paymentId: bought.id } })).note, 'tickets')
  assert.deepEqual(await changesOf([owner, second, third], () => world.app.runJobs()), [0, 0, 0])
  stepTo(concert.paysOutAt)
  const paid = await changesOf([owner, second, third], () => world.app.runJobs())
  assert.deepEqual([paid, await inEvent(concert)], [[1_002, 999, 999], 0n])
  assert.deepEqual(await lineOf(owner, 'Ticket Sale', bought.id), [3_000, 1_002, 0, 'tickets', 'Rooms at night', false])
  assert.deepEqual(await lineOf(third, 'Ticket Sale', bought.id), [999, 999, 0, 'tickets', 'Rooms at night', false])
  const [ticketId = ''] = await idsOf(buyer, concert)
  const refunded = await changesOf([owner, second, buyer], () => owner.prove(refundTicket, { params: { ticketId } }))
  assert.deepEqual(refunded, [-1_000, 0, 1_000])
  assert.deepEqual(await lineOf(owner, 'Ticket Sale', bought.id), [3_000, 2, 0, 'tickets', 'Rooms at night', false])
  assert.deepEqual(await lineOf(buyer, 'Deposit', ticketId), [
    1_000,
    1_000,
    0,
    'ticket-refunded',
    'Rooms at night',
    false,
  ])
  assert.deepEqual(await entriesOf(`ticket-refund:${ticketId}`), [
    ['ticket-sale', -1_000n],
    ['deposit', 1_000n],
  ])
  assert.equal((await refusalOf(owner.prove(refundTicket, { params: { ticketId } }))).code, 'ticket-refunded')
  const csv = await fetch(`${world.origin}/v1${exportStatement.path}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  assert.match(await csv.text(), /Rooms at night.*ticket-refunded/)
})

test('a refund before the payout comes from the event, frees the seat, and lowers what is on its way', async () => {
  const concert = await publishTestConcert(world, owner, { partners: [owner, second, third], seats: 3 })
  const { id } = await concert.buy(buyer.call, 3)
  assert.equal((await refusalOf(concert.buy(second.call))).code, 'ticket-sold-out')
  const mayFree = async () => (await owner.call(getConcert, { params: { concertId: concert.id } })).mayFree
  assert.equal(await mayFree(), false, 'all are sold')
  const [ticketId = ''] = await idsOf(buyer, concert)
  assert.equal((await refusalOf(second.call(refundTicket, { params: { ticketId } }))).status, 403)
  const changes = await changesOf([owner, buyer], () => owner.call(refundTicket, { params: { ticketId } }))
  assert.deepEqual([changes, await inEvent(concert), await left(concert)], [[0, 1_000], 2_000n, 1])
  await concert.hold(newVisitor(), 1)
  assert.equal(await mayFree(), true, 'one is on hold')
  assert.deepEqual(await lineOf(owner, 'Ticket Sale', id), [2_000, 0, 668, 'tickets', 'Rooms at night', true])
  await world.world.database.pool.query(`UPDATE ticket SET price_msat = 2000 WHERE id = '${ticketId}'`)
  assert.equal((await auditPayments(world.world.payments)).isRight, true, 'refunded tickets hold nothing')
  await world.world.database.pool.query(`UPDATE ticket SET state = 'valid' WHERE id = '${ticketId}'`)
  const audit = await auditPayments(world.world.payments)
  assert.deepEqual([audit.isRight, describeFindings(audit).length], [false, 1])
  await world.world.database.pool.query(
    `UPDATE ticket SET state = 'refunded', price_msat = 1000 WHERE id = '${ticketId}'`,
  )
})

test('without an account, an invoice holds the seats for ten minutes and gives the tickets when it is paid', async () => {
  const concert = await publishTestConcert(world, owner, { sats: 5, seats: 4 })
  const visitor = newVisitor()
  const attempt = newKey()
  const hold = await concert.hold(visitor, 2, attempt)
  assert.deepEqual([hold.state, hold.invoice?.msatAmount, await left(concert)], ['held', 10_000, 2])
  assert.equal(Date.parse(hold.expiresAt), Date.parse(hold.invoice!.expiresAt))
  assert.deepEqual((await concert.hold(visitor, 2, attempt)).invoice, hold.invoice, 'a repeat')
  assert.equal((await refusalOf(concert.hold(visitor, 1))).code, 'ticket-hold-open')
  assert.equal((await refusalOf(concert.hold(newVisitor(), 3))).code, 'ticket-sold-out')
  await world.node.settleInvoice(hold.invoice!.request)
  await until(async () => (await purchaseOf(hold.token)).state === 'sold')
  const { tickets } = await opened(hold.token)
  assert.deepEqual([tickets.length, await inEvent(concert), await left(concert)], [2, 10_000n, 2])
  assert.match(tickets[0]!.code, /^[2-9A-HJ-NP-Z]{6}$/)
  const forged = `${hold.token.slice(0, -1)}${hold.token.endsWith('A') ? 'Q' : 'A'}`
  assert.deepEqual(await opened(forged), { purchases: [], tickets: [] })
  const refund = await inSuspense()
  await owner.call(refundTicket, { params: { ticketId: tickets[0]!.id } })
  assert.deepEqual([(await inSuspense()) - refund, (await purchaseOf(hold.token)).msatClaimable], [5_000n, 5_000])
  const claimer = await createTestUser(world)
  assert.equal((await refusalOf(claimer.call(claimTicketMoney, { body: { token: tickets[0]!.token } }))).status, 404)
  const claim = () => claimer.call(claimTicketMoney, { body: { token: hold.token } })
  assert.deepEqual(
    (await Promise.all([claim(), claim(), claim()])).map(({ msatClaimed }) => msatClaimed).toSorted((a, b) => a - b),
    [0, 0, 5_000],
  )
  assert.deepEqual([await claimer.balance(), (await purchaseOf(hold.token)).msatClaimable], [5_000, 0])
})

test('a hold that expires is released once the node can no longer be paid for it', async () => {
  const concert = await publishTestConcert(world, owner, { seats: 2 })
  const hold = await concert.hold(newVisitor(), 2)
  world.node.isAway = true
  world.clock.step(601_000)
  await world.app.runJobs()
  assert.deepEqual([(await purchaseOf(hold.token)).state, await left(concert)], ['held', 0], 'the node is unreachable')
  world.node.canCancel = false
  world.node.isAway = false
  await world.app.runJobs()
  assert.equal(await left(concert), 0, 'it cannot cancel, and a minute has not passed')
  world.clock.step(60_000)
  await world.app.runJobs()
  world.node.canCancel = true
  assert.deepEqual([(await purchaseOf(hold.token)).state, await left(concert)], ['released', 2])
})

test('a payment after the release gives the tickets if all seats are left, and otherwise returns all of the money', async () => {
  const concert = await publishTestConcert(world, owner, { seats: 2 })
  const late = await concert.hold(newVisitor(), 2)
  const tooLate = await (async () => {
    world.node.canCancel = false
    world.clock.step(661_000)
    await world.app.runJobs()
    const withAccount = await concert.hold(third.call, 2)
    world.clock.step(661_000)
    await world.app.runJobs()
    world.node.canCancel = true
    return withAccount
  })()
  await world.node.settleInvoice(late.invoice!.request)
  await until(async () => (await purchaseOf(late.token)).state === 'sold')
  assert.deepEqual([await left(concert), (await opened(late.token)).tickets.length], [0, 2])
  const changes = await changesOf([third], async () => {
    const before_ = await third.balance()
    await world.node.settleInvoice(tooLate.invoice!.request)
    await until(async () => (await third.balance()) > before_)
  })
  assert.deepEqual([changes, (await purchaseOf(tooLate.token)).state], [[2_000], 'released'])
  assert.deepEqual(await lineOf(third, 'Deposit', tooLate.id), [
    2_000,
    2_000,
    0,
    'tickets-sold-out',
    'Rooms at night',
    false,
  ])
})

test('a payment for tickets that were removed from the event after the release is returned', async () => {
  const concert = await publishTestConcert(world, owner, { seats: 2 })
  const params = { concertId: concert.id }
  world.node.canCancel = false
  const late = await concert.hold(third.call, 2)
  world.clock.step(661_000)
  await world.app.runJobs()
  world.node.canCancel = true
  const { name, place, city, beginsAt, endsAt, timeZone, personMax } = await owner.call(getConcert, { params })
  const tiers = [{ name: 'Seated', seats: 2, msatPrice: 1_000, centsPrice: null }]
  const body = { name, place, city, beginsAt, endsAt, timeZone, personMax, tiers }
  await owner.call(updateConcert, { params, body })
  const changes = await changesOf([third], async () => {
    await world.node.settleInvoice(late.invoice!.request)
    await until(async () => (await lineOf(third, 'Deposit', late.id)) !== undefined)
  })
  assert.deepEqual([changes, (await purchaseOf(late.token)).state], [[2_000], 'released'])
})

test('late without an account goes to suspense and is claimed; too little goes to suspense; too much is returned', async () => {
  const concert = await publishTestConcert(world, owner, { seats: 4 })
  const [one, few, many] = [
    await concert.hold(newVisitor(), 2),
    await concert.hold(newVisitor()),
    await concert.hold(third.call),
  ]
  await world.node.settleInvoice(few.invoice!.request, 400n)
  const change = await changesOf([third], async () => {
    await world.node.settleInvoice(many.invoice!.request, 1_700n)
    await until(async () => (await purchaseOf(many.token)).state === 'sold')
  })
  assert.deepEqual([change, await inEvent(concert)], [[700], 1_000n])
  assert.equal((await lineOf(third, 'Deposit', many.id))?.[3], 'overpaid')
  await owner.call(cancelConcert, { params: { concertId: concert.id } })
  const before_ = await inSuspense()
  await world.node.settleInvoice(one.invoice!.request)
  await until(async () => (await purchaseOf(one.token)).msatClaimable === 2_000)
  assert.deepEqual([(await inSuspense()) - before_, (await purchaseOf(one.token)).state], [2_000n, 'released'])
  assert.deepEqual(await second.call(claimTicketMoney, { body: { token: one.token } }), { msatClaimed: 2_000 })
  assert.equal((await purchaseOf(few.token)).state, 'held')
})

test('cancelling refunds every ticket to its payer, also one that was handed on, and nothing is paid out', async () => {
  const concert = await publishTestConcert(world, owner, { sats: 7, partners: [second, third] })
  const { id } = await concert.buy(buyer.call, 2)
  await fillBalance(world, second, 7_000)
  await concert.buy(second.call, 1)
  const hold = await concert.hold(newVisitor(), 1)
  await world.node.settleInvoice(hold.invoice!.request)
  await until(async () => (await purchaseOf(hold.token)).state === 'sold')
  assert.equal((await refusalOf(buyer.call(cancelConcert, { params: { concertId: concert.id } }))).status, 403)
  const changes = await changesOf([buyer, second, owner], () =>
    owner.call(cancelConcert, { params: { concertId: concert.id } }),
  )
  assert.deepEqual([changes, await inEvent(concert)], [[14_000, 7_000, 0], 0n])
  assert.equal((await purchaseOf(hold.token)).msatClaimable, 7_000)
  assert.equal((await refusalOf(concert.buy(buyer.call))).code, 'ticket-sale-closed')
  stepTo(concert.paysOutAt)
  await world.app.runJobs()
  assert.deepEqual(await entriesOf(`ticket-payout:${id}`), [])
  const sales = await owner.call(listTicketSales, { params: { concertId: concert.id } })
  assert.deepEqual([sales.sold, sales.refunded, sales.msatWaiting, sales.msatPaidOut], [0, 4, 0, 0])
})

test('an invoice for tickets paid from another balance is a Zap Sent there, and refunds go to the user who ordered', async () => {
  const concert = await publishTestConcert(world, owner, { sats: 3, seats: 2 })
  const hold = await concert.hold(third.call, 2)
  const changes = await changesOf([buyer, third], () =>
    buyer.prove(withdraw, { body: { invoice: hold.invoice!.request } }),
  )
  assert.deepEqual(
    [changes, await inEvent(concert), (await purchaseOf(hold.token)).state],
    [[-6_000, 0], 6_000n, 'sold'],
  )
  assert.deepEqual(await lineOf(buyer, 'Zap Sent', hold.id), [6_000, -6_000, 0, 'tickets', 'Rooms at night', false])
  const [ticketId = ''] = await idsOf(third, concert)
  assert.deepEqual(
    await changesOf([buyer, third], () => owner.call(refundTicket, { params: { ticketId } })),
    [0, 3_000],
  )
  const other = await publishTestConcert(world, owner, { seats: 1 })
  const late = await other.hold(third.call)
  await owner.call(cancelConcert, { params: { concertId: other.id } })
  const refusal = await refusalOf(buyer.prove(withdraw, { body: { invoice: late.invoice!.request } }))
  assert.deepEqual([refusal.status, refusal.code], [409, 'ticket-sold-out'])
})

test('held seats are paid for from a balance once, by their invoice, which nobody can pay any more', async () => {
  const concert = await publishTestConcert(world, owner, { sats: 3, seats: 4 })
  const pay = (user: TestUser, token: string) => user.call(payHeldTickets, { body: { token } })
  const poor = await createTestUser(world)
  const hold = await concert.hold(buyer.call, 2)
  assert.equal((await refusalOf(pay(poor, hold.token))).code, 'insufficient-balance')
  assert.equal(
    (await refusalOf(pay(buyer, hold.token.replace(/.$/, hold.token.endsWith('A') ? 'Q' : 'A')))).status,
    404,
  )
  const twice = () => Promise.allSettled([pay(buyer, hold.token), pay(buyer, hold.token)])
  const changes = await changesOf([buyer, owner], twice)
  assert.equal((await world.node.lookupInvoice(decodeInvoice(hold.invoice!.request).paymentHash)).state, 'canceled')
  assert.equal((await pay(buyer, hold.token)).state, 'sold')
  assert.deepEqual([changes, await inEvent(concert), await left(concert)], [[-6_000, 0], 6_000n, 2])
  assert.deepEqual(await lineOf(buyer, 'Zap Sent', hold.id), [6_000, -6_000, 0, 'tickets', 'Rooms at night', false])
  assert.equal((await idsOf(buyer, concert)).length, 2)
  const paid = await concert.hold(buyer.call)
  await world.node.settleInvoice(paid.invoice!.request)
  await until(async () => (await purchaseOf(paid.token)).state === 'sold')
  assert.deepEqual(await changesOf([buyer], () => pay(buyer, paid.token)), [0], 'the invoice was paid')
  world.node.canCancel = false
  const other = await concert.hold(buyer.call)
  assert.equal((await refusalOf(pay(buyer, other.token))).code, 'invoice-own-node')
  world.node.canCancel = true
})

test('what a balance does not cover is not sold, and free tickets move no money', async () => {
  const poor = await createTestUser(world)
  const concert = await publishTestConcert(world, owner, { seats: 5, personMax: 3 })
  assert.equal((await refusalOf(concert.buy(poor.call))).code, 'insufficient-balance')
  assert.equal(await left(concert), 5)
  assert.equal((await refusalOf(concert.buy(buyer.call, 4))).code, 'ticket-limit')
  await concert.buy(buyer.call, 2)
  assert.equal((await refusalOf(concert.buy(buyer.call, 2))).code, 'ticket-limit')
  const free = await publishTestConcert(world, owner, { sats: 0, seats: 5 })
  assert.equal((await free.buy(poor.call, 2)).state, 'sold')
  const visitor = await free.hold(newVisitor(), 2)
  assert.deepEqual([visitor.state, visitor.invoice, (await opened(visitor.token)).tickets.length], ['sold', null, 2])
  assert.deepEqual([await inEvent(free), await left(free)], [0n, 1])
})

test('of concurrent purchases in two tiers, those beyond the limit for one person are refused', async () => {
  const tiers = ['Standing', 'Seated'].map((name) => ({ name, seats: 5, msatPrice: 1_000, centsPrice: null }))
  const concert = await publishTestConcert(world, owner, { personMax: 2, fields: { tiers } })
  const { tiers: made } = await buyer.call(getConcert, { params: { concertId: concert.id } })
  const orders = [...made, ...made].map(({ id: tierId }) => ({
    concertId: concert.id,
    tierId,
    count: 2,
    msatTotal: 2_000,
  }))
  const outcomes = await Promise.allSettled(orders.map((body) => buyer.call(buyTickets, { body })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})
