/** Work under a lease in the database: the lease is extended while the work runs, and the work is stopped when another server
 * has taken it over. The queue itself belongs to the module that has the rows. */
import { setTimeout as pause } from 'node:timers/promises'

type Working = { signal: AbortSignal; onProgress: (done: number) => void }

type LeasedWork = {
  heartbeatMs: number
  stopping: AbortSignal
  /** False when another server has taken over. */
  extend: (progress: number) => Promise<boolean>
  work: (working: Working) => Promise<void>
  onError: (error: unknown, isStopped: boolean) => Promise<void>
}

export async function workUnderLease({ heartbeatMs, stopping, extend, work, onError }: LeasedWork): Promise<void> {
  const lost = new AbortController()
  const done = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  let progress = 0
  const beating = beat(heartbeatMs, done.signal, async () => {
    if (!(await extend(progress))) lost.abort()
  })
  try {
    await work({ signal, onProgress: (part) => (progress = part) })
  } catch (error) {
    await onError(error, signal.aborted)
  } finally {
    done.abort()
    await beating
  }
}

async function beat(everyMs: number, done: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!done.aborted) {
    await pause(everyMs, undefined, { signal: done }).catch(() => undefined)
    // The lease is extended again at the next beat.
    if (!done.aborted) await work().catch(() => undefined)
  }
}
