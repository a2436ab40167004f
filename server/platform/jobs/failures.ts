/** Jobs whose last rounds failed, counted in the database: all servers count together, and the count survives
 * restarts. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'

/** A single failure may be a coincidence. */
const FAILING_FROM = 2
const ERROR_MAX = 500
/** How often a success clears failures that another server has counted. */
const CLEAR_EVERY_MS = 60_000

export type FailingJob = { name: string; failures: number; failedAt: Date; error: string }

export type FailureRecord = {
  succeeded(name: string): Promise<void>
  failed(name: string, error: unknown): Promise<void>
}

/** Never throws: when the database is unreachable, /readyz reports that already. */
export function createFailureRecord({ database, clock }: { database: Database; clock: Clock }): FailureRecord {
  const clearedAtMs = new Map<string, number>()
  return {
    async succeeded(name) {
      const nowMs = performance.now()
      if (nowMs - (clearedAtMs.get(name) ?? -Infinity) < CLEAR_EVERY_MS) return
      clearedAtMs.set(name, nowMs)
      await sql`DELETE FROM job_failure WHERE name = ${name}`
        .execute(database.read)
        .catch(() => clearedAtMs.delete(name))
    },
    async failed(name, error) {
      clearedAtMs.delete(name)
      const text = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, ERROR_MAX)
      await sql`
        INSERT INTO job_failure AS known (name, failures, failed_at, error)
        VALUES (${name}, 1, ${clock.now()}, ${text})
        ON CONFLICT (name) DO UPDATE
          SET failures = known.failures + 1, failed_at = excluded.failed_at, error = excluded.error`
        .execute(database.read)
        .catch(() => undefined)
    },
  }
}

/** The jobs that failed at least twice in a row, or as often as given, by name. */
export async function listFailingJobs(tx: Tx, failuresMin = FAILING_FROM): Promise<FailingJob[]> {
  const { rows } = await sql<FailingJob>`
    SELECT name, failures, failed_at AS "failedAt", error FROM job_failure
    WHERE failures >= ${failuresMin} ORDER BY name`.execute(tx)
  return rows
}
