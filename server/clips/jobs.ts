/** Makes the requested clips under leases, one at a time, so that another server takes over when one dies. */
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { workUnderLease } from '#server/platform/jobs/leased-work.ts'
import { sweepClips } from './clips.ts'
import type { ClipDeps } from './deps.ts'
import { makeClip } from './make-clip.ts'
import { type Claim, claimNext, extendLease, release, selectClip, setFailed, setFinished } from './queries.ts'

const POLL_MS = 1_000
const SWEEP_MS = 600_000
const LEASE_MS = 30_000
const HEARTBEAT_MS = 1_000
const RETRY_MS = 10_000
const MAX_ATTEMPTS = 2

export function startClipJobs(deps: ClipDeps): RunningJobs {
  const workOff = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await workOnce(deps, stopping)));
  }
  return startJobs(deps, [
    { name: 'clips', pauseMs: POLL_MS, work: workOff },
    { name: 'clips-sweep', pauseMs: SWEEP_MS, work: () => sweepClips(deps) },
  ])
}

/** Returns true when there was a clip to make. */
export async function workOnce(deps: ClipDeps, stopping: AbortSignal): Promise<boolean> {
  const { database, clock } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await database.transaction((tx) => claimNext(tx, newId(), clock.now(), after(LEASE_MS)))
  if (claim === null) return false
  const clip = await selectClip(database.read, claim.id)
  // Its worker has died this often.
  if (clip === undefined || claim.attempts > MAX_ATTEMPTS) {
    await setFailed(database.read, claim)
    return true
  }
  await workUnderLease({
    heartbeatMs: HEARTBEAT_MS,
    stopping,
    extend: (progress) => extendLease(database.read, claim, after(LEASE_MS), progress),
    async work(working) {
      const file = await makeClip(deps, clip, working)
      const isOurs = await setFinished(database.read, claim, { ...file, now: clock.now() })
      // Deleted meanwhile, or made by another server under the same key.
      if (!isOurs && (await selectClip(database.read, claim.id)) === undefined) await deps.files.remove(file.key)
    },
    onError: (error, isStopped) => returnClaim(deps, claim, error, isStopped),
  })
  return true
}

async function returnClaim({ database, clock, log }: ClipDeps, claim: Claim, error: unknown, isStopped: boolean) {
  if (isStopped) return release(database.read, claim, clock.now(), false)
  const isGone = error instanceof AppError && error.status === 404
  if (!isGone) log.error('clip-failed', { clipId: claim.id, attempts: claim.attempts, error })
  if (isGone || claim.attempts >= MAX_ATTEMPTS) return setFailed(database.read, claim)
  return release(database.read, claim, new Date(clock.now().getTime() + RETRY_MS), true)
}
