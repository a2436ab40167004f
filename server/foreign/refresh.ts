/** Reads foreign feeds again when they are due, several at the same time. */
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { ForeignDeps } from './deps.ts'
import { claimDueFeed } from './queries.ts'
import { refreshFeed } from './read.ts'

const ROUND_MS = 10_000
const ROUND_MAX = 200
const LANES = 6
/** Longer than reading a feed and its image takes. */
const LEASE_MS = 120_000

export function startForeignJobs(deps: ForeignDeps): RunningJobs {
  const work = (stopping: AbortSignal) => refreshForeignFeeds(deps, stopping)
  return startJobs(deps, [{ name: 'foreign-feeds', pauseMs: ROUND_MS, work }])
}

export function refreshForeignFeeds(deps: ForeignDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  return workUnderLeases({
    laneCount: LANES,
    max: ROUND_MAX,
    stopping,
    clock,
    leaseMs: LEASE_MS,
    claim: (now, until) => claimDueFeed(database.read, now, until),
    work: (row) => refreshFeed(deps, row),
    onError: (row, error) => log.error('foreign-feed-failed', { feedId: row.id, error }),
  })
}
