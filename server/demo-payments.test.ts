/** Payments of the demo are booked as all others are, at a time in the past, once; and only in the past. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createDeposit, getDeposit } from '#contract/payments/payments.ts'
import { createTestUser, publishTrack, type PublishedTrack, type TestUser, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { serveDemoPayments } from './demo-payments.ts'
import { auditPayments } from './payments/audit/audit.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let mara: TestUser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  world = await createTestWorld({ lightning: 'sandbox' })
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
})
after(() => world[Symbol.asyncDispose]())

/** Sends a request as the process that makes the catalogue does; resolves with the error. */
async function request(body: object): Promise<string | null> {
  const child = new EventEmitter()
  const reply = Promise.withResolvers<{ id: number; error: string | null }>()
  Object.assign(child, { connected: true, send: reply.resolve })
  const { payments, sandbox } = world.world
  serveDemoPayments(child as ChildProcess, { payments, sandbox: sandbox! })
  child.emit('message', { id: 7, ...body })
  const { id, error } = await reply.promise
  assert.equal(id, 7)
  return error
}

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS)
const zapAt = (settledAt: Date, key = 'demo-zap-1') =>
  request({
    kind: 'zap',
    key,
    settledAt: settledAt.toISOString(),
    username: 'robin',
    contentId: song.trackId,
    msatAmount: 21_000,
    comment: 'From then',
    contentTime: 1,
  })

test('a deposit and a zap have the time that was given, in the ledger and in statements', async () => {
  const { invoiceId } = await robin.call(createDeposit, { body: { msatAmount: 50_000 } })
  const { invoice } = await robin.call(getDeposit, { params: { invoiceId } })
  const [deposited, zapped] = [daysAgo(50), daysAgo(3)]
  assert.equal(await request({ kind: 'pay', bolt11: invoice.request, settledAt: deposited.toISOString() }), null)
  await until(async () => (await robin.call(getDeposit, { params: { invoiceId } })).invoice.state === 'paid')
  assert.equal(await zapAt(zapped), null)
  const { rows: lines } = await sql<{ type: string; created_at: Date }>`
    SELECT type, created_at FROM statement_line WHERE user_id = ${robin.userId} ORDER BY created_at`.execute(
    world.world.database.read,
  )
  assert.deepEqual(
    lines.map(({ type, created_at }) => [type, created_at.getTime()]),
    [
      ['Deposit', deposited.getTime()],
      ['Zap Sent', zapped.getTime()],
    ],
  )
  const { rows: transfers } = await sql<{ occurred_at: Date; created_at: Date }>`
    SELECT occurred_at, created_at FROM tx WHERE kind IN ('deposit', 'content-payment') ORDER BY occurred_at`.execute(
    world.world.database.read,
  )
  assert.deepEqual(
    transfers.map(({ occurred_at }) => occurred_at.getTime()),
    [deposited.getTime(), zapped.getTime()],
  )
  for (const { created_at } of transfers) assert.ok(Date.now() - created_at.getTime() < DAY_MS)
  const audit = await auditPayments({ database: world.world.database, node: world.world.payments.node })
  assert.equal(audit.isRight, true)
})

test('the response to an unknown request is an error', async () => {
  assert.match((await request({ kind: 'refund', bolt11: 'lnbc1' })) ?? '', /Invalid/)
})

test('a repeated zap moves nothing, and a time that is not in the past is refused', async () => {
  const count = async () => (await sql`SELECT FROM zap`.execute(world.world.database.read)).rows.length
  assert.equal(await count(), 1)
  assert.equal(await zapAt(daysAgo(2)), null)
  assert.equal(await count(), 1)
  assert.match((await zapAt(daysAgo(-1), 'demo-zap-2')) ?? '', /not in the past/)
  assert.match((await zapAt(daysAgo(91), 'demo-zap-2')) ?? '', /not in the past/)
  assert.equal(await count(), 1)
})
