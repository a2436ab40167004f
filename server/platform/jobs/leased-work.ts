/** Work off a queue in a table under leases: a lease is extended while the work runs, and the work is stopped when another server
 * has taken it over, which happens when this one dies. The statements belong to the module that has the rows;
 * leases.ts has those that most queues share. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inNewTrace } from '#server/platform/traces.ts'
import type { JobDeps } from './jobs.ts'
import type { Lease } from './leases.ts'

const LEASE_MS = 30_000
const HEARTBEAT_MS = 1_000

export type Working = { signal: AbortSignal; onProgress: (done: number) => void }

/** `Subject`: what the work needs to know, read when it begins. */
export type LeasedQueue<Claim extends Lease, Subject> = {
  /** Of its work, in traces. */
  name: string
  retryMs: number
  /** So many attempts may fail, or end with the death of their worker. */
  maxAttempts: number
  claimNext: (tx: Tx, lease: string, now: Date, leasedUntil: Date) => Promise<Claim | null>
  /** False when another server has taken over. */
  extendLease: (tx: Tx, claim: Claim, leasedUntil: Date, progress: number) => Promise<boolean>
  /** Back into the queue; an attempt that our own stop ended does not count. */
  release: (tx: Tx, claim: Claim, retryAt: Date, isCounted: boolean) => Promise<void>
  setFailed: (tx: Tx, claim: Claim) => Promise<void>
  /** Undefined when it was deleted: there is nothing to do. */
  find: (claim: Claim) => Promise<Subject | undefined>
  work: (claim: Claim, subject: Subject, working: Working) => Promise<void>
  /** Logs the error. Returns whether another attempt makes sense. */
  onError: (claim: Claim, error: unknown) => boolean
}

type Deps = Pick<JobDeps, 'database' | 'clock'>

/** Until the queue is empty. */
export async function workOff<Claim extends Lease, Subject>(
  deps: Deps,
  queue: LeasedQueue<Claim, Subject>,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted && (await workOnce(deps, queue, stopping)));
}

/** Returns true when there was something to do. */
async function workOnce<Claim extends Lease, Subject>(
  { database, clock }: Deps,
  queue: LeasedQueue<Claim, Subject>,
  stopping: AbortSignal,
): Promise<boolean> {
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const claim = await queue.claimNext(database.read, newId(), clock.now(), after(LEASE_MS))
  if (claim === null) return false
  const subject = await queue.find(claim)
  if (subject === undefined || claim.attempts > queue.maxAttempts) {
    await queue.setFailed(database.read, claim)
    return true
  }
  const lost = new AbortController()
  const done = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  let progress = 0
  const beating = beat(done.signal, async () => {
    if (!(await queue.extendLease(database.read, claim, after(LEASE_MS), progress))) lost.abort()
  })
  try {
    const working = { signal, onProgress: (part: number) => (progress = part) }
    await inNewTrace(`job ${queue.name}`, { attempts: claim.attempts }, () => queue.work(claim, subject, working))
  } catch (error) {
    if (signal.aborted) await queue.release(database.read, claim, clock.now(), false)
    else if (queue.onError(claim, error) && claim.attempts < queue.maxAttempts)
      await queue.release(database.read, claim, after(queue.retryMs), true)
    else await queue.setFailed(database.read, claim)
  } finally {
    done.abort()
    await beating
  }
  return true
}

async function beat(done: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!done.aborted) {
    await pause(HEARTBEAT_MS, undefined, { signal: done }).catch(() => undefined)
    // The lease is extended again at the next beat.
    if (!done.aborted) await work().catch(() => undefined)
  }
}
