/** Reads foreign feeds again when they are due, several at the same time. */
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { ForeignDeps } from './deps.ts'
import { claimDueFeed } from './queries.ts'
import { refreshFeed } from './read.ts'

const ROUND_MS = 10_000
/** The lease is longer than reading a feed and its image takes. */
const ROUND = { laneCount: 6, max: 200, leaseMs: 120_000 }

export function startForeignJobs(deps: ForeignDeps): RunningJobs {
  const work = (stopping: AbortSignal) => refreshForeignFeeds(deps, stopping)
  return startJobs(deps, [{ name: 'foreign-feeds', pauseMs: ROUND_MS, work }])
}

export function refreshForeignFeeds(deps: ForeignDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  return workUnderLeases({
    ...ROUND,
    clock,
    stopping,
    claim: (now, until) => claimDueFeed(database.read, now, until),
    work: (row) => refreshFeed(deps, row),
    onError: (row, error) => log.error('foreign-feed-failed', { feedId: row.id, error }),
  })
}
