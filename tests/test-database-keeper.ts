/** The process that owns the test server: `node tests/test-database-keeper.ts <folder>`; prints its url, and ends
 * when nothing has been connected for a while (immediately after SIGTERM). Not used by the product. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import { dropLeftovers } from './test-database.ts'

const IDLE_LIMIT_SECONDS = 20
const OTHERS = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`

const [folder = ''] = process.argv.slice(2)
const database = await startEmbeddedDatabase({ dataDir: folder, durable: false })
if (!database.attached) await dropLeftovers(database.url)
// The process that started this one may have ended already.
process.stdout.on('error', () => undefined)
process.stdout.write(`${JSON.stringify({ url: database.url, attached: database.attached })}\n`)
if (!database.attached) await keep()

async function keep(): Promise<void> {
  let limitSeconds = IDLE_LIMIT_SECONDS
  const wake = new AbortController()
  process.on('SIGTERM', () => {
    limitSeconds = 0
    wake.abort()
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (let idleSeconds = 0; idleSeconds <= limitSeconds; idleSeconds++) {
    await sleep(1_000, undefined, wake.signal.aborted ? {} : { signal: wake.signal }).catch(() => undefined)
    const { rows } = await client.query<{ others: number }>(OTHERS)
    if (rows[0]?.others !== 0) idleSeconds = -1
  }
  await client.end()
  await database.stop()
}
