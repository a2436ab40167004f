/** Writes what was changed to the journal, at most a second behind, in batches that are never changed. Several processes
 * share the work: a batch is fixed in the database before it is written, so that a repeat writes the same. */
import { startRecovering } from '#server/payments/audit/recovering.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Batch, Journal } from './objects.ts'
import { finishBatch, fixNextBatch, lockJournalState, writeJournalState } from './queries.ts'
import { FORKED, INCOMPLETE } from './replay.ts'

const PAUSE_MS = 300

export type WriteDeps = Pick<PaymentDeps, 'database' | 'clock' | 'log'> & { journal: Journal }

export function startJournalJobs(deps: WriteDeps): RunningJobs {
  return startJobs(deps, [{ name: 'journal', pauseMs: PAUSE_MS, work: (stopping) => writeJournal(deps, stopping) }])
}

/** Until nothing waits. */
export async function writeJournal(deps: WriteDeps, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await writeNext(deps)));
}

async function writeNext(deps: WriteDeps): Promise<boolean> {
  const { database, journal } = deps
  const batch = await database.transaction(fixNextBatch)
  if (batch === null) return false
  const stored = await journal.readBatch(batch.chain, batch.number)
  if (stored !== null && !isSame(stored, batch)) return refuseAhead(deps, batch)
  const digest = stored?.digest ?? (await journal.writeBatch(batch))
  await database.transaction((tx) => finishBatch(tx, batch, digest))
  return true
}

const isSame = (stored: Batch, batch: Batch) =>
  stored.previous === batch.previous &&
  stored.lines.length === batch.lines.length &&
  stored.lines.every(({ id }, index) => id === batch.lines[index]!.id)

/** Another process has finished this batch meanwhile, or this database is the state of an earlier time. */
async function refuseAhead(deps: WriteDeps, batch: Batch): Promise<boolean> {
  const isAhead = await deps.database.transaction(async (tx) => {
    const state = await lockJournalState(tx)
    if (state.position >= batch.number) return false
    await writeJournalState(tx, { ...state, problem: FORKED })
    return true
  })
  if (isAhead) await startRecovering(deps, { reason: INCOMPLETE, loss: 'changes-lost', source: FORKED })
  return !isAhead
}
