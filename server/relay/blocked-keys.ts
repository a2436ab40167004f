/** Nostr keys that an operator keeps away from this server: nothing they sign is taken (keep.ts), and what was kept of them goes.
 * Who may say so is the admin room's to know. */
import { SERVER_BLOCKS_MAX } from '#contract/admin.ts'
import { type NostrKeyBlocked, topics } from '#server/events.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/outbox.ts'
import * as queries from './blocked-key-queries.ts'
import { lockAuthor, removeSomeOf } from './keep.ts'

/** In a transaction; false when as many are kept away as can be. */
export async function blockKey(
  tx: Tx,
  { pubkey, reason, now }: { pubkey: string; reason: string; now: Date },
): Promise<boolean> {
  if ((await queries.countServerBlocks(tx, pubkey)) >= SERVER_BLOCKS_MAX) return false
  await queries.upsertServerBlock(tx, { pubkey, reason, since: now })
  await publish(tx, topics.nostrKeyBlocked, newId(), { pubkey } satisfies NostrKeyBlocked)
  return true
}

/** Subscriber for nostr-key-blocked: what the relay has of the key goes, some of it at a time, unless it was let back in
 * meanwhile. */
export function forgetBlockedKey({ database }: { database: Database }) {
  return async ({ pubkey }: NostrKeyBlocked): Promise<void> => {
    let isMore = true
    while (isMore) {
      isMore = await database.transaction(async (tx) => {
        // Whoever began to keep an event before the block was there has ended then.
        await lockAuthor(tx, pubkey)
        return (await queries.isBlockedByServer(tx, pubkey)) && (await removeSomeOf(tx, pubkey)) > 0
      })
    }
  }
}
