/** Background jobs of a module: each runs repeatedly until the server stops, with a pause between two rounds. Several
 * servers share the work of a job by leases and locks in the database, not here. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ASKED_EARLY_MS, createQuestion, type DueRows } from './due.ts'
import { createFailureRecord, type FailureRecord } from './failures.ts'
import type { Log } from '#server/platform/log.ts'

/** Returned by a round that did nothing because the job was not due: it says nothing about whether the job works. */
export const NOT_DUE = Symbol('not due')

export type Job = {
  /** Logged when a round fails; shown in /readyz and at /admin when two in a row fail. */
  name: string
  /** From the end of one round to the start of the next. */
  pauseMs: number
  /** A round works only when there is one of these rows. Without this, each round looks for itself. */
  due?: readonly ((now: Date) => DueRows)[]
  /** One round, until there is nothing left to do. A long round checks the signal. */
  work: (stopping: AbortSignal) => Promise<unknown>
}
export type JobDeps = { database: Database; clock: Clock; log: Pick<Log, 'warn'> }
export type RunningJobs = {
  /** Runs one round of each job now and resolves with their names: for tests, which do not wait for pauses. */
  runAll(): Promise<string[]>
  /** Resolves when the rounds in progress have ended. */
  stop(): Promise<void>
}

export type JobRun = {
  /** Null before the first success of this process. */
  succeededAt: Date | null
  /** Of the last round, whether it succeeded or not. */
  seconds: number
}

/** The last rounds in this process, by name. What matters, the failures in a row, is in the database. */
const lastRuns = new Map<string, JobRun>()
export const listJobRuns = (): ReadonlyMap<string, JobRun> => lastRuns

export function startJobs(deps: JobDeps, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController()
  const record = createFailureRecord(deps)
  const running = jobs.map((job) => repeat(job, deps, record, stopping.signal))
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

async function repeat(job: Job, deps: JobDeps, record: FailureRecord, stopping: AbortSignal): Promise<void> {
  const pauseMs = job.due === undefined ? job.pauseMs : job.pauseMs - ASKED_EARLY_MS
  const questions = job.due?.map((rows) => createQuestion(deps.database, () => rows(deps.clock.now()), stopping))
  while (!stopping.aborted) {
    const next = questions === undefined ? job : await ifDue(job, questions)
    if (!stopping.aborted) await runRound(next, deps.log, record, stopping)
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/** When nothing is due, a round that does nothing, which succeeds like one that has found nothing. */
async function ifDue(job: Job, questions: readonly (() => Promise<boolean>)[]): Promise<Job> {
  try {
    const found = await Promise.all(questions.map((ask) => ask()))
    return found.includes(true) ? job : { ...job, work: async () => undefined }
  } catch (error) {
    return { ...job, work: () => Promise.reject(error) }
  }
}

async function runRound(job: Job, log: JobDeps['log'], record: FailureRecord, stopping: AbortSignal): Promise<void> {
  const { name, work } = job
  const startedAt = performance.now()
  const note = (succeededAt = lastRuns.get(name)?.succeededAt ?? null) =>
    lastRuns.set(name, { succeededAt, seconds: (performance.now() - startedAt) / 1_000 })
  try {
    if ((await work(stopping)) === NOT_DUE) return
    note(new Date())
    await record.succeeded(name)
  } catch (error) {
    note()
    log.warn('job-failed', { name, error })
    // A round interrupted by the stop says nothing about the job.
    if (!stopping.aborted) await record.failed(name, error)
  }
}
