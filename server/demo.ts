/** Has the demo catalogue made, once, in an empty sandbox: by a process of its own that calls /v1 as people do.
 * What is made stands in scripts/seed.ts. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'

const SEED = fileURLToPath(new URL('../scripts/seed.ts', import.meta.url))

export type DemoOptions = {
  database: Database
  origin: string
  log: Log
  /** Lines for whoever started the server. */
  tell: (line: string) => void
  signal: AbortSignal
}

/** True when the demo catalogue is there, now or from before. An interrupted one is continued. */
export async function makeDemo({ database, origin, log, tell, signal }: DemoOptions): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`SELECT made_at IS NOT NULL AS made FROM demo`.execute(database.read)
  if (rows[0]?.made) return true
  if (rows.length === 0) {
    const people = await sql`SELECT 1 FROM person LIMIT 1`.execute(database.read)
    if (people.rows.length > 0) return false
    await sql`INSERT INTO demo DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(database.read)
  }
  if (rows.length > 0) tell('Making the demo catalogue was interrupted. It continues where it stopped.')
  const isMade = await runSeed(origin, tell, signal)
  if (isMade) await sql`UPDATE demo SET made_at = now()`.execute(database.read)
  else if (!signal.aborted) {
    log.warn('demo-not-made')
    tell('The demo catalogue is not complete. The next start continues it.')
  }
  return isMade
}

function runSeed(origin: string, tell: (line: string) => void, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SEED, origin, String(process.pid)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        for (const line of text.split('\n')) if (line.trim() !== '') tell(line)
      })
    }
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
