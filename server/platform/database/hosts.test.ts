/** Several hosts in one address, of which one can be written to. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#tests/test-database.ts'
import { NotWritable } from './database.ts'
import { createPool } from './hosts.ts'

const CALLERS = 60

test('while no host can be written to, all callers share one search; then they are served', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  const setReadOnly = (value: 'on' | 'off') =>
    owner.query(`ALTER DATABASE ${owner.database} SET default_transaction_read_only = ${value}`)
  const dead = await countConnections(stack, null)
  const standby = await countConnections(stack, owner)
  const at = `${encodeURIComponent(owner.user!)}:${encodeURIComponent(String(owner.password ?? ''))}`
  const address = `postgres://${at}@127.0.0.1:${dead.port},127.0.0.1:${standby.port}/${owner.database}`
  const { pool, connect } = createPool(address, { max: 10, connectionTimeoutMillis: 5_000 })
  stack.defer(() => pool.end())
  pool.on('error', () => undefined)

  await setReadOnly('on')
  const results = await Promise.allSettled(Array.from({ length: CALLERS }, () => connect()))
  for (const result of results) assert.ok(result.status === 'rejected' && result.reason instanceof NotWritable)
  const asked = standby.count()
  assert.ok(asked <= 15, `${asked} connections to the standby for ${CALLERS} callers`)

  await setReadOnly('off')
  const served = await eventually(() => connect())
  assert.equal((await served.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one, 1)
  served.release()
})

/** A port before the server of `to`; without one, connections are closed immediately. */
async function countConnections(stack: AsyncDisposableStack, to: pg.Client | null) {
  let count = 0
  const server = net.createServer((socket) => {
    count++
    socket.on('error', () => undefined)
    if (to === null) return void socket.destroy()
    const path = to.host.startsWith('/') ? { path: `${to.host}/.s.PGSQL.${to.port}` } : { host: to.host, port: to.port }
    const onward = net.connect(path as net.NetConnectOpts)
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(async () => {
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as net.AddressInfo).port, count: () => count }
}

async function eventually<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let left = 40; ; left--) {
    try {
      return await ask()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
