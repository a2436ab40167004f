/** Shares of boosts below the smallest payment: kept for their recipient, paid together, and returned. Streaming: paying by the
 * minute while something is heard. Money is compared exactly. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import * as boosts from '#contract/listening/foreign/boosts.ts'
import * as feeds from '#contract/listening/foreign/feeds.ts'
import * as positions from '#contract/listening/positions.ts'
import * as streaming from '#contract/listening/foreign/streaming.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { withdraw } from '#contract/payments/payments.ts'
import { readBalance, readUserBalance, sumLiabilities } from '#server/ledger/balances.ts'
import { payStreams } from '#server/foreign/pay-streams.ts'
import { noteHeard, slotOf } from '#server/foreign/streaming.ts'
import { payKept, returnKept } from '#server/payments/boosts/kept.ts'
import { reconcilePayouts, reviewFailedPayouts } from '#server/payments/payouts/payout.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '../http-double.ts'
import { neededOf } from '../proofs.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, publishTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let host: HttpDouble
let artists: AddressServer
let listener: TestUser
const responses = new Map<string, CannedResponse>()
const HOUR_MS = 3_600_000

before(async () => {
  host = await startHttpDouble()
  host.answerWith(({ path }) => responses.get(path) ?? { status: 404, text: '' })
  artists = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  const allowed = [new URL(host.url).host, artists.hostAndPort].join(',')
  world = await createTestWorld({
    settings: { OUTBOUND_ALLOW: allowed, PUBLIC_URL: 'https://peal.example' },
    expectedLogs: [
      'paid-after-release',
      'kept-shares-not-paid',
      'payout-send-failed',
      'stream-not-paid',
      'boost-leg-failed',
    ],
  })
})
beforeEach(async () => {
  listener = await createTestUser(world)
  await fillBalance(world, listener, 1_000_000)
  artists.given.length = 0
})
after(async () => {
  await closeBalanced(world)
  await artists.close()
  await host[Symbol.asyncDispose]()
})

let count = 0
/** An item that gives these shares to these addresses. */
async function addItem(shares: Record<string, number>, timeSplits = ''): Promise<string> {
  const path = `/feed${++count}`
  const recipients = Object.entries(shares).map(
    ([address, share]) =>
      `<podcast:valueRecipient type="${address.includes('@') ? 'lnaddress' : 'node'}" address="${address}" split="${share}"/>`,
  )
  const value = `<podcast:value type="lightning" method="lnaddress">${recipients.join('')}${timeSplits}</podcast:value>`
  const item = `<item><title>Item</title><guid>one</guid><enclosure url="/a.mp3" length="1" type="audio/mpeg"/>${value}</item>`
  responses.set(path, { text: `<rss version="2.0"><channel><title>A show</title>${item}</channel></rss>` })
  const { id } = await listener.call(feeds.addForeignFeed, { body: { url: `${host.url}${path}` } })
  return (await listener.call(feeds.getForeignFeed, { params: { feedId: id } })).items[0]!.id
}
const elsewhere = (name: string) => `${name}@${artists.hostAndPort}`
const boostOf = (boostId: string) => listener.call(boosts.getBoost, { params: { boostId } })
async function boost(itemId: string, msatAmount: number) {
  const shares = await listener.call(boosts.getBoostShares, {
    params: { itemId },
    query: { msatAmount: String(msatAmount) },
  })
  const body = { msatAmount, sharesHash: shares.sharesHash }
  const { id } = await listener.call(boosts.sendBoost, { params: { itemId }, body })
  await until(async () => (await boostOf(id)).legs.every(({ state }) => state !== 'pending'))
  return id
}
test('recipients are listed in the order of their shares, those left out among them', async () => {
  const itemId = await addItem({ [elsewhere('one')]: 30, node: 50, [elsewhere('two')]: 20 })
  const query = { msatAmount: '100000' }
  const { shares } = await listener.call(boosts.getBoostShares, { params: { itemId }, query })
  const { legs, leftOut } = await boostOf(await boost(itemId, 100_000))
  const all = [...legs, ...leftOut].toSorted((one, other) => one.place - other.place)
  assert.deepEqual(
    all.map(({ msatAmount }) => msatAmount),
    shares.map(({ msatAmount }) => msatAmount),
  )
  assert.deepEqual([leftOut[0]!.place, legs.map(({ place }) => place)], [1, [0, 2]])
})

const statesOf = async (boostId: string) => (await boostOf(boostId)).legs.map(({ state }) => state)
const balances = async () => {
  const { read } = world.world.database
  const id = listener.userId
  return [await readUserBalance(read, id), await readBalance(read, { kind: 'boost', id })].map(Number)
}
const noneInFlight = async () =>
  (await sql`SELECT FROM payout WHERE state NOT IN ('settled', 'failed')`.execute(world.world.database.read)).rows
    .length === 0
const noneClaimed = async () => {
  const now = world.clock.now()
  const { rows } = await sql`
    SELECT FROM boost_leg WHERE kept = 'waiting' AND failure IS NULL AND next_try_at > ${now}`.execute(
    world.world.database.read,
  )
  return rows.length === 0
}
/** One round, at two servers concurrently. */
async function pay(): Promise<void> {
  await Promise.all([payKept(world.world.payments), payKept(world.world.payments)])
  // The server's own round may have claimed them first.
  await until(async () => (await noneInFlight()) && (await noneClaimed()))
}
const linesOf = async (user = listener) => {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions)
    .flat()
    .filter(({ type }) => type !== 'Deposit')
    .map(({ type, note, msatAmount, msatChange }) => [type, note, msatAmount, msatChange])
}
const detailsOf = async () => {
  const { transactions } = await listener.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions)
    .flat()
    .flatMap(({ type, isPending, detail }) => (type === 'Zap Sent' ? [[isPending, detail]] : []))
}
/** As if everything that is kept had been boosted so much earlier. */
const age = (days: number) =>
  sql`UPDATE boost SET created_at = created_at - ${days} * interval '1 day' WHERE user_id = ${listener.userId}`.execute(
    world.world.database.read,
  )

test('small shares wait without a reserve, and are paid together when they reach the smallest payment', async () => {
  const itemId = await addItem({ [elsewhere('one')]: 99, [elsewhere('two')]: 1 })
  world.node.script({ does: 'succeed', feeMsat: 3n })
  const first = await boost(itemId, 60_000)
  assert.deepEqual(await statesOf(first), ['settled', 'waiting'])
  assert.deepEqual(await balances(), [939_997, 600])
  await pay()
  assert.deepEqual(await balances(), [939_997, 600])
  assert.deepEqual(await detailsOf(), [[true, 'part-kept']])
  const owed = await sumLiabilities(world.world.database.read)
  world.node.script({ does: 'succeed', feeMsat: 4n }, { does: 'succeed', feeMsat: 5n })
  const second = await boost(itemId, 40_000)
  await pay()
  assert.deepEqual(await balances(), [899_988, 0])
  assert.equal(owed - (await sumLiabilities(world.world.database.read)), 40_609n)
  assert.deepEqual(
    artists.given.map(({ amountMsat }) => Number(amountMsat)),
    [59_400, 39_600, 1_000],
  )
  assert.deepEqual(
    [await statesOf(first), await statesOf(second)].flat(),
    Array.from({ length: 4 }, () => 'settled'),
  )
  assert.deepEqual(
    await detailsOf(),
    Array.from({ length: 3 }, () => [false, null]),
  )
  assert.deepEqual(await linesOf(), [
    ['Zap Sent', 'boost-routing', 5, -5],
    ['Zap Sent', 'boost', 40_000, -40_004],
    ['Zap Sent', 'boost', 60_000, -60_003],
  ])
  const [routing] = Object.values(
    (await listener.call(listTransactions, { params: { page: '1' }, query: {} })).transactions,
  ).flat()
  const receipt = await listener.call(getTransaction, {
    params: { type: 'Zap Sent', paymentId: routing!.paymentId },
  })
  assert.deepEqual(
    [receipt.note, receipt.contentTitle, receipt.state, receipt.msatChange],
    ['boost-routing', elsewhere('two'), 'settled', -5],
  )
})

test('a failure returns each part to where it came from, and the shares are paid again after a pause', async () => {
  const itemId = await addItem({ [elsewhere('one')]: 1, [elsewhere('two')]: 1 })
  world.node.script({ does: 'fail' }, { does: 'fail' })
  const ids = [await boost(itemId, 1_000), await boost(itemId, 1_000)]
  await pay()
  assert.deepEqual(await balances(), [998_000, 2_000])
  await pay()
  assert.equal(artists.given.length, 2)
  artists.isThere = false
  world.clock.step(HOUR_MS)
  await pay()
  assert.equal(artists.given.length, 2)
  assert.deepEqual(await balances(), [998_000, 2_000])
  artists.isThere = true
  world.node.script({ does: 'succeed', feeMsat: 5n }, { does: 'succeed', feeMsat: 5n })
  world.clock.step(HOUR_MS)
  await pay()
  assert.deepEqual(await balances(), [997_990, 0])
  assert.deepEqual((await Promise.all(ids.map(statesOf))).flat(), ['settled', 'settled', 'settled', 'settled'])
  // The attempts of one recipient are on one line.
  const routing = (await linesOf()).filter(([, note]) => note === 'boost-routing')
  assert.deepEqual(routing, [
    ['Zap Sent', 'boost-routing', 5, -5],
    ['Zap Sent', 'boost-routing', 5, -5],
  ])
})

test('small shares of addresses here are paid here, to users and to content with its fee', async () => {
  const [ann, dia] = [await createTestUser(world), await createTestUser(world)]
  const { trackId } = await publishTrack(world, dia)
  const itemId = await addItem({ [`${ann.name}@peal.example`]: 1, [`track.${trackId}@peal.example`]: 1 })
  await boost(itemId, 1_000)
  const second = await boost(itemId, 1_000)
  await pay()
  assert.deepEqual(await balances(), [998_000, 0])
  assert.deepEqual(await statesOf(second), ['settled', 'settled'])
  assert.deepEqual(await linesOf(ann), [['Zap', null, 1_000, 1_000]])
  assert.deepEqual(await linesOf(dia), [['Earnings', null, 950, 950]])
  assert.deepEqual(await linesOf(), [
    ['Zap Sent', 'boost', 1_000, -1_000],
    ['Zap Sent', 'boost', 1_000, -1_000],
  ])
})

test('after 30 days small shares return to the balance, and the line of their boost is lowered', async () => {
  const itemId = await addItem({ [elsewhere('one')]: 99, [elsewhere('two')]: 1 })
  world.node.script({ does: 'succeed', feeMsat: 0n })
  const id = await boost(itemId, 50_000)
  await age(29)
  await returnKept(world.world.payments)
  assert.deepEqual(await balances(), [950_000, 500])
  await age(2)
  await Promise.all([returnKept(world.world.payments), returnKept(world.world.payments)])
  assert.deepEqual(await balances(), [950_500, 0])
  assert.deepEqual(await statesOf(id), ['settled', 'returned'])
  assert.deepEqual(await linesOf(), [['Zap Sent', 'boost', 49_500, -49_500]])
})

test('small shares that cannot be routed for lack of money wait', async () => {
  listener = await createTestUser(world)
  await fillBalance(world, listener, 2_000)
  const itemId = await addItem({ [elsewhere('one')]: 1, [elsewhere('two')]: 1 })
  const id = await boost(itemId, 1_000)
  await boost(itemId, 1_000)
  await pay()
  assert.deepEqual(await balances(), [0, 2_000])
  assert.equal((await boostOf(id)).legs[0]!.reason, 'insufficient-balance')
  await fillBalance(world, listener, 10_000)
  world.node.script({ does: 'succeed', feeMsat: 1n }, { does: 'succeed', feeMsat: 1n })
  world.clock.step(HOUR_MS)
  await pay()
  assert.deepEqual(await balances(), [9_998, 0])
})

test('small shares return when the account is to be deleted, even if that is refused', async () => {
  const ann = await createTestUser(world)
  listener = await createTestUser(world)
  await fillBalance(world, listener, 2_200)
  const small = await addItem({ [elsewhere('one')]: 3, [elsewhere('two')]: 3, '02aa': 4 })
  const leave = (body = {}) => listener.prove(deleteAccount, { body: { confirm: listener.name, ...body } })
  await boost(small, 1_000)
  assert.deepEqual(await balances(), [1_600, 600])
  const { msatBalance, blockers } = await listener.call(getDeletion, {})
  assert.deepEqual([msatBalance, blockers], [2_200, ['balance']])
  assert.equal((await refusalOf(leave())).code, 'account-has-balance')
  assert.deepEqual(await balances(), [2_200, 0])
  await boost(small, 1_000)
  await listener.call(withdraw, { body: { lightningAddress: `${ann.name}@peal.example`, msatAmount: 1_300 } })
  assert.deepEqual(await balances(), [300, 600])
  assert.deepEqual(await leave({ forfeitMsat: 900 }), { msatForfeited: 900 })
  assert.deepEqual(await balances(), [0, 0])
})

test('a payment that arrives after it had failed takes the shares that still wait, else the balance', async () => {
  const ann = await createTestUser(world)
  const itemId = await addItem({ [elsewhere('one')]: 1, [`${ann.name}@peal.example`]: 1 })
  const failAndArrive = async (feeMsat: bigint, meanwhile: () => Promise<void>) => {
    await boost(itemId, 1_000)
    world.node.script({ does: 'fail' })
    const id = await boost(itemId, 1_000)
    await pay()
    const late = artists.given.at(-1)!.paymentHash
    await meanwhile()
    const [before] = await balances()
    world.node.finishPayment(late, { does: 'succeed', feeMsat })
    await until(async () => {
      world.clock.step(61_000)
      await reviewFailedPayouts(world.world.payments)
      return (await balances())[0] !== before
    })
    assert.deepEqual(await statesOf(id), ['settled', 'settled'])
    const [after, kept] = await balances()
    assert.equal(kept, 0)
    return before! - after!
  }
  assert.equal(await failAndArrive(7n, async () => undefined), 7)
  assert.deepEqual((await linesOf())[0], ['Zap Sent', 'boost-routing', 7, -7])
  // Paid again meanwhile: twice in all.
  const payAgain = async () => {
    world.node.script({ does: 'succeed', feeMsat: 2n })
    world.clock.step(HOUR_MS)
    await pay()
  }
  assert.equal(await failAndArrive(9n, payAgain), 1_009)
  assert.deepEqual((await linesOf())[0], ['Zap Sent', 'boost-routing', 1_011, -1_011])
})

test('while a payment of a boost is on its way, the transaction says so', async () => {
  const itemId = await addItem({ [elsewhere('one')]: 1 })
  world.node.script({ does: 'hang' })
  const query = { msatAmount: '50000' }
  const { sharesHash } = await listener.call(boosts.getBoostShares, { params: { itemId }, query })
  const body = { msatAmount: 50_000, sharesHash }
  const calls = world.node.payCalls.length
  const { id } = await listener.call(boosts.sendBoost, { params: { itemId }, body })
  assert.deepEqual([await statesOf(id), (await detailsOf())[0]], [['pending'], [true, 'sending']])
  await until(() => Promise.resolve(world.node.payCalls.length > calls))
  world.node.finishPayment(world.node.payCalls.at(-1)!.paymentHash, { does: 'succeed', feeMsat: 3n })
  await until(noneInFlight)
  assert.deepEqual([await statesOf(id), (await detailsOf())[0]], [['settled'], [false, null]])
})

test('a server that dies while it pays small shares pays them once', async () => {
  const ann = await createTestUser(world)
  const itemId = await addItem({ [elsewhere('one')]: 1, [`${ann.name}@peal.example`]: 1 })
  for (const [index, point] of ['boost:held', 'payout:node-paid', 'payout:settling', 'payout:settled'].entries()) {
    const [before] = await balances()
    world.node.script({ does: 'succeed', feeMsat: 3n })
    await boost(itemId, 1_000)
    await boost(itemId, 1_000)
    const failpoint = (name: string) => {
      if (name === point) throw new Error('The server dies')
    }
    await payKept({ ...world.world.payments, failpoint })
    await until(async () => {
      await reconcilePayouts(world.world.payments)
      world.clock.step(1_000)
      return noneInFlight()
    })
    await pay()
    assert.deepEqual(await balances(), [before! - 2_003, 0], point)
    assert.equal(artists.given.length, index + 1)
  }
})

const SLOT_MS = 600_000
const deps = () => ({ ...world.world, outbound: world.world.origins.outbound })
/** One round of streaming, at two servers concurrently. */
async function payHeard(): Promise<void> {
  await Promise.all([payStreams(deps()), payStreams(deps())])
  await until(async () => {
    const { rows } = await sql`SELECT FROM stream_slot WHERE slot < ${slotOf(world.clock.now())}`.execute(
      world.world.database.read,
    )
    return rows.length === 0 && (await noneInFlight())
  })
}
const plan = (msatPerMinute: number, msatPerMonth: number) =>
  listener.prove(streaming.setStreaming, { body: { msatPerMinute, msatPerMonth } })
const streamed = () => listener.call(streaming.getStreaming, {})
/** The next ten minutes begin. */
const nextSlot = () => world.clock.step(SLOT_MS - (world.clock.now().getTime() % SLOT_MS))
/** A player reports these positions, each so many seconds after the next ten minutes have begun. */
async function hear(itemId: string, ...reports: [atSeconds: number, positionSeconds: number][]): Promise<void> {
  nextSlot()
  const beganMs = slotOf(world.clock.now()) * SLOT_MS
  for (const [atSeconds, seconds] of reports) {
    const report = { itemId, positionMs: seconds * 1_000 }
    const at = new Date(beganMs + atSeconds * 1_000)
    await world.world.database.transaction((tx) => noteHeard(tx, listener.userId, report, at))
  }
}

test('what was heard is paid once for each ten minutes by the shares at its position, never more than real time', async () => {
  const recipient = `<podcast:valueRecipient type="lnaddress" address="${elsewhere('guest')}" split="1"/>`
  const split = `<podcast:valueTimeSplit startTime="0" duration="15">${recipient}</podcast:valueTimeSplit>`
  const itemId = await addItem({ [elsewhere('main')]: 1 }, split)
  const body = { msatPerMinute: 60_000, msatPerMonth: 1_000_000 }
  const tooLittle = { msatPerMinute: 100_000, msatPerMonth: 50_000 }
  await assert.rejects(listener.prove(streaming.setStreaming, { body: tooLittle }), { code: 'rule-broken' })
  const needed = await neededOf(listener.call(streaming.setStreaming, { body }))
  assert.deepEqual([needed.action, needed.amountMsat], ['streaming', 1_000_000])
  assert.equal((await streamed()).plan, null)
  await plan(70_000, 2_000_000)
  await listener.call(streaming.setStreaming, { body })
  const more = { ...body, msatPerMinute: 60_001 }
  await assert.rejects(listener.call(streaming.setStreaming, { body: more }), { code: 'proof-needed' })
  await hear(
    itemId,
    [0, 0],
    [15, 15],
    // The same report again, another player ahead, the first again, and the clock set back.
    [15, 15],
    [20, 600],
    [35, 15],
    [50, 30],
    [40, 45],
    [55, 60],
    // In the next ten minutes.
    [605, 100],
  )
  await payHeard()
  assert.deepEqual(artists.given, [])
  nextSlot()
  await payHeard()
  await payHeard()
  const given = () => artists.given.map(({ amountMsat, comment }) => [Number(amountMsat), comment])
  assert.deepEqual(new Set(given().map(String)), new Set(['15000,rss::payment::stream', '25000,rss::payment::stream']))
  nextSlot()
  await payHeard()
  assert.deepEqual(given()[2], [40_000, 'rss::payment::stream'])
  const lines = await linesOf()
  assert.deepEqual(
    lines.map(([type, note, msat]) => [type, note, msat]),
    [
      ['Zap Sent', 'stream', 40_000],
      ['Zap Sent', 'stream', 40_000],
    ],
  )
  const { msatThisMonth, payments } = await streamed()
  assert.equal(msatThisMonth, -lines.reduce((sum, [, , , change]) => sum + Number(change), 0))
  assert.deepEqual(
    payments.map(({ title, msatAmount }) => [title, msatAmount]),
    [
      ['A show', 40_000],
      ['A show', 40_000],
    ],
  )
  assert.deepEqual(await statesOf(payments[1]!.paymentId), ['settled', 'settled'])
})

test('the positions that players save count as heard', async () => {
  const itemId = await addItem({ [elsewhere('main')]: 1 })
  await plan(60_000, 1_000_000)
  nextSlot()
  for (const positionSeconds of [0, 15, 30]) {
    const listenedAt = world.clock.now().toISOString()
    await listener.call(positions.putPositions, {
      body: { positions: [{ contentId: itemId, positionSeconds, listenedAt }] },
    })
    world.clock.step(15_000)
  }
  nextSlot()
  await payHeard()
  assert.equal(artists.given.map(({ amountMsat }) => Number(amountMsat)).join(), '30000')
})

test('a budget is spent to its end, an empty balance pays nothing, and after stopping nothing is paid', async () => {
  const itemId = await addItem({ [elsewhere('main')]: 1 })
  await plan(50_000, 50_000)
  const heardFor = async (seconds: number) => {
    world.node.script({ does: 'succeed', feeMsat: 0n })
    await hear(itemId, [0, 0], [seconds, seconds])
    nextSlot()
    await payHeard()
    const { plan: now, msatThisMonth } = await streamed()
    return [now?.problem ?? null, msatThisMonth]
  }
  assert.deepEqual(await heardFor(48), [null, 40_000])
  // With the most that its routing may cost, 2 000.
  assert.deepEqual(await heardFor(10), ['budget', 40_000])
  assert.deepEqual(await heardFor(9.6), [null, 48_000])
  await plan(60_000, 1_000_000)
  const [all] = await balances()
  const other = await createTestUser(world)
  await listener.call(withdraw, { body: { lightningAddress: `${other.name}@peal.example`, msatAmount: all! - 1_000 } })
  assert.deepEqual(await heardFor(30), ['balance', 48_000])
  assert.deepEqual(await heardFor(30), ['balance', 48_000])
  const told = async () => {
    const { notifications } = await listener.call(listNotifications, { query: {} })
    return notifications.filter(({ kind }) => kind === 'stream-stopped').map(({ reason }) => reason)
  }
  await until(async () => (await told()).length === 2)
  assert.deepEqual(new Set(await told()), new Set(['balance', 'budget']))
  await fillBalance(world, listener, 100_000)
  assert.deepEqual(await heardFor(30), [null, 78_000])
  await hear(itemId, [0, 0], [30, 30])
  await listener.call(streaming.stopStreaming, {})
  nextSlot()
  await payHeard()
  assert.deepEqual([(await streamed()).plan, (await streamed()).msatThisMonth], [null, 78_000])
})

test('a server that dies while it pays what was heard pays it once', async () => {
  const itemId = await addItem({ [elsewhere('main')]: 97, [elsewhere('small')]: 3 })
  await plan(60_000, 1_000_000)
  for (const [index, point] of ['boost:recorded', 'withdraw:held', 'payout:settled'].entries()) {
    world.node.script({ does: 'succeed', feeMsat: 0n })
    await hear(itemId, [0, 0], [20, 20])
    nextSlot()
    const failpoint = (name: string) => {
      if (name === point) throw new Error('The server dies')
    }
    await payStreams({ ...deps(), payments: { ...world.world.payments, failpoint } })
    world.clock.step(121_000)
    await payHeard()
    assert.deepEqual(await balances(), [1_000_000 - 20_000 * (index + 1), 600 * (index + 1)], point)
  }
})
