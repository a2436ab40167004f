/** Outgoing payments in the journal: each is stored there before the node is called. */
import { findUnknownHashes } from '#server/payments/payouts/queries.ts'
import { recoverPayout } from '#server/payments/payouts/recovered.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { startRecovering } from '#server/payments/outgoing-stop.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Journal } from './objects.ts'
import { readJournalState } from './queries.ts'
import type { StartedJournal } from './start.ts'

/** Resolves once the payment is stored. Throws when it cannot be stored: then the payment must not be sent. */
export function createWriteAhead(database: Database, journal: Journal): PaymentDeps['writeAhead'] {
  return async (paymentHash, text) => {
    const { chain, position } = await readJournalState(database.read)
    if (chain !== null) await journal.writeSend(chain, position, paymentHash, text)
  }
}

/** Reserves those again that the database does not know. */
export async function recoverSends(deps: PaymentDeps, { journal, sends }: StartedJournal): Promise<void> {
  const keys = new Map(sends.map((key) => [key.slice(key.lastIndexOf('-') + 1), key]))
  const unknown = await findUnknownHashes(deps.database.read, [...keys.keys()])
  if (unknown.length === 0) return
  await startRecovering(deps, 'The server was restored, and some changes since may be missing.')
  for (const paymentHash of unknown) await recoverPayout(deps, await journal.readSend(keys.get(paymentHash)!))
}
