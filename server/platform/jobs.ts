/** What a room does by itself until the server stops: each job again and again, with a pause between two rounds.
 * Not who does it where several servers run: jobs share their work by leases and locks in the database. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

export type Job = {
  /** Stands in the log when a round fails. */
  name: string
  /** From the end of a round to the beginning of the next. */
  pauseMs: number
  /** One round, until there is nothing left to do. A long one looks at the signal. */
  work: (stopping: AbortSignal) => Promise<unknown>
}
export type RunningJobs = {
  /** Resolves when the rounds that are under way have ended. */
  stop(): Promise<void>
}

export function startJobs(log: Pick<Log, 'warn'>, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController()
  const running = jobs.map((job) => repeat(job, log, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat({ name, pauseMs, work }: Job, log: Pick<Log, 'warn'>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work(stopping)
    } catch (error) {
      log.warn('job-failed', { name, error })
    }
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
