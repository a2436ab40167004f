/** Makes files for download under leases, one track at a time, so that another server takes over when one dies. */
import { newId } from '#server/platform/ids.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { workUnderLease } from '#server/platform/jobs/leased-work.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'
import { makeFiles } from './make-files.ts'
import * as queries from './queries.ts'

const POLL_MS = 1_000
const SWEEP_MS = 30_000
const LEASE_MS = 30_000
const HEARTBEAT_MS = 1_000
const RETRY_MS = 30_000
const MAX_ATTEMPTS = 3
const SWEEP_LIMIT = 100

type MakingDeps = Pick<DownloadDeps, 'database' | 'clock' | 'files' | 'log' | 'publicUrl'>

export function startDownloadJobs(deps: MakingDeps): RunningJobs {
  const workOff = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await workOnce(deps, stopping)));
  }
  return startJobs(deps, [
    { name: 'downloads', pauseMs: POLL_MS, work: workOff },
    { name: 'downloads-sweep', pauseMs: SWEEP_MS, work: () => sweep(deps) },
  ])
}

/** Returns true when there was a track to make files of. */
async function workOnce(deps: MakingDeps, stopping: AbortSignal): Promise<boolean> {
  const { database, clock } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await database.transaction((tx) => queries.claimNext(tx, newId(), clock.now(), after(LEASE_MS)))
  if (claim === null) return false
  const track = await queries.selectTaggedTrack(database.read, claim.track_id)
  // Its worker has died this often, or the track is gone.
  if (track === undefined || claim.attempts > MAX_ATTEMPTS) {
    await queries.setFailed(database.read, claim)
    return true
  }
  await workUnderLease({
    heartbeatMs: HEARTBEAT_MS,
    stopping,
    extend: (progress) => queries.extendLease(database.read, claim, after(LEASE_MS), progress),
    async work(working) {
      // Before the tags were read: a change during the work makes the files again.
      const now = clock.now()
      const files = await makeFiles(deps, claim.track_id, track, working)
      const made = { madeOf: track.live_key, files, now }
      const earlier = await database.transaction((tx) => queries.setFinished(tx, claim, made))
      for (const key of earlier ?? files.map((file) => file.key)) await deps.files.remove(key)
    },
    onError: (error, isStopped) => returnClaim(deps, claim, error, isStopped),
  })
  return true
}

async function returnClaim(
  { database, clock, log }: MakingDeps,
  claim: queries.Claim,
  error: unknown,
  isStopped: boolean,
): Promise<void> {
  if (isStopped) return queries.release(database.read, claim, clock.now(), false)
  log.error('download-files-failed', { trackId: claim.track_id, attempts: claim.attempts, error })
  if (claim.attempts >= MAX_ATTEMPTS) return queries.setFailed(database.read, claim)
  return queries.release(database.read, claim, new Date(clock.now().getTime() + RETRY_MS), true)
}

async function sweep({ database, clock, files }: MakingDeps): Promise<void> {
  await queries.requestStaleFiles(database.read, clock.now())
  for (const key of await database.transaction((tx) => queries.deleteUnneeded(tx, SWEEP_LIMIT))) await files.remove(key)
}
