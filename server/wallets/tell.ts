/** Publishing what wallets say: on our own relay, where other processes find it, and at once to whoever listens here. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Tx } from '#server/platform/database.ts'
import { keepOwnEvent } from '#server/relay/keep.ts'
import type { WalletDeps } from './deps.ts'

type TellDeps = Pick<WalletDeps, 'database' | 'clock' | 'hub'>

/** With whatever else has to be true when it is told: `work` answers whether it is. */
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
