/** Makes files for download, one track at a time. */
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { type LeasedQueue, workOff } from '#server/platform/jobs/leased-work.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'
import { makeFiles } from './make-files.ts'
import * as queries from './queries.ts'

const POLL_MS = 1_000
const SWEEP_MS = 30_000
const RETRY_MS = 30_000
const MAX_ATTEMPTS = 3
const SWEEP_LIMIT = 100

type MakingDeps = Pick<DownloadDeps, 'database' | 'clock' | 'files' | 'log' | 'publicUrl'>

export function startDownloadJobs(deps: MakingDeps): RunningJobs {
  const queue = queueOf(deps)
  return startJobs(deps, [
    {
      name: 'downloads',
      pauseMs: POLL_MS,
      due: [queries.dueDownloads],
      work: (stopping) => workOff(deps, queue, stopping),
    },
    { name: 'downloads-sweep', pauseMs: SWEEP_MS, work: () => sweep(deps) },
  ])
}

function queueOf(deps: MakingDeps): LeasedQueue<queries.Claim, queries.TaggedTrack> {
  const { database, clock, log } = deps
  return {
    name: 'download',
    claimNext: queries.claimNext,
    ...queries.leases,
    retryMs: RETRY_MS,
    maxAttempts: MAX_ATTEMPTS,
    find: (claim) => queries.selectTaggedTrack(database.read, claim.track_id),
    async work(claim, track, working) {
      // Before the tags were read: a change during the work makes the files again.
      const now = clock.now()
      const files = await makeFiles(deps, claim.track_id, track, working)
      const made = { madeOf: track.live_key, files, now }
      const earlier = await database.transaction((tx) => queries.setFinished(tx, claim, made))
      for (const key of earlier ?? files.map((file) => file.key)) await deps.files.remove(key)
    },
    onError(claim, error) {
      log.error('download-files-failed', { trackId: claim.track_id, attempts: claim.attempts, error })
      return true
    },
  }
}

async function sweep({ database, clock, files }: MakingDeps): Promise<void> {
  await queries.requestStaleFiles(database.read, clock.now())
  for (const key of await database.transaction((tx) => queries.deleteUnneeded(tx, SWEEP_LIMIT))) await files.remove(key)
}
