/** Publishes wallet events: stored on our own relay, where other processes find them, and sent immediately to
 * listeners here. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { storeOwnEvent } from '#server/relay/store.ts'
import type { WalletDeps } from './deps.ts'

type PublishDeps = Pick<WalletDeps, 'database' | 'clock' | 'hub'>

/** `work` runs in the same transaction. The events are published only when it returns true. */
export async function publishEvents(
  { database, clock, hub }: PublishDeps,
  events: readonly NostrEvent[],
  work: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const isTold = await database.transaction(async (tx) => {
    if (!(await work(tx))) return false
    for (const event of events) await storeOwnEvent(tx, event, clock.now())
    return true
  })
  if (isTold) for (const event of events) hub.deliver(event, JSON.stringify(event))
  return isTold
}
