/** Nostr keys that an operator has blocked on this server: none of their events are accepted (store.ts), and stored ones
 * are deleted. Authorization is checked by the admin module. */
import { SERVER_BLOCKS_MAX } from '#contract/operator/admin.ts'
import { type NostrKeyBlocked, topics } from '#server/events.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import * as queries from './blocked-key-queries.ts'
import { lockAuthor, removeSomeOf } from './store.ts'

/** Call in a transaction. Returns false when the maximum number of keys is blocked. */
export async function blockKey(
  tx: Tx,
  { pubkey, reason, now }: { pubkey: string; reason: string; now: Date },
): Promise<boolean> {
  if ((await queries.countServerBlocks(tx, pubkey)) >= SERVER_BLOCKS_MAX) return false
  await queries.upsertServerBlock(tx, { pubkey, reason, since: now })
  await publish(tx, topics.nostrKeyBlocked, newId(), { pubkey } satisfies NostrKeyBlocked)
  return true
}

/** Subscriber for nostr-key-blocked: deletes the stored events of the key in batches, unless it
 * was unblocked in the meantime. */
export function deleteEventsOfBlockedKey({ database }: { database: Database }) {
  return async ({ pubkey }: NostrKeyBlocked): Promise<void> => {
    let isMore = true
    while (isMore) {
      isMore = await database.transaction(async (tx) => {
        // Waits for transactions that began to store an event before the block existed.
        await lockAuthor(tx, pubkey)
        return (await queries.isBlockedByServer(tx, pubkey)) && (await removeSomeOf(tx, pubkey)) > 0
      })
    }
  }
}
