/** Errors caused by an unreachable database become one line; all others are logged unchanged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/test-database.ts'
import { connectDatabase } from './connect.ts'
import { createOutageLog } from './outage-log.ts'

const AWAY_URL = 'postgres://127.0.0.1:1/nothing'

function watch() {
  const events: string[] = []
  const { promise: told, resolve } = Promise.withResolvers<void>()
  const note = (event: string) => {
    events.push(event)
    resolve()
  }
  return { events, told, outages: createOutageLog({ info: note, warn: note, error: note }) }
}

test('failures of other causes are logged immediately, also while the database is unreachable', async () => {
  const { events, told, outages } = watch()
  const database = connectDatabase({ url: AWAY_URL, onError: outages.note })
  const error = await sql`SELECT 1`.execute(database.read).catch((thrown: unknown) => thrown)
  outages.log.warn('job-failed', { error })
  outages.log.error('request-failed', { error: new Error('rendering', { cause: error }) })
  await told
  assert.deepEqual(events, ['database-away'])
  // The same message from another server, and a bug of ours.
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  outages.log.warn('node-away', { error: refused })
  outages.log.error('request-failed', { error: new TypeError('x is not a function') })
  outages.log.info('listening', { origin: 'here' })
  outages.log.warn('job-failed', { error })
  assert.deepEqual(events, ['database-away', 'node-away', 'request-failed', 'listening'])
  await outages.stop()
  await database.close()
})

test('a failed query in a reachable database, and a single broken connection, are logged', async () => {
  const own = await createTestDatabase()
  const { events, told, outages } = watch()
  const database = connectDatabase({ url: own.url, role: own.role, onError: outages.note })
  const wrong = await sql`SELECT 1 / 0`.execute(database.read).catch((thrown: unknown) => thrown)
  outages.log.warn('job-failed', { error: wrong })
  assert.deepEqual(events.splice(0), ['job-failed'])
  const broken = await sql`SELECT pg_terminate_backend(pg_backend_pid())`
    .execute(database.read)
    .catch((thrown: unknown) => thrown)
  outages.log.error('request-failed', { error: broken })
  await told
  while (events.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(events, ['request-failed'])
  await outages.stop()
  await database.close()
  await own.drop()
})
