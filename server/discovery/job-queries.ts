/** Slow periodic jobs that one server runs for all. */
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { NOT_DUE } from '#server/platform/jobs/jobs.ts'

/** Runs `work` if its last run is long enough ago and no other server is running it; `ranAt` is null the first time. If
 * `work` returns false because it had no data, it runs again soon. */
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
