/** What a room does by itself until the server stops: each job again and again, with a pause between two rounds.
 * Not who does it where several servers run: jobs share their work by leases and locks in the database. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { createFailureRecord, type FailureRecord } from './job-failures.ts'
import type { Log } from './log.ts'

/** The answer of a round that had nothing to do because the job was not due: it says nothing about whether the job works. */
export const NOT_DUE = Symbol('not due')

export type Job = {
  /** Stands in the log when a round fails, in /readyz and at /admin when two in a row do. */
  name: string
  /** From the end of a round to the beginning of the next. */
  pauseMs: number
  /** One round, until there is nothing left to do. A long one looks at the signal. */
  work: (stopping: AbortSignal) => Promise<unknown>
}
export type JobDeps = { database: Database; clock: Clock; log: Pick<Log, 'warn'> }
export type RunningJobs = {
  /** Runs one round of each job now and resolves with their names: for tests, which do not wait for pauses. */
  runAll(): Promise<string[]>
  /** Resolves when the rounds that are under way have ended. */
  stop(): Promise<void>
}

export function startJobs(deps: JobDeps, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController()
  const record = createFailureRecord(deps)
  const running = jobs.map((job) => repeat(job, deps.log, record, stopping.signal))
  return {
    async runAll() {
      await Promise.all(jobs.map((job) => runRound(job, deps.log, record, stopping.signal)))
      return jobs.map(({ name }) => name)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(job: Job, log: JobDeps['log'], record: FailureRecord, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await runRound(job, log, record, stopping)
    await pause(job.pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function runRound(job: Job, log: JobDeps['log'], record: FailureRecord, stopping: AbortSignal): Promise<void> {
  const { name, work } = job
  try {
    if ((await work(stopping)) !== NOT_DUE) await record.succeeded(name)
  } catch (error) {
    log.warn('job-failed', { name, error })
    // A round that was cut short by the stop says nothing about the job.
    if (!stopping.aborted) await record.failed(name, error)
  }
}
