/** Auto-forward of ticket sales: batches of their own, which pay for their routing and count in the withdrawal limits. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { getForwarding, listTransactions, setLightningAddress } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listTickets, refundTicket } from '#contract/concerts/tickets.ts'
import { send } from '#contract/payments/payments.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { publishTestConcert } from '../concerts.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000

let world: TestWorld
let elsewhere: AddressServer
let listener: TestUser
let artist: TestUser

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  world = await createTestWorld({
    settings: { OUTBOUND_ALLOW: elsewhere.hostAndPort, FORWARD_RETRY_SECONDS: '60', DAILY_WITHDRAWAL_MSAT: '500000' },
  })
  world.expectLogs('forward-address-failed')
  listener = await createTestUser(world)
  await fillBalance(world, listener, 10_000_000)
})
beforeEach(async () => {
  elsewhere.isThere = true
  elsewhere.given.length = 0
  world.node.payCalls.length = 0
  artist = await createTestUser(world)
})
after(async () => {
  await closeBalanced(world)
  await elsewhere.close()
})

const setAddress = () => artist.prove(setLightningAddress, { body: { lightningAddress: elsewhere.address } })
const forwarding = () => artist.call(getForwarding, {})
const batch = async () => (await forwarding()).batch
const newestChange = async () => {
  const { transactions } = await artist.call(listTransactions, {
    params: { page: '1' },
    query: { filters: 'Autoforward' },
  })
  return Object.values(transactions).flat()[0]?.msatChange
}

/** What a round has counted of the artist's ticket sales. */
async function countedTickets(): Promise<bigint | undefined> {
  const { rows } = await world.world.database.pool.query<{ msat: bigint }>(
    'SELECT tickets_msat AS msat FROM forward_plan WHERE user_id = $1',
    [artist.userId],
  )
  return rows[0]?.msat
}

/** Sells this many tickets and moves to their payout. The plan is looked at shortly before: by itself, it would be looked
 * at again a day later. */
async function sellTickets(sats: number, count = 1) {
  const concert = await publishTestConcert(world, artist, { sats, seats: count })
  await concert.buy(listener.call, count)
  world.clock.step(concert.paysOutAt.getTime() - world.clock.now().getTime() - 60_000)
  await world.app.runJobs()
  world.clock.step(61_000)
  await world.app.runJobs()
  return concert.id
}

test('what tickets bring is forwarded when it is paid out; the sales pay for the routing, not the house', async () => {
  await setAddress()
  await fillBalance(world, artist, 50_000)
  const house = await readBalance(world.world.database.read, 'house')
  world.node.script({ does: 'hang' })
  await sellTickets(200)
  await until(() => world.node.payCalls.length === 1)
  assert.equal(world.node.payCalls[0]!.feeLimitMsat, 2_955n)
  world.node.finishPayment(world.node.payCalls[0]!.paymentHash, { does: 'succeed', feeMsat: 700n })
  await until(async () => (await batch())?.state === 'settled')
  // The largest amount in whole sats that 200 000 cover with its reserve of 2 955. The unused part waits on.
  assert.deepEqual([await newestChange(), await artist.balance()], [-197_700, 52_300])
  assert.equal((await forwarding()).msatWaiting, 2_300)
  assert.equal(await readBalance(world.world.database.read, 'house'), house)
})

test('earnings and ticket sales are forwarded in batches of their own', async () => {
  await setAddress()
  elsewhere.isThere = false
  const { id: contentId } = await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })
  await listener.call(send, { body: { contentId, msatAmount: 200_000 } })
  await until(async () => (await batch())?.attempts === 1)
  await sellTickets(300)
  elsewhere.isThere = true
  world.clock.step(HOUR_MS)
  await until(async () => elsewhere.given.length === 2 && (await batch())?.state === 'settled')
  assert.deepEqual(
    elsewhere.given.map(({ amountMsat }) => amountMsat),
    [190_000n, 295_000n],
  )
})

test('forwards of ticket sales count in the withdrawal limit of a day; what is above it goes the next day', async () => {
  await setAddress()
  await sellTickets(700)
  await until(async () => (await forwarding()).heldBack === 'limit')
  assert.equal((await artist.call(getWithdrawalLimits, {})).msatRemaining, 0)
  assert.deepEqual([await newestChange(), await artist.balance()], [-500_000, 200_000])
  world.clock.step(25 * HOUR_MS)
  await until(async () => elsewhere.given.length === 2 && (await batch())?.state === 'settled')
  assert.equal(elsewhere.given[1]!.amountMsat, 197_000n)
})

test('a refund after the payout is taken from the ticket sales that are forwarded next', async () => {
  await setAddress()
  const concertId = await sellTickets(200)
  const { tickets } = await listener.call(listTickets, {})
  const ticketId = tickets.find(({ concert }) => concert.id === concertId)!.id
  await until(async () => (await batch())?.state === 'settled')
  await fillBalance(world, artist, 500_000)
  await artist.prove(refundTicket, { params: { ticketId } })
  await until(async () => (await countedTickets()) === 0n)
  assert.equal((await forwarding()).msatWaiting, 0)
  await sellTickets(400)
  await until(async () => elsewhere.given.length === 2 && (await batch())?.state === 'settled')
  // 197 000 are owed to the plan: of 400 000 there are 203 000 left.
  assert.equal(elsewhere.given[1]!.amountMsat, 200_000n)
})
