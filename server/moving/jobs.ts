/** Imports the items of feeds, several imports at the same time, under leases. */
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { type LeasedQueue, workOff } from '#server/platform/jobs/leased-work.ts'
import { OutboundFailed } from '#server/platform/network/responses.ts'
import { importItem } from './import-item.ts'
import type { MovingDeps } from './deps.ts'
import * as items from './item-queries.ts'
import { findImport, type ImportRow } from './queries.ts'

const LANES = 3
const POLL_MS = 1_000
/** Doubled with each attempt that imported nothing: a quarter of an hour in all. */
const FIRST_RETRY_MS = 1_000

export function startImportJobs(deps: MovingDeps): RunningJobs {
  const queue = queueOf(deps)
  const due = [items.dueItems]
  const work = (stopping: AbortSignal) => workOff(deps, queue, stopping)
  return startJobs(
    deps,
    Array.from({ length: LANES }, () => ({ name: 'imports', pauseMs: POLL_MS, due, work })),
  )
}

function queueOf(deps: MovingDeps): LeasedQueue<items.Claim, ImportRow> {
  const { database, clock, log } = deps
  return {
    name: 'import',
    claimNext: items.claimNext,
    extendLease: items.extendLease,
    release(tx, claim, _retryAt, isCounted) {
      const pauseMs = isCounted ? FIRST_RETRY_MS * 2 ** (claim.attempts - 1) : 0
      return items.release(tx, claim, new Date(clock.now().getTime() + pauseMs), isCounted)
    },
    setFailed: (tx, claim) => items.setEnded(tx, claim, 'failed', 'unreachable'),
    retryMs: FIRST_RETRY_MS,
    maxAttempts: items.MAX_ATTEMPTS,
    find: (claim) => findImport(database.read, claim.import_id),
    work: (claim, from, working) => importItem(deps, claim, from, working),
    onError(claim, error) {
      const { id: itemId, attempts } = claim
      if (error instanceof OutboundFailed) log.info('import-unreachable', { itemId, attempts, reason: error.reason })
      else log.error('import-failed', { itemId, attempts, error })
      return true
    },
  }
}
