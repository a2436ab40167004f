/** Connections that end at the worst moment: clients that disconnect, a database that becomes unreachable, requests
 * that never end. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { isPooledRun } from '#tests/pgbouncer.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

let world: TestWorld
let listener: TestUser
let contentId: string
let waits = 0

/** A pooler does not say why a connection was lost, so its statements are not repeated. */
const POOLED_LOGS = ['database-away', 'database-back', 'request-failed', 'outbox-unreachable', 'job-failed']

before(async () => {
  world = await createTestWorld({ expectedLogs: isPooledRun() ? POOLED_LOGS : [] })
  listener = await createTestUser(world)
  await fillBalance(world, listener, 1_000_000)
  contentId = (await publishTrack(world, await createTestUser(world))).trackId
  const { signals } = world.world
  const { wait } = signals
  signals.wait = (name, timeoutMs, signal) => {
    if (name.startsWith('invoice:')) waits++
    return wait(name, timeoutMs, signal)
  }
})
after(() => world[Symbol.asyncDispose]())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function open(request: string): { socket: net.Socket; read: () => string } {
  let text = ''
  const socket = net.connect(Number(new URL(world.origin).port), '127.0.0.1')
  socket.on('error', () => undefined).on('data', (chunk) => (text += String(chunk)))
  socket.write(`${request}\r\n\r\n`)
  return { socket, read: () => text }
}

const eventsOf = (invoiceId: string, method = 'GET') => `${method} /v1/invoices/${invoiceId}/events HTTP/1.1\r\nHost: x`

async function makeInvoice(): Promise<string> {
  return (await world.call(createInvoice, { body: { contentId, msatAmount: 1_000 } })).invoiceId
}

test('a client that disconnects immediately leaves no stream running', async () => {
  const invoiceId = await makeInvoice()
  for (let index = 0; index < 60; index++) {
    const { socket } = open(eventsOf(invoiceId))
    await pause(index % 4)
    socket.destroy()
  }
  await pause(1_500)
  waits = 0
  await pause(1_500)
  assert.equal(waits, 0)
})

test('a HEAD request for a stream opens none', async () => {
  const { socket, read } = open(eventsOf(await makeInvoice(), 'HEAD'))
  await until(() => read().includes('\r\n\r\n'))
  assert.match(read(), /^HTTP\/1\.1 405/)
  socket.destroy()
})

test('a stream has the security headers of every response, and one address cannot use up all streams', async () => {
  const invoiceId = await makeInvoice()
  const streams = Array.from({ length: 260 }, () => open(eventsOf(invoiceId)))
  await until(() => streams.every(({ read }) => read().includes('\r\n\r\n')))
  const refused = streams.filter(({ read }) => read().startsWith('HTTP/1.1 429'))
  assert.equal(refused.length, 60)
  assert.match(streams[0]!.read(), /x-content-type-options: nosniff/i)
  for (const { socket } of streams) socket.destroy()
})

test('the server survives a database that drops every connection during payments', async () => {
  const { pool } = world.world.database
  const before0 = await listener.balance()
  let paid = 0
  for (let round = 0; round < 4; round++) {
    const sends = Array.from({ length: 15 }, () => listener.call(send, { body: { contentId, msatAmount: 1_000 } }))
    const outcomes = Promise.allSettled(sends)
    await pause(10 + round * 10)
    await pool
      .query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      .catch(() => undefined)
    paid += (await outcomes).filter(({ status }) => status === 'fulfilled').length
  }
  const spent = before0 - (await listener.balance())
  // A connection can be lost between the commit and the response, so more may have been paid than was reported.
  assert.ok(spent >= paid * 1_000 && spent <= 60_000 && spent % 1_000 === 0, `${spent} msat for ${paid} responses`)
  const { rows } = await sql<{ zaps: number }>`SELECT count(*)::int AS zaps FROM zap`.execute(world.world.database.read)
  assert.equal(rows[0]!.zaps * 1_000, spent)
})

test('a connection lost inside a transaction fails that transaction and nothing else', async () => {
  const { database } = world.world
  const held = database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
    await pause(100)
    await sql`SELECT 1`.execute(tx)
  })
  await assert.rejects(held)
  assert.ok((await listener.balance()) > 0)
})

test('a request that never ends does not keep the server from stopping', async () => {
  const other = await createTestWorld()
  const socket = net.connect(Number(new URL(other.origin).port), '127.0.0.1').on('error', () => undefined)
  socket.write(
    'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await pause(200)
  await other[Symbol.asyncDispose]()
  socket.destroy()
})
