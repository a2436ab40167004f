/** Processes uploaded assets under leases, so that another worker takes over when one dies.
 * The processing itself: process-audio.ts. */
import { availableParallelism } from 'node:os'
import { newId } from '#server/platform/ids.ts'
import { deleteCompiled } from '#server/platform/confined-child.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { inNewTrace } from '#server/platform/traces.ts'
import { type FindUsed, removeStaleFolders, sweep } from './cleanup.ts'
import { failAudio, type ProcessingDeps, processAudio } from './process-audio.ts'
import { type Claim, claimNext, dueAssets, extendLease, type Lane, release } from './queries.ts'

const POLL_MS = 500
const LEASE_MS = 30_000
const HEARTBEAT_MS = 5_000
const RETRY_MS = 30_000
const SWEEP_MS = 60_000
const MAX_ATTEMPTS = 3

/** One transcode per two cores, so that serving listeners has priority; and one for short files. */
const LANES: Lane[] = [
  ...Array.from({ length: Math.max(1, Math.floor(availableParallelism() / 2)) }, () => 'any' as const),
  'short',
]

export function startMediaJobs(deps: ProcessingDeps & { log: Log; findUsed?: FindUsed }): RunningJobs {
  const workOff = async (stopping: AbortSignal, lane: Lane) => {
    while (!stopping.aborted && (await workOnce(deps, stopping, lane)));
  }
  void removeStaleFolders().catch((error: unknown) => deps.log.warn('media-stale-folders', { error }))
  const jobs = startJobs(deps, [
    ...LANES.map((lane) => ({
      name: 'media',
      pauseMs: POLL_MS,
      due: [dueAssets],
      work: (stopping: AbortSignal) => workOff(stopping, lane),
    })),
    { name: 'media-sweep', pauseMs: SWEEP_MS, work: () => sweep(deps) },
  ])
  return {
    ...jobs,
    async stop() {
      await jobs.stop()
      await deleteCompiled()
    },
  }
}

/** Returns true when there was an asset to process. */
export async function workOnce(
  deps: ProcessingDeps & { log: Log },
  stopping: AbortSignal,
  lane: Lane = 'any',
): Promise<boolean> {
  const { database, clock, log } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await claimNext(database.read, newId(), clock.now(), after(LEASE_MS), lane)
  if (claim === null) return false
  // The worker has died this often: the file may be the cause.
  if (claim.attempts > MAX_ATTEMPTS) {
    await failAudio(deps, claim, 'our-fault')
    return true
  }
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  let progress = 0
  const heartbeat = setInterval(() => {
    extendLease(database.read, claim, after(LEASE_MS), progress).then(
      (isOurs) => !isOurs && lost.abort(),
      (error: unknown) => log.warn('media-lease', { assetId: claim.id, error }),
    )
  }, HEARTBEAT_MS)
  try {
    const working = { signal, onProgress: (done: number) => (progress = done) }
    const outcome = await inNewTrace('job audio', { lane }, () => processAudio(deps, claim, working))
    log.info('media-processed', { assetId: claim.id, outcome })
  } catch (error) {
    await returnClaim(deps, claim, error, signal.aborted)
  } finally {
    clearInterval(heartbeat)
  }
  return true
}

async function returnClaim(
  deps: ProcessingDeps & { log: Log },
  claim: Claim,
  error: unknown,
  isStopped: boolean,
): Promise<void> {
  if (isStopped) return release(deps.database.read, claim, deps.clock.now(), false)
  deps.log.error('media-trouble', { assetId: claim.id, attempts: claim.attempts, error })
  if (claim.attempts >= MAX_ATTEMPTS) await failAudio(deps, claim, 'our-fault')
  else await release(deps.database.read, claim, new Date(deps.clock.now().getTime() + RETRY_MS), true)
}
