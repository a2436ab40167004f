/** Outgoing payments in the journal: each is stored there before the node is called. */
import { findUnknownHashes } from '#server/payments/payouts/queries.ts'
import { recoverPayout } from '#server/payments/payouts/recovered.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { startRecovering } from '#server/payments/audit/recovering.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Journal } from './objects.ts'
import { INCOMPLETE } from './replay.ts'
import { addUnrecovered, readJournalState, requireNoProblem, withoutUnrecovered } from './queries.ts'
import type { StartedJournal } from './start.ts'

/** Resolves once the payment is stored. Throws when it cannot be stored: then the payment must not be sent. */
export function createWriteAhead(database: Database, journal: Journal): PaymentDeps['writeAhead'] {
  return async (paymentHash, text) => {
    const state = await readJournalState(database.read)
    requireNoProblem(state)
    const { chain, position } = state
    if (chain !== null) await journal.writeSend(chain, position, paymentHash, text)
  }
}

/** Reserves those again that the database does not know. */
export async function recoverSends(deps: PaymentDeps, { journal, sends }: StartedJournal): Promise<void> {
  const keys = new Map(sends.map((key) => [key.slice(key.lastIndexOf('-') + 1), key]))
  const { read } = deps.database
  const unknown = await withoutUnrecovered(read, await findUnknownHashes(read, [...keys.keys()]))
  if (unknown.length === 0) return
  const source = `${unknown.length} payments in the journal that the database lacks`
  await startRecovering(deps, { reason: INCOMPLETE, loss: 'last-second', source })
  for (const paymentHash of unknown) {
    const isRecovered = await recoverPayout(deps, await journal.readSend(keys.get(paymentHash)!))
    if (!isRecovered) await addUnrecovered(read, paymentHash)
  }
}
