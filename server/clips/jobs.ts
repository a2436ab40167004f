/** Makes the requested clips, one at a time. */
import { AppError } from '#server/platform/errors.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { type LeasedQueue, workOff } from '#server/platform/jobs/leased-work.ts'
import { sweepClips } from './clips.ts'
import type { ClipDeps } from './deps.ts'
import { makeClip } from './make-clip.ts'
import * as queries from './queries.ts'

const POLL_MS = 1_000
const SWEEP_MS = 600_000
const RETRY_MS = 10_000
const MAX_ATTEMPTS = 2

export function startClipJobs(deps: ClipDeps): RunningJobs {
  const queue = queueOf(deps)
  return startJobs(deps, [
    {
      name: 'clips',
      pauseMs: POLL_MS,
      due: [queries.dueClips],
      work: (stopping) => workOff(deps, queue, stopping),
    },
    { name: 'clips-sweep', pauseMs: SWEEP_MS, work: () => sweepClips(deps) },
  ])
}

function queueOf(deps: ClipDeps): LeasedQueue<queries.Claim, queries.ClipRow> {
  const { database, clock, log } = deps
  const { selectClip, setFinished } = queries
  return {
    name: 'clip',
    claimNext: queries.claimNext,
    ...queries.leases,
    retryMs: RETRY_MS,
    maxAttempts: MAX_ATTEMPTS,
    find: (claim) => selectClip(database.read, claim.id),
    async work(claim, clip, working) {
      const file = await makeClip(deps, clip, working)
      const isOurs = await setFinished(database.read, claim, { ...file, now: clock.now() })
      // Deleted meanwhile, or made by another server under the same key.
      if (!isOurs && (await selectClip(database.read, claim.id)) === undefined) await deps.files.remove(file.key)
    },
    onError(claim, error) {
      const isGone = error instanceof AppError && error.status === 404
      if (!isGone) log.error('clip-failed', { clipId: claim.id, attempts: claim.attempts, error })
      return !isGone
    },
  }
}
