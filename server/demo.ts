/** Creates the demo catalogue once, in an empty sandbox, in a separate process that calls /v1 as any client does. The
 * contents of the catalogue are in scripts/seed.ts. */
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import { getDemo } from '#contract/operator/demo.ts'
import type { MoodName } from '#contract/listening/smart-rules.ts'
import { deleteNetworksOfDemo } from './accounts/networks.ts'
import { type DemoPayments, serveDemoPayments } from './demo-payments.ts'
import { listByTitle } from './playlists/editorial.ts'
import type { Database, Tx } from './platform/database/database.ts'
import { on } from './platform/http/http.ts'
import type { Log } from './platform/log.ts'

const SEED = fileURLToPath(new URL('../scripts/seed.ts', import.meta.url))
/** The editors' lists of the demo, by the titles in scripts/demo/playlists.ts. */
const MOOD_LISTS: [MoodName, string[]][] = [
  ['morning', ['Kettle On']],
  ['calm', ['Things to Fold Shirts To', 'Kettle On']],
  ['night-drive', ['Last Bus, Window Side']],
  ['rain', ['Rain on the Window Seat', 'Last Bus, Window Side']],
]
const WRITES_MAX = 30
const WRITE_PAUSE_MS = 1_000

export type DemoOptions = {
  database: Database
  origin: string
  log: Log
  /** Prints a line for the person who started the server. */
  print: (line: string) => void
  signal: AbortSignal
  /** What makes payments of the past weeks. */
  paying: DemoPayments
}

/** Anybody may call this. `isOn`: this server creates a demo catalogue when it has no accounts yet. */
export function demoRoutes(app: FastifyInstance, { database, isOn }: { database: Database; isOn: boolean }): void {
  on(app, getDemo, async () => (isOn ? readDemo(database.read) : { isMaking: false, isStopped: false }))
}

/** Being made from the first request to an empty server until it is complete, also across restarts, or has stopped. */
async function readDemo(tx: Tx): Promise<Data<typeof getDemo>> {
  const { rows } = await sql<{ is_making: boolean; is_stopped: boolean }>`
    SELECT coalesce((SELECT made_at IS NULL AND stopped_at IS NULL FROM demo), NOT EXISTS (SELECT FROM person)) AS is_making,
      EXISTS (SELECT FROM demo WHERE made_at IS NULL AND stopped_at IS NOT NULL) AS is_stopped`.execute(tx)
  const [{ is_making: isMaking, is_stopped: isStopped }] = rows as [(typeof rows)[number]]
  return { isMaking, isStopped }
}

/** Returns true when the demo catalogue exists, new or from before. An interrupted one is continued. */
export async function makeDemo({ database, origin, log, print, signal, paying }: DemoOptions): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`SELECT made_at IS NOT NULL AS made FROM demo`.execute(database.read)
  if (rows[0]?.made) return true
  if (rows.length === 0) {
    const users = await sql`SELECT 1 FROM person LIMIT 1`.execute(database.read)
    if (users.rows.length > 0) return false
    await sql`INSERT INTO demo DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(database.read)
  }
  await sql`UPDATE demo SET stopped_at = NULL`.execute(database.read)
  if (rows.length > 0) print('Making the demo catalogue was interrupted. It continues where it stopped.')
  let error: unknown
  const isMade = await makeAll({ database, origin, print, signal, paying }).catch((thrown: unknown) => {
    error = thrown
    return false
  })
  if (!isMade && !signal.aborted) {
    log.warn('demo-not-made', { error })
    print('The demo catalogue is not complete. The next start continues it.')
    await persist(() => sql`UPDATE demo SET stopped_at = now()`.execute(database.read), signal)
  }
  return isMade
}

async function makeAll({ database, ...seeding }: Seeding & Pick<DemoOptions, 'database'>): Promise<boolean> {
  const isMade = await runSeed(seeding)
  if (!isMade) return false
  await persist(() => listByTitle(database, MOOD_LISTS), seeding.signal)
  await persist(() => deleteNetworksOfDemo(database.read), seeding.signal)
  await persist(() => sql`UPDATE demo SET made_at = now()`.execute(database.read), seeding.signal)
  return true
}

/** Retries, because the database may be unreachable. That may also be why the catalogue could not be made. */
async function persist(write: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await write()
      return
    } catch (error) {
      if (attempt === WRITES_MAX) throw error
      await pause(WRITE_PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

type Seeding = Pick<DemoOptions, 'origin' | 'print' | 'signal' | 'paying'>

function runSeed({ origin, print, signal, paying }: Seeding): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SEED, origin, String(process.pid)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      signal,
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    serveDemoPayments(child, paying)
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        for (const line of text.split('\n')) if (line.trim() !== '') print(line)
      })
    }
  })
}
