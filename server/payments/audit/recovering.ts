/** Marks a database that was the state of an earlier time: outgoing payments are stopped, and what may be lost becomes a
 * difference that an operator closes. */
import { sql } from 'kysely'
import { readNewestTransferAt } from '#server/ledger/queries.ts'
import { markReservedUnknown } from '#server/payments/payouts/queries.ts'
import { type SwitchDeps, writeOutgoingStop } from '#server/payments/outgoing-stop.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isLoss, listOpenDifferences, resolveDifferences, upsertDifferences } from './difference-queries.ts'

/** `reason`: users see it when they withdraw. `source`: where what has been recovered came from, for the operator. */
export type Recovery = { reason: string; loss: 'changes-lost' | 'last-second'; source: string }

/** This database was the state of an earlier time: nothing leaves until an operator resumes outgoing payments, which is
 * refused while differences are open. What may be lost is one of them. In the caller's transaction. */
export async function writeRecovering(tx: Tx, recovery: Recovery, now: Date): Promise<void> {
  await writeOutgoingStop(tx, null, { isStopped: true, reason: recovery.reason }, now)
  await markReservedUnknown(tx, now)
  await sql`UPDATE outgoing_stop SET recovering_since = coalesce(recovering_since, ${now})`.execute(tx)
  await writeLoss(tx, recovery, now)
}

/** The journal has nothing that a restored database lacks: no more than its last second is lost. */
export async function narrowLoss(tx: Tx, source: string, now: Date): Promise<void> {
  const open = await listOpenDifferences(tx)
  if (open.some(({ kind }) => kind === 'changes-lost')) await writeLoss(tx, { loss: 'last-second', source }, now)
}

/** Before a replay, which may bring the loss of an earlier recovery. `writeRecovering` opens it again afterwards. */
export async function clearLoss(tx: Tx, now: Date): Promise<void> {
  const open = (await listOpenDifferences(tx)).filter(({ kind }) => isLoss(kind))
  await resolveDifferences(
    tx,
    open.map(({ id }) => id),
    now,
  )
}

/** One is open at a time: what is known of it is replaced. */
async function writeLoss(tx: Tx, { loss: kind, source: nodes }: Omit<Recovery, 'reason'>, now: Date): Promise<void> {
  const newestAt = await readNewestTransferAt(tx)
  const ours = newestAt === null ? 'no transfer' : `newest transfer of ${newestAt.toISOString()}`
  await upsertDifferences(
    tx,
    [{ kind, subject: 'journal', ours, nodes, receivedMsat: 0n, sentMsat: 0n, feeMsat: 0n }],
    now,
  )
}

/** The same while the server runs. Does nothing when it recovers already. */
export async function startRecovering({ database, clock, log }: SwitchDeps, recovery: Recovery): Promise<void> {
  const isNew = await database.transaction(async (tx) => {
    const { rows } = await sql`SELECT 1 FROM outgoing_stop WHERE recovering_since IS NULL FOR UPDATE`.execute(tx)
    if (rows.length > 0) await writeRecovering(tx, recovery, clock.now())
    return rows.length > 0
  })
  if (isNew) log.error('recovering', recovery)
}
