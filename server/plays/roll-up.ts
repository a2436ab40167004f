/** Background jobs of this module: aggregate plays shortly after they arrive, and delete who listened. Requests never
 * wait for the aggregation, so a popular track is no bottleneck. */
import { PLAY_AGE_DAYS } from '#contract/listening/plays.ts'
import { findParents } from '#server/catalog/content/playable.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { addCountries, addHeard, addListeners, addQuarters } from './audience-queries.ts'
import { blurPlays, deleteListeners, deletePlays } from './queries.ts'
import type { Plays } from './report.ts'
import { addPlays, type ClaimedPlay, claimPlays, hasNewPlays } from './roll-up-queries.ts'
import { markOf } from './sketch.ts'

const ROUND_MS = 1_000
const ROUND_PLAYS = 5_000
const FORGET_MS = 600_000
const DELETE_BATCH = 5_000
const DAY_MS = 86_400_000

/** Several servers share the work: each claims different plays. */
export function startPlayJobs(parts: Pick<Plays, 'database' | 'clock'> & { log: Log }): RunningJobs {
  return startJobs(parts, [
    { name: 'plays-roll-up', pauseMs: ROUND_MS, work: () => rollUpPlays(parts) },
    { name: 'plays-forgetting', pauseMs: FORGET_MS, work: () => deleteListening(parts) },
  ])
}

/** Runs until all plays are aggregated, and what was heard of them. Commits durably: on Citus, a crash of the coordinator would
 * not undo what workers have committed. */
export async function rollUpPlays({ database }: Pick<Plays, 'database'>): Promise<void> {
  if (!(await hasNewPlays(database.read))) return
  for (;;) {
    const taken = await database.transaction(async (tx) => {
      const plays = await claimPlays(tx, ROUND_PLAYS)
      if (plays.length > 0) {
        await addPlays(tx, plays)
        await addAudience(tx, plays)
      }
      return plays.length
    })
    if (taken < ROUND_PLAYS) break
  }
  while ((await database.transaction((tx) => addHeard(tx, ROUND_PLAYS))) === ROUND_PLAYS);
}

/** By country; and by quarter of an hour and in sketches, for everything that a play belongs to. */
async function addAudience(tx: Tx, plays: readonly ClaimedPlay[]): Promise<void> {
  const parentsOf = await findParents(tx, [...new Set(plays.map(({ contentId }) => contentId))])
  const ofSubjects = plays.flatMap(({ contentId, ownerId, arrivedOn: day, ...play }) =>
    [contentId, ownerId, ...(parentsOf.get(contentId) ?? [])].map((subjectId) => ({ ...play, subjectId, day })),
  )
  await addQuarters(tx, ofSubjects)
  await addCountries(tx, plays)
  const marks = ofSubjects.flatMap(({ subjectId, day, visitor }) =>
    visitor === null ? [] : { subjectId, day, mark: markOf(visitor, subjectId) },
  )
  await addListeners(tx, marks)
}

/** Ids are kept as long as a replay could be accepted; salts and listeners are deleted after their day, or their month. */
export async function deleteListening({ database, clock }: Pick<Plays, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - (PLAY_AGE_DAYS + 1) * DAY_MS)
  const today = now.toISOString().slice(0, 10)
  while (await blurPlays(database.relaxed.read, today, DELETE_BATCH));
  while (await deletePlays(database.relaxed.read, before, DELETE_BATCH));
  while (await deleteListeners(database.relaxed.read, today, DELETE_BATCH));
}
