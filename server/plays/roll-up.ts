/** Background jobs of this module: aggregate plays shortly after they arrive, and delete who listened. Requests never
 * wait for the aggregation, so a popular track is no bottleneck. */
import { PLAY_AGE_DAYS } from '#contract/listening/plays.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteListeners, deletePlays } from './queries.ts'
import type { Plays } from './report.ts'
import { addPlays, claimPlays } from './roll-up-queries.ts'

const ROUND_MS = 1_000
const ROUND_PLAYS = 5_000
const FORGET_MS = 600_000
const DELETE_BATCH = 5_000
const DAY_MS = 86_400_000

/** Several servers share the work: each claims different plays. */
export function startPlayJobs(parts: Plays & { log: Log }): RunningJobs {
  return startJobs(parts, [
    { name: 'plays-roll-up', pauseMs: ROUND_MS, work: () => rollUpPlays(parts) },
    { name: 'plays-forgetting', pauseMs: FORGET_MS, work: () => deleteListening(parts) },
  ])
}

/** Runs until all plays are aggregated. */
export async function rollUpPlays({ database }: Pick<Plays, 'database'>): Promise<void> {
  for (;;) {
    const taken = await database.relaxed.transaction(async (tx) => {
      const sums = await claimPlays(tx, ROUND_PLAYS)
      if (sums.length > 0) await addPlays(tx, sums)
      return sums.reduce((all, { plays }) => all + plays, 0)
    })
    if (taken < ROUND_PLAYS) return
  }
}

/** Ids are kept as long as a replay could be accepted; salts and listeners are deleted after their day. */
export async function deleteListening({ database, clock }: Plays): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - (PLAY_AGE_DAYS + 1) * DAY_MS)
  const today = now.toISOString().slice(0, 10)
  while (await deletePlays(database.relaxed.read, before, DELETE_BATCH));
  while (await deleteListeners(database.relaxed.read, today, DELETE_BATCH));
}
