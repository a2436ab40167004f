/** Auto-forward: earned first, then forwarded in batches of whole sats; failed attempts are released, and nothing is
 * sent twice. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  getForwarding,
  getTransaction,
  listTransactions,
  removeLightningAddress,
  setLightningAddress,
} from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000

let world: TestWorld
let elsewhere: AddressServer
let listener: TestUser
let artist: TestUser
let contentId: string

before(async () => {
  // External invoices are created by the world's scripted node, which has their preimages.
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  world = await createTestWorld({
    settings: {
      OUTBOUND_ALLOW: elsewhere.hostAndPort,
      FORWARD_ATTEMPTS: '3',
      FORWARD_RETRY_SECONDS: '60',
      PUBLIC_URL: 'https://peal.example',
    },
  })
  world.expectLogs('forward-address-failed', 'forward-held-back')
  listener = await createTestUser(world)
  await fillBalance(world, listener, 10_000_000)
})
beforeEach(async () => {
  elsewhere.isThere = true
  elsewhere.oldInvoice = null
  elsewhere.given.length = 0
  world.node.payCalls.length = 0
  artist = await createTestUser(world)
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
})
after(async () => {
  await closeBalanced(world)
  await elsewhere.close()
})

/** So that the artist earns exactly this, at a fee of 5 %. */
const earn = (msat: number) => listener.call(send, { body: { contentId, msatAmount: Math.round(msat / 0.95) } })
const setAddress = () => artist.prove(setLightningAddress, { body: { lightningAddress: elsewhere.address } })
const forwarding = () => artist.call(getForwarding, {})
const batch = async () => (await forwarding()).batch
/** Both from one response, because an attempt may begin between two. */
const untilBatch = (wanted: { state: string; attempts: number }) =>
  until(async () => {
    const now = await batch()
    return now?.state === wanted.state && now.attempts === wanted.attempts
  })
const linesOf = async () => {
  const { transactions } = await artist.call(listTransactions, {
    params: { page: '1' },
    query: { filters: 'Autoforward' },
  })
  return Object.values(transactions).flat()
}

test('123 456 earned: 123 000 are sent, the house reserves 1 845 and pays 700, 456 stay', async () => {
  await setAddress()
  const house = await readBalance(world.world.database.read, 'house')
  world.node.script({ does: 'hang' })
  await earn(123_456)
  await until(() => world.node.payCalls.length === 1)
  assert.equal(world.node.payCalls[0]?.feeLimitMsat, 1_845n)
  assert.equal(await artist.balance(), 456)
  assert.equal((await readBalance(world.world.database.read, 'house')) - house, -1_845n)
  const [line] = await linesOf()
  assert.deepEqual([line?.msatChange, line?.isPending, line?.address], [-123_000, true, elsewhere.address])
  world.node.finishPayment(world.node.payCalls[0].paymentHash, { does: 'succeed', feeMsat: 700n })
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(await artist.balance(), 456)
  assert.equal((await readBalance(world.world.database.read, 'house')) - house, -700n)
  assert.equal((await forwarding()).msatWaiting, 456)
  const detail = await artist.call(getTransaction, { params: { type: 'Autoforward', paymentId: line!.paymentId } })
  assert.deepEqual(
    [detail.msatAmount, detail.msatChange, detail.feeMsat, detail.attempts.length],
    [123_000, -123_000, 700, 1],
  )
})

test('the house pays at most half of the platform fee on the earnings; the user pays the rest of the routing', async () => {
  await setAddress()
  await fillBalance(world, artist, 5_000)
  const house = await readBalance(world.world.database.read, 'house')
  world.node.script({ does: 'hang' })
  await earn(0.95 * 20_000)
  world.clock.step(25 * HOUR_MS)
  await until(() => world.node.payCalls.length === 1)
  // 19 000 with a fee of 1 000 brought: of the reserve of 1 000 the house holds 500.
  assert.equal(world.node.payCalls[0]?.feeLimitMsat, 1_000n)
  assert.equal(await artist.balance(), 24_000 - 19_000 - 500)
  assert.equal((await readBalance(world.world.database.read, 'house')) - house, -500n)
  world.node.finishPayment(world.node.payCalls[0].paymentHash, { does: 'succeed', feeMsat: 620n })
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(await artist.balance(), 24_000 - 19_000 - 120)
  assert.equal((await readBalance(world.world.database.read, 'house')) - house, -500n)
  assert.equal((await linesOf())[0]?.msatChange, -19_120)
})

test('without other money, a forward sends what the balance covers with its part of the reserve', async () => {
  await setAddress()
  await earn(0.95 * 30_000)
  world.clock.step(25 * HOUR_MS)
  await until(async () => (await batch())?.state === 'settled')
  // 28 500 earned: 28 000 would need 1 000 − 736 from the balance, which has 500 more.
  assert.equal(elsewhere.given.at(-1)?.amountMsat, 28_000n)
  assert.equal(await artist.balance(), 500)
})

test('users who zap themselves and forward over their own node gain nothing, however often they do it', async () => {
  await setAddress()
  await fillBalance(world, artist, 100_000)
  const read = world.world.database.read
  const platform = async () => (await readBalance(read, 'house')) + (await readBalance(read, 'platform_fee'))
  const begun = await platform()
  let takenOut = 0
  for (let round = 1; round <= 3; round++) {
    await artist.call(send, { body: { contentId, msatAmount: 10_527 } })
    world.node.script({ does: 'succeed', feeMsat: 1_000n })
    world.clock.step(25 * HOUR_MS)
    await until(async () => world.node.payCalls.length === round && (await batch())?.state === 'settled')
    // Amount and routing both arrive at the attacker's own node.
    takenOut += Number(elsewhere.given.at(-1)!.amountMsat) + 1_000
    assert.equal(takenOut, round * 11_000)
    assert.ok((await artist.balance()) + takenOut < 100_000, `gained in round ${round}`)
    assert.ok((await platform()) > begun)
  }
})

test('less than 100 sats wait for a day, and are then forwarded from 10 sats', async () => {
  // The clock of the database is far behind this one.
  world.clock.step(48 * HOUR_MS)
  await setAddress()
  await earn(20_900)
  await until(async () => (await countedMsat()) === 20_900n)
  await earn(0.95 * 10_000)
  await until(async () => (await forwarding()).msatWaiting === 30_400)
  assert.equal(await batch(), null)
  world.clock.step(24 * HOUR_MS)
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(elsewhere.given.at(-1)?.amountMsat, 30_000n)
  assert.equal(await artist.balance(), 400)
})

/** The part of the artist's earnings that a round has counted. */
async function countedMsat(): Promise<bigint | undefined> {
  const { rows } = await world.world.database.pool.query<{ msat: bigint }>(
    'SELECT earned_msat AS msat FROM forward_plan WHERE user_id = $1',
    [artist.userId],
  )
  return rows[0]?.msat
}

test('earlier earnings and deposits are never forwarded', async () => {
  await earn(190_000)
  await fillBalance(world, artist, 500_000)
  await setAddress()
  await earn(114_000)
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(await artist.balance(), 190_000 + 500_000)
  assert.deepEqual(
    elsewhere.given.map(({ amountMsat }) => amountMsat),
    [114_000n],
  )
})

test('a failed attempt is released in full and retried later with a new invoice', async () => {
  await setAddress()
  const house = await readBalance(world.world.database.read, 'house')
  world.node.script({ does: 'fail', reason: 'no-route' })
  await earn(152_000)
  await untilBatch({ state: 'waiting', attempts: 1 })
  assert.equal(await artist.balance(), 152_000)
  assert.equal(await readBalance(world.world.database.read, 'house'), house)
  const [line] = await linesOf()
  assert.deepEqual([line?.msatChange, line?.isPending, line?.failureReason], [0, true, 'no-route'])
  world.clock.step(61_000)
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(await artist.balance(), 0)
  assert.equal(new Set(world.node.payCalls.map((call) => call.paymentHash)).size, 2)
  const { attempts } = await artist.call(getTransaction, {
    params: { type: 'Autoforward', paymentId: line!.paymentId },
  })
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ['settled', 'failed'],
  )
  assert.equal((await linesOf()).length, 1)
})

test('after the last attempt the money stays in the balance and the user is notified', async () => {
  await setAddress()
  elsewhere.isThere = false
  await earn(190_000)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await until(async () => ((await batch())?.attempts ?? 0) >= attempt)
    world.clock.step(HOUR_MS)
  }
  await until(async () => (await batch())?.state === 'failed')
  assert.equal(await artist.balance(), 190_000)
  assert.equal((await batch())?.lastError, 'lightning-address-unreachable')
  await until(async () =>
    (await listUnsentMails(world.world.database, artist.email)).some((mail) => mail.subject.includes('forwarded')),
  )
  elsewhere.isThere = true
  await earn(114_000)
  await until(async () => (await batch())?.state === 'settled')
  assert.equal(await artist.balance(), 190_000)
})

test('an attempt with an unknown outcome stays reserved, and no second one starts before the node reports it', async () => {
  await setAddress()
  world.node.script({ does: 'unknown', truth: 'in_flight' })
  await earn(133_000)
  // The node refuses an invoice that expires before the request.
  await until(() => world.node.payCalls.length === 1)
  world.clock.step(3 * HOUR_MS)
  await earn(133_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  assert.equal(world.node.payCalls.length, 1)
  assert.equal(await artist.balance(), 133_000)
  world.node.finishPayment(world.node.payCalls[0]!.paymentHash, { does: 'succeed', feeMsat: 1n })
  await until(async () => world.node.payCalls.length === 2)
  await until(async () => (await artist.balance()) === 0)
})

test('removing the address stops forwarding and loses nothing', async () => {
  await setAddress()
  await earn(50_000)
  await until(async () => (await forwarding()).msatWaiting === 50_000)
  await artist.call(removeLightningAddress, {})
  await earn(190_000)
  assert.equal((await forwarding()).lightningAddress, null)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  assert.equal(elsewhere.given.length, 0)
  assert.equal(await artist.balance(), 240_000)
})

test('an address removed while its payment is in flight gets no further attempt, with any outcome', async () => {
  const other = `another-${elsewhere.address}`
  for (const leave of [
    () => artist.call(removeLightningAddress, {}),
    () => artist.prove(setLightningAddress, { body: { lightningAddress: other } }),
    // Removing the address and setting it again starts a new plan.
    () => artist.call(removeLightningAddress, {}).then(setAddress),
  ]) {
    await setAddress()
    const [given, calls, before0] = [elsewhere.given.length, world.node.payCalls.length, await artist.balance()]
    world.node.script({ does: 'hang' })
    await earn(190_000)
    await until(() => world.node.payCalls.length === calls + 1)
    await leave()
    world.node.finishPayment(world.node.payCalls.at(-1)!.paymentHash, { does: 'fail' })
    await until(async () => (await artist.balance()) === before0 + 190_000)
    world.clock.step(HOUR_MS)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    assert.equal(elsewhere.given.length, given + 1)
    assert.equal(await artist.balance(), before0 + 190_000)
    await artist.call(removeLightningAddress, {})
  }
})

test('an address that returns an expired invoice again is abandoned like one that returns none', async () => {
  await setAddress()
  world.node.script({ does: 'fail' })
  await earn(190_000)
  await untilBatch({ state: 'waiting', attempts: 1 })
  elsewhere.oldInvoice = elsewhere.given.at(-1)!.bolt11
  for (let attempt = 2; attempt <= 3; attempt++) {
    world.clock.step(90_000 * attempt)
    await until(async () => (await batch())?.attempts === attempt)
  }
  assert.deepEqual([(await batch())?.state, (await batch())?.lastError], ['failed', 'invoice-already-tried'])
  assert.equal(await artist.balance(), 190_000)
  elsewhere.oldInvoice = null
})

test('a held account forwards nothing and still earns; what was spent meanwhile is not forwarded', async () => {
  await setAddress()
  const hold = { cause: 'operator', reason: 'A test', now: world.clock.now() } as const
  await holdOutgoing(world.world.database.read, { ...hold, userId: artist.userId })
  await earn(190_000)
  await until(async () => (await forwarding()).heldBack === 'locked')
  assert.equal(await artist.balance(), 190_000)

  const spender = await createTestUser(world)
  const content = await spender.call(createArtist, { body: { name: 'Spender' } })
  await spender.prove(setLightningAddress, { body: { lightningAddress: elsewhere.address } })
  elsewhere.isThere = false
  await listener.call(send, { body: { contentId: content.id, msatAmount: 200_000 } })
  await until(async () => ((await spender.call(getForwarding, {})).batch?.attempts ?? 0) === 1)
  const invoice = world.node.makeInvoice({ amountMsat: 150_000n }).bolt11
  const { paymentId } = await spender.call(withdraw, { body: { invoice } })
  await until(async () => (await spender.call(getPayment, { params: { paymentId } })).state === 'settled')
  elsewhere.isThere = true
  world.clock.step(HOUR_MS)
  await until(async () => (await spender.call(getForwarding, {})).batch?.lastError === 'spent')
  assert.ok((await spender.balance()) < 40_001)
})

test('forwards that waited because of a hold are sent once the hold is released', async () => {
  await setAddress()
  const now = world.clock.now()
  const hold = { cause: 'operator', reason: 'A test', now } as const
  const release = () =>
    world.world.database.transaction((tx) =>
      releaseHolds(tx, { userId: artist.userId, releasedBy: artist.userId, now }),
    )

  // Before there is a batch.
  await holdOutgoing(world.world.database.read, { ...hold, userId: artist.userId })
  await earn(190_000)
  await until(async () => (await forwarding()).heldBack === 'locked')
  await release()
  await until(async () => (await batch())?.state === 'settled')

  // Between two attempts of a batch.
  elsewhere.isThere = false
  await earn(190_000)
  await untilBatch({ state: 'waiting', attempts: 1 })
  await holdOutgoing(world.world.database.read, { ...hold, userId: artist.userId })
  elsewhere.isThere = true
  world.clock.step(90_000)
  await until(async () => (await forwarding()).heldBack === 'locked')
  await release()
  await until(async () => (await batch())?.state === 'settled')
})

test('addresses that do not exist, belong to this server or may not be requested are refused', async () => {
  const host = 'peal.example'
  const cases: [string, string][] = [
    [`${artist.name}@${host}`, 'lightning-address-own'],
    [`somebody@${host.toUpperCase()}`, 'lightning-address-own'],
    ['gus@127.0.0.1:1', 'lightning-address-unreachable'],
    ['gus@10.0.0.1', 'lightning-address-unreachable'],
    ['gus@wallet.example', 'lightning-address-unreachable'],
    ['gus', 'lightning-address-invalid'],
    ['gus@', 'lightning-address-invalid'],
    ['gus@host/path', 'lightning-address-invalid'],
  ]
  for (const [lightningAddress, code] of cases) {
    const refused = await refusalOf(artist.prove(setLightningAddress, { body: { lightningAddress } }))
    assert.equal(refused.code, code, lightningAddress)
  }
  assert.equal((await forwarding()).lightningAddress, null)
})
