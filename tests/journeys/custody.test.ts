/** Limits for all accounts together: what leaves in an hour, on two servers, and bookings that need two operators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { setLightningAddress } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { assignSuspense, getMoney } from '#contract/operator/admin.ts'
import { decideColdMove, recordColdMove } from '#contract/operator/cold-storage.ts'
import { declineProposal, proposeBooking } from '#contract/operator/proposals.ts'
import { send, withdraw } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { bindInstallation } from '#server/payments/installation.ts'
import { sumOutflow } from '#server/payments/payouts/outflow.ts'
import { silentLog } from '#server/platform/log.ts'
import { createCall } from '#web/data/api.ts'
import { startAddressServer } from '../address-server.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import { createTestWorld, serve, transportTo, type TestWorld } from '../world.ts'

const CAP_MSAT = 20_300_000n

test('50 concurrent payments on two servers stay below the hourly cap; an hour later, payments are accepted again', async () => {
  await using world = await createTestWorld({ settings: { OUTFLOW_PER_HOUR_MSAT: String(CAP_MSAT) } })
  await using stack = new AsyncDisposableStack()
  const parts = { clock: world.clock, node: world.node }
  const other = await serve(stack, { ...world.world.config, port: 0 }, silentLog, { parts, pages: false })
  const users = await Promise.all(Array.from({ length: 5 }, () => createTestUser(world)))
  for (const user of users) await fillBalance(world, user, 12_000_000)
  const pay = (user: TestUser, index: number) => {
    const call = index % 2 === 0 ? user.call : createCall(transportTo(other.origin), () => user.token)
    const invoice = world.node.makeInvoice({ amountMsat: 1_000_000n }).bolt11
    return call(withdraw, { body: { invoice } })
  }
  const requests = Array.from({ length: 50 }, (_none, index) => pay(users[index % 5]!, index))
  const outcomes = await Promise.allSettled(requests)
  const refused = outcomes
    .filter((one) => one.status === 'rejected')
    .map(({ reason }) => (reason as { code: string }).code)
  assert.deepEqual([...new Set(refused)], ['outflow-limit'])
  const { read } = world.world.database
  const outMsat = await sumOutflow(read, world.clock.now())
  assert.ok(outMsat <= CAP_MSAT && outMsat >= 19_000_000n, `${outMsat}`)
  await until(async () => (await sql`SELECT FROM payout WHERE state <> 'settled'`.execute(read)).rows.length === 0)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM payout`.execute(read)
  assert.equal(rows[0]!.count + refused.length, 50)

  world.clock.step(3_660_000)
  assert.equal(await sumOutflow(read, world.clock.now()), 0n)
  const rich = users.find((_user, index) => outcomes[index]!.status === 'rejected') ?? users[4]!
  await sql`UPDATE person SET created_at = created_at - interval '2 days'`.execute(read)
  assert.ok((await pay(rich, 0)).paymentId)
  await until(async () => (await sql`SELECT FROM payout WHERE state <> 'settled'`.execute(read)).rows.length === 0)
  await assertBooksBalance(world)
})

test('a forward that would exceed the cap waits, takes nothing, and is sent an hour later', async () => {
  await using elsewhere = await addressServer(() => world)
  await using world = await createTestWorld({
    settings: { OUTFLOW_PER_HOUR_MSAT: '300000', OUTBOUND_ALLOW: elsewhere.server.hostAndPort },
    expectedLogs: ['forward-held-back'],
  })
  const [artist, listener] = await Promise.all([createTestUser(world), createTestUser(world)])
  await fillBalance(world, listener, 5_000_000)
  const contentId = (await artist.call(createArtist, { body: { name: 'The Capped' } })).id
  await artist.prove(setLightningAddress, { body: { lightningAddress: elsewhere.server.address } })
  const earn = (msat: number) => listener.call(send, { body: { contentId, msatAmount: Math.round(msat / 0.95) } })
  await earn(123_000)
  await until(() => world.node.payCalls.length === 1)
  await earn(250_000)
  await until(() => world.logLines().some((line) => line.includes('forward-held-back')))
  assert.equal(world.node.payCalls.length, 1)
  assert.ok((await artist.balance()) >= 250_000 - 1_000, 'nothing is taken')
  world.clock.step(3_660_000)
  await until(() => world.node.payCalls.length === 2)
  await until(async () => (await artist.balance()) < 1_000)
  await assertBooksBalance(world)
})

test('a payout to an outside recipient that would exceed the cap waits with its money, and is sent an hour later', async () => {
  await using elsewhere = await addressServer(() => world)
  await using world = await createTestWorld({
    settings: { OUTFLOW_PER_HOUR_MSAT: '300000', OUTBOUND_ALLOW: elsewhere.server.hostAndPort },
  })
  const [owner, listener] = await Promise.all([createTestUser(world), createTestUser(world)])
  await fillBalance(world, listener, 5_000_000)
  const contentId = (await owner.call(createArtist, { body: { name: 'The Capped Split' } })).id
  await owner.prove(createSplit, {
    body: { contentId, splitRecipients: [{ name: elsewhere.server.address, share: 1 }] },
  })
  const earn = (msat: number) => listener.call(send, { body: { contentId, msatAmount: Math.round(msat / 0.95) } })
  const waiting = async () => {
    const params = { contentId, contentType: 'artist' } as const
    const [shown] = await owner.call(listOutsideRecipients, { params })
    return shown!
  }
  await earn(123_000)
  await until(() => world.node.payCalls.length === 1)
  await until(async () => !(await waiting()).isSending)
  await earn(250_000)
  await until(async () => (await waiting()).heldBack === 'limit')
  assert.equal(world.node.payCalls.length, 1)
  assert.ok((await waiting()).msatWaiting >= 249_000)
  world.clock.step(3_660_000)
  await until(() => world.node.payCalls.length === 2)
  await until(async () => (await waiting()).msatWaiting < 10_000)
  await assertBooksBalance(world)
})

async function addressServer(worldOf: () => TestWorld) {
  const server = await startAddressServer((invoice) => worldOf().node.makeInvoice(invoice))
  return { server, [Symbol.asyncDispose]: () => server.close() }
}

async function receiveUnknown(world: TestWorld, treasurer: TestUser): Promise<string> {
  const externalId = `unknown ${Math.random()}`
  const made = await world.node.createInvoice({ amountMsat: 9_000n, expirySeconds: 600, externalId })
  await world.node.settle(made.paymentHash)
  const find = async () =>
    (await treasurer.call(getMoney, {})).suspense.find(({ paymentHash }) => paymentHash === made.paymentHash)
  await until(async () => (await find()) !== undefined)
  return (await find())!.itemId
}

test('a large sum is assigned by two operators, once', async () => {
  await using world = await createTestWorld({ settings: { TWO_OPERATORS_MSAT: '9000' } })
  world.expectLogs('money-in-suspense')
  const { read } = world.world.database
  const [ann, bob, cleo, owner] = await Promise.all(
    ['ann', 'bob', 'cleo', 'payee'].map((name) => createTestUser(world, { name })),
  )
  await setRole(read, 'ann', 'treasurer')
  assert.equal((await ann!.call(getMoney, {})).custody.isAlone, true)
  await setRole(read, 'bob', 'treasurer')
  await setRole(read, 'cleo', 'owner')
  assert.equal((await ann!.call(getMoney, {})).custody.isAlone, false)
  const itemId = await receiveUnknown(world, ann!)
  const assign = (user: TestUser, id = itemId, username = 'payee') =>
    user.call(assignSuspense, { params: { itemId: id }, body: { username } })
  const propose = (subjectId: string) =>
    ann!.call(proposeBooking, {
      body: { action: 'assign-suspense', subjectId, username: 'payee', reason: 'They showed the preimage' },
    })
  const needsSecond = { status: 409, code: 'second-operator-needed' }
  assert.deepEqual(await refusalOf(assign(bob!)), needsSecond)
  await propose(itemId)
  assert.deepEqual(await refusalOf(assign(ann!)), needsSecond)
  assert.deepEqual(await refusalOf(assign(bob!, itemId, 'cleo')), needsSecond)
  const [proposal] = (await bob!.call(getMoney, {})).proposals
  assert.deepEqual(
    [proposal?.msatAmount, proposal?.username, proposal?.proposedBy, proposal?.isOwn],
    [9_000, 'payee', 'ann', false],
  )
  const both = await Promise.allSettled([assign(bob!), assign(cleo!)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(await owner!.balance(), 9_000)
  assert.deepEqual((await bob!.call(getMoney, {})).proposals, [])

  const declined = await receiveUnknown(world, ann!)
  const { proposalId } = await propose(declined)
  await bob!.call(declineProposal, { params: { proposalId } })
  assert.deepEqual(await refusalOf(assign(bob!, declined)), needsSecond)
  await propose(declined)
  await sql`UPDATE booking_proposal SET expires_at = ${world.clock.now()} WHERE decided_at IS NULL`.execute(read)
  assert.deepEqual(await refusalOf(assign(bob!, declined)), needsSecond)
  assert.equal(await owner!.balance(), 9_000)
  await assertBooksBalance(world)
})

test('money above the node’s ceiling is moved to cold storage, and counts there once the move is confirmed', async () => {
  await using world = await createTestWorld({
    settings: {
      NODE_CEILING_MSAT: '1000000',
      COLD_STORAGE: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      TWO_OPERATORS_MSAT: '500000',
      METRICS_LISTEN: '127.0.0.1:0',
    },
  })
  const { read } = world.world.database
  const [ann, bob] = await Promise.all(['ann', 'bob'].map((name) => createTestUser(world, { name })))
  await setRole(read, 'ann', 'treasurer')
  await setRole(read, 'bob', 'treasurer')
  const money = async (user = ann!) => (await user.call(getMoney, {})).coldStorage
  const gauge = async (name: string) => {
    const text = await (await fetch(`${world.app.metricsOrigin}/metrics`)).text()
    return Number(new RegExp(`^peal_${name}_msat (\\S+)$`, 'm').exec(text)?.[1])
  }
  const record = (msatAmount: number, reference: string, user = ann!) =>
    user.call(recordColdMove, { body: { msatAmount, reference, reason: 'Above the ceiling' } })
  const decide = (user: TestUser, moveId: string, isConfirmed: boolean) =>
    user.call(decideColdMove, { params: { moveId }, body: { isConfirmed } })
  const short = { status: 422, code: 'cold-storage-short' }

  assert.deepEqual((await money()).destination, {
    kind: 'on-chain',
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  })
  const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  await assert.rejects(bindInstallation(read, world.node, mainnet), /COLD_STORAGE must be an address of the node's/)
  assert.equal(await gauge('node_ceiling'), 1_000_000)
  assert.equal((await record(499_000, 'tx 1')).isConfirmed, true)
  assert.deepEqual(await refusalOf(record(1_000, 'tx 1')), { status: 409, code: 'conflict' })
  const { moveId, isConfirmed } = await record(7_000_000, 'tx 2')
  assert.equal(isConfirmed, false)
  assert.equal(await gauge('cold_storage'), 499_000)
  assert.deepEqual(await refusalOf(decide(ann!, moveId, true)), { status: 409, code: 'second-operator-needed' })
  await decide(bob!, moveId, true)
  assert.deepEqual(await refusalOf(decide(bob!, moveId, false)), { status: 404, code: 'not-found' })
  assert.equal(await gauge('cold_storage'), 7_499_000)

  // Two operators concurrently move the same money back.
  const back = await Promise.all([record(-7_000_000, 'tx 3'), record(-7_000_000, 'tx 4', bob)])
  const both = await Promise.allSettled([decide(bob!, back[0].moveId, true), decide(ann!, back[1].moveId, true)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(await refusalOf(record(-499_001, 'tx 5')), short)
  assert.equal((await money()).msatHeld, 499_000)
  const { length } = (await money()).moves
  assert.equal(length, 4)
  await assertBooksBalance(world)
})
