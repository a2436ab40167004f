/** Publishes wallet events: stored on our own relay, where other processes find them, and sent immediately to
 * listeners here. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { keepOwnEvent } from '#server/relay/keep.ts'
import type { WalletDeps } from './deps.ts'

type TellDeps = Pick<WalletDeps, 'database' | 'clock' | 'hub'>

/** `work` runs in the same transaction. The events are published only when it returns true. */
export async function tell(
  { database, clock, hub }: TellDeps,
  events: readonly NostrEvent[],
  work: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const isTold = await database.transaction(async (tx) => {
    if (!(await work(tx))) return false
    for (const event of events) await keepOwnEvent(tx, event, clock.now())
    return true
  })
  if (isTold) for (const event of events) hub.tell(event, JSON.stringify(event))
  return isTold
}
