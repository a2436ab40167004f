/** Makes archives under leases, one at a time, so that another server takes over when one dies; and deletes old ones. */
import { newId } from '#server/platform/ids.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { workUnderLease } from '#server/platform/jobs/leased-work.ts'
import type { ArchiveDeps } from './deps.ts'
import { makeArchive } from './make-archive.ts'
import * as queries from './queries.ts'

/** How long an archive can be downloaded after it was made. */
export const KEPT_DAYS = 7
const DAY_MS = 86_400_000
const POLL_MS = 1_000
const SWEEP_MS = 600_000
const LEASE_MS = 30_000
const HEARTBEAT_MS = 1_000
const RETRY_MS = 30_000
const MAX_ATTEMPTS = 3

export function startArchiveJobs(deps: ArchiveDeps): RunningJobs {
  const workOff = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await workOnce(deps, stopping)));
  }
  return startJobs(deps, [
    { name: 'archives', pauseMs: POLL_MS, work: workOff },
    { name: 'archives-sweep', pauseMs: SWEEP_MS, work: () => sweep(deps) },
  ])
}

/** Returns true when there was one to make. */
async function workOnce(deps: ArchiveDeps, stopping: AbortSignal): Promise<boolean> {
  const { database, clock } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await database.transaction((tx) => queries.claimNext(tx, newId(), clock.now(), after(LEASE_MS)))
  if (claim === null) return false
  // Its worker has died this often.
  if (claim.attempts > MAX_ATTEMPTS) {
    await queries.setFailed(database.read, claim)
    return true
  }
  await workUnderLease({
    heartbeatMs: HEARTBEAT_MS,
    stopping,
    extend: (progress) => queries.extendLease(database.read, claim, after(LEASE_MS), progress),
    async work(working) {
      const files = await makeArchive(deps, claim, working)
      await database.transaction((tx) => queries.setReady(tx, claim, files, clock.now()))
    },
    onError: (error, isStopped) => returnClaim(deps, claim, error, isStopped),
  })
  return true
}

async function returnClaim(
  { database, clock, log }: ArchiveDeps,
  claim: queries.Claim,
  error: unknown,
  isStopped: boolean,
): Promise<void> {
  if (isStopped) return queries.release(database.read, claim, clock.now(), false)
  log.error('archive-failed', { archiveId: claim.id, attempts: claim.attempts, error })
  if (claim.attempts >= MAX_ATTEMPTS) return queries.setFailed(database.read, claim)
  return queries.release(database.read, claim, new Date(clock.now().getTime() + RETRY_MS), true)
}

/** A day later than shown: a download that began in time ends. */
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
