/** Slow jobs that one server does for all, now and then. */
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { NOT_DUE } from '#server/platform/jobs.ts'

/** Runs `work` when it was last run long enough ago and nobody else is at it; `ranAt` is null the first time. Where `work` says
 * that there was nothing to do it with, it is run again soon. */
export async function runNowAndThen(
  database: Database,
  now: Date,
  { name, everyMs }: { name: string; everyMs: number },
  work: (tx: Tx, ranAt: Date | null) => Promise<boolean>,
): Promise<typeof NOT_DUE | undefined> {
  return database.slow.transaction(async (tx) => {
    const { rows } = await sql<{ ran_at: Date | number }>`
      SELECT ran_at FROM discovery_job WHERE name = ${name} AND ran_at <= ${new Date(now.getTime() - everyMs)}
      FOR UPDATE SKIP LOCKED`.execute(tx)
    const [job] = rows
    if (job === undefined) return NOT_DUE
    if (!(await work(tx, job.ran_at instanceof Date ? job.ran_at : null))) return undefined
    await sql`UPDATE discovery_job SET ran_at = ${now} WHERE name = ${name}`.execute(tx)
    return undefined
  })
}
