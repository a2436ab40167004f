/** Many concurrent payments to one artist: booked together, each with its own response, and never twice. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createArtist } from '#contract/catalog/artists.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { createBalanceSends } from '#server/payments/zaps/send.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { newId } from '#server/platform/ids.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import type { SendTask } from '../faults/dying-sender.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const SENDER = fileURLToPath(new URL('../faults/dying-sender.ts', import.meta.url))
const NOTHING = '01890000-0000-7000-8000-000000000000'
/** What the artist receives of 1 000 msat. */
const KEPT_MSAT = 950

let world: TestWorld
let mara: TestUser
let fans: TestUser[]
let contentId = ''

before(async () => {
  world = await createTestWorld()
  world.expectLogs('receipt-not-booked', 'money-in-suspense', 'invoice-feed-lost')
  mara = await createTestUser(world)
  fans = []
  for (let count = 0; count < 4; count++) fans.push(await createTestUser(world))
  for (const fan of fans) await fillBalance(world, fan, 100_000)
  contentId = (await mara.call(createArtist, { body: { name: 'Mara Okafor' } })).id
})
after(() => closeBalanced(world))

const whoIs = (userId: string) => ({ kind: 'user', userId, role: null, ip: '127.0.0.1' }) as AuthenticatedUser

/** How many database transactions wrote the newest transfers to the artist. */
async function countTransactions(transferCount: number): Promise<number> {
  const { rows } = await world.world.database.pool.query<{ transactions: number }>(
    `select count(distinct inserted_by)::int as transactions from (
      select inserted_by from entry where account_id = (select id from account where code = $1)
      order by tx_id desc limit $2) newest`,
    [`user:${mara.userId}`, transferCount],
  )
  return rows[0]!.transactions
}

test('many concurrent zaps each get their own response, in few transactions', async () => {
  const poor = await createTestUser(world)
  const held = await createTestUser(world)
  await fillBalance(world, poor, 1_500)
  await fillBalance(world, held, 5_000)
  await world.world.database.pool.query('update person set is_locked = true where id = $1', [held.userId])
  const before0 = await mara.balance()
  const good = fans.flatMap((fan) =>
    Array.from({ length: 8 }, () => ({ who: fan, body: { contentId, msatAmount: 1_000 } })),
  )
  const sends = good.map(({ who, body }) => who.call(send, { body }))
  const poorSends = Promise.allSettled([1, 2, 3].map(() => poor.call(send, { body: { contentId, msatAmount: 1_000 } })))
  const nowhere = fans.map((fan) => refusalOf(fan.call(send, { body: { contentId: NOTHING, msatAmount: 1_000 } })))
  const heldSend = refusalOf(held.call(send, { body: { contentId, msatAmount: 1_000 } }))
  const answers = await Promise.all(sends)
  assert.equal(new Set(answers.map(({ paymentId }) => paymentId)).size, good.length)
  const poorAnswers = await poorSends
  assert.equal(poorAnswers.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const refused of await Promise.all(nowhere)) assert.deepEqual(refused, { status: 404, code: 'not-found' })
  assert.deepEqual(await heldSend, { status: 403, code: 'withdrawals-held' })
  const bookedCount = good.length + 1
  assert.equal((await mara.balance()) - before0, bookedCount * KEPT_MSAT)
  assert.equal(await poor.balance(), 500)
  assert.ok((await countTransactions(bookedCount)) < bookedCount / 2)
})

test('over two processes and with repeats, each operation is one zap', async () => {
  const { payments } = world.world
  const processes = [createBalanceSends(payments), createBalanceSends(payments)]
  const before0 = await mara.balance()
  const operationIds = Array.from({ length: 20 }, () => newId())
  const request = { contentId, msatAmount: 1_000n }
  const sends = operationIds.flatMap((operationId, index) =>
    [...processes, ...processes].map((process) => process(whoIs(fans[index % 4]!.userId), operationId, request)),
  )
  await Promise.all(sends)
  assert.equal((await mara.balance()) - before0, 20 * KEPT_MSAT)
})

test('a payer who spends the whole balance, with repeats, gets success for exactly what was booked', async () => {
  const spender = await createTestUser(world)
  await fillBalance(world, spender, 1_000)
  const processes = [createBalanceSends(world.world.payments), createBalanceSends(world.world.payments)]
  const operationId = newId()
  const sends = Array.from({ length: 10 }, (_, index) =>
    processes[index % 2]!(whoIs(spender.userId), operationId, { contentId, msatAmount: 1_000n }),
  )
  assert.deepEqual(new Set((await Promise.all(sends)).map(({ paymentId }) => paymentId)), new Set([operationId]))
  assert.equal(await spender.balance(), 0)
})

for (const crashAt of ['send:booking:2', 'send:booked:1']) {
  test(
    `after a kill at ${crashAt} and a repeat of all requests, each zap is booked once`,
    withoutConflicts,
    async () => {
      const before0 = await mara.balance()
      const sends = Array.from({ length: 12 }, (_, index) => ({
        userId: fans[index % 4]!.userId,
        operationId: newId(),
        msatAmount: 1_000,
      }))
      const task: SendTask = { databaseUrl: world.databaseUrl, crashAt, contentId, sends }
      const child = spawn(process.execPath, [SENDER, JSON.stringify(task)], { stdio: 'inherit' })
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      assert.equal(signal, 'SIGKILL')
      const bookedCount = ((await mara.balance()) - before0) / KEPT_MSAT
      assert.ok(bookedCount >= 1 && bookedCount < 12, `${bookedCount} were booked before the kill`)
      const repeat = createBalanceSends(world.world.payments)
      const request = { contentId, msatAmount: 1_000n }
      await Promise.all(sends.map(({ userId, operationId }) => repeat(whoIs(userId), operationId, request)))
      assert.equal((await mara.balance()) - before0, 12 * KEPT_MSAT)
    },
  )
}

const invoicesOf = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => world.call(createInvoice, { body: { contentId, msatAmount: 1_000 } })),
  )

test('invoices that settle concurrently are credited together, each once, however often they are reported', async () => {
  const before0 = await mara.balance()
  const invoices = await invoicesOf(30)
  const hashes = invoices.map(({ paymentHash }) => paymentHash)
  await Promise.all([...hashes, ...hashes].map((paymentHash) => world.node.settle(paymentHash)))
  await until(async () => (await mara.balance()) - before0 === 30 * KEPT_MSAT)
  assert.ok((await countTransactions(30)) < 15)
})

test('a payment that cannot be booked delays nobody: it goes to suspense, and the books stay right', async () => {
  const before0 = await mara.balance()
  const invoices = await invoicesOf(9)
  const bad = invoices[4]!
  await world.world.database.pool.query(`update invoice set terms = '{"feePpm": -1, "recipients": []}' where id = $1`, [
    bad.invoiceId,
  ])
  for (const { paymentHash } of invoices) await world.node.settle(paymentHash)
  await until(async () => (await mara.balance()) - before0 === 8 * KEPT_MSAT)
  await world.node.settle(bad.paymentHash)
  const items = (await listSuspense(world.world.database.read)).filter((item) => item.paymentHash === bad.paymentHash)
  assert.deepEqual(
    items.map(({ reason, amountMsat, paymentId }) => [reason, amountMsat, paymentId]),
    [['unbookable', 1_000n, bad.invoiceId]],
  )
})

test('a feed that breaks during a backlog resumes where it was', async () => {
  // One address may request only so many invoices per minute.
  world.clock.step(61_000)
  const before0 = await mara.balance()
  for (const { paymentHash } of await invoicesOf(25)) {
    await world.node.settle(paymentHash)
    if (Math.random() < 0.2) world.node.breakFeeds()
  }
  await until(async () => (await mara.balance()) - before0 === 25 * KEPT_MSAT)
})
