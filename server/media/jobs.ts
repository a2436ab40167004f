/** Works off uploaded assets under leases, so that a worker that dies is succeeded by another.
 * Not the work itself: process-audio.ts. */
import { availableParallelism } from 'node:os'
import { topics } from '#server/events.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { publish } from '#server/platform/outbox.ts'
import { failAudio, type MediaDeps, processAudio } from './process-audio.ts'
import { type Claim, claimNext, extendLease, failAbandoned, release, selectAwaiting } from './queries.ts'
import { refusals } from './refusals.ts'
import { incomingKey, markUploaded, UPLOAD_SECONDS } from './uploads.ts'

export type MediaJobs = { stop(): Promise<void> }

const POLL_MS = 500
const LEASE_MS = 60_000
const HEARTBEAT_MS = 5_000
const RETRY_MS = 30_000
const SWEEP_MS = 60_000
const SWEEP_LIMIT = 100
const MAX_ATTEMPTS = 3
/** Uploads that began within the hour may still be running. */
const ABANDONED_MS = 24 * 3_600_000

/** One transcode at a time for each two cores: listeners come first. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2))

export function startMediaJobs(deps: MediaDeps & { log: Log }): MediaJobs {
  const stopping = new AbortController()
  const loops = Array.from({ length: CONCURRENCY }, () =>
    repeat(POLL_MS, stopping.signal, deps.log, () => workOnce(deps, stopping.signal)),
  )
  loops.push(repeat(SWEEP_MS, stopping.signal, deps.log, () => sweep(deps)))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Calls `work` again at once while it finds something to do, else after a pause. */
async function repeat(pauseMs: number, signal: AbortSignal, log: Log, work: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted) {
    const isBusy = await work().catch((error: unknown) => {
      log.warn('media-job-failed', { error })
      return false
    })
    if (!isBusy) await pause(pauseMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) done()
  })
}

/** True when there was something to do. */
export async function workOnce(deps: MediaDeps & { log: Log }, stopping: AbortSignal): Promise<boolean> {
  const { database, clock, log } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await database.transaction((tx) => claimNext(tx, newId(), clock.now(), after(LEASE_MS)))
  if (claim === null) return false
  // Its worker died that often: the file may be what kills it.
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
    const outcome = await processAudio(deps, claim, { signal, onProgress: (done) => (progress = done) })
    log.info('media-processed', { assetId: claim.id, outcome })
  } catch (error) {
    await giveBack(deps, claim, error, signal.aborted)
  } finally {
    clearInterval(heartbeat)
  }
  return true
}

async function giveBack(
  deps: MediaDeps & { log: Log },
  claim: Claim,
  error: unknown,
  isStopped: boolean,
): Promise<void> {
  if (isStopped) return release(deps.database.read, claim, deps.clock.now(), false)
  deps.log.error('media-trouble', { assetId: claim.id, attempts: claim.attempts, error })
  if (claim.attempts >= MAX_ATTEMPTS) await failAudio(deps, claim, 'our-fault')
  else await release(deps.database.read, claim, new Date(deps.clock.now().getTime() + RETRY_MS), true)
}

/** Finds uploads whose arrival was not noted because the server died in between, and ends those that never came. */
export async function sweep(deps: MediaDeps): Promise<boolean> {
  const { database, files, clock } = deps
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  const waiting = await selectAwaiting(database.read, before(2 * UPLOAD_SECONDS * 1_000), SWEEP_LIMIT)
  for (const { id, extension } of waiting) {
    const key = incomingKey(id, extension)
    if ((await files.stat(key)) !== null) await markUploaded(deps, key)
  }
  const reason = refusals['never-arrived']
  await database.transaction(async (tx) => {
    for (const id of await failAbandoned(tx, before(ABANDONED_MS), SWEEP_LIMIT, 'never-arrived', reason)) {
      await publish(tx, topics.assetFailed, id, { assetId: id, reason })
    }
  })
  return false
}
