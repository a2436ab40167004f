/** Makes archives one at a time, and deletes old ones. */
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { type LeasedQueue, workOff } from '#server/platform/jobs/leased-work.ts'
import type { ArchiveDeps } from './deps.ts'
import { makeArchive } from './make-archive.ts'
import * as queries from './queries.ts'

/** How long an archive can be downloaded after it was made. */
export const KEPT_DAYS = 7
const DAY_MS = 86_400_000
const POLL_MS = 1_000
const SWEEP_MS = 600_000
const RETRY_MS = 30_000
const MAX_ATTEMPTS = 3

export function startArchiveJobs(deps: ArchiveDeps): RunningJobs {
  const queue = queueOf(deps)
  return startJobs(deps, [
    {
      name: 'archives',
      pauseMs: POLL_MS,
      due: [queries.dueArchives],
      work: (stopping) => workOff(deps, queue, stopping),
    },
    { name: 'archives-sweep', pauseMs: SWEEP_MS, work: () => sweep(deps) },
  ])
}

function queueOf(deps: ArchiveDeps): LeasedQueue<queries.Claim, queries.Claim> {
  const { database, clock, log } = deps
  return {
    name: 'archive',
    claimNext: queries.claimNext,
    ...queries.leases,
    retryMs: RETRY_MS,
    maxAttempts: MAX_ATTEMPTS,
    find: async (claim) => claim,
    async work(claim, _claim, working) {
      const files = await makeArchive(deps, claim, working)
      await database.transaction((tx) => queries.setReady(tx, claim, files, clock.now()))
    },
    onError(claim, error) {
      log.error('archive-failed', { archiveId: claim.id, attempts: claim.attempts, error })
      return true
    },
  }
}

/** Deletes archives a day after the end that users see, so that a download that began before it can finish. */
async function sweep({ database, clock, files }: ArchiveDeps): Promise<void> {
  await queries.deleteOld(database.read, new Date(clock.now().getTime() - (KEPT_DAYS + 1) * DAY_MS))
  const folders = new Set<string>()
  const keys: { id: string; key: string }[] = []
  for await (const { key } of files.list('archives/')) {
    const id = key.split('/')[1] ?? ''
    folders.add(id)
    keys.push({ id, key })
  }
  const existing = await queries.selectExisting(database.read, [...folders])
  for (const { id, key } of keys) if (!existing.has(id)) await files.remove(key)
}
