/** Publishes that something was bought, in the transaction that books it. Mails and notifications follow (delivery.ts). */
import { topics, type Bought } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'

export async function notifyBought(tx: Tx, purchaseId: string): Promise<void> {
  const bought: Bought = { purchaseId }
  await publish(tx, topics.bought, purchaseId, bought)
}
