/** Announces to nostr clients what this server can show (NIP-89), signed with its own key: stored on our relay and sent
 * to the configured public relays, again only when the content changes. */
import { readEvent, signEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { draftHandler, HANDLER_SLOT } from '#protocols/nostr/handler.ts'
import { HANDLER_KIND } from '#protocols/nostr/kinds.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockName } from '#server/platform/database/engine.ts'
import { queryEvents } from '#server/relay/query.ts'
import { storeOwnEvent } from '#server/relay/store.ts'
import type { NostrDeps } from './deps.ts'
import { notifyRelays } from './relay-notifications.ts'

type Installation = { name: string; publicUrl: string }

/** Called at each start, by any number of servers. Resolves with whether there was something new to publish. */
export async function publishHandler(deps: NostrDeps, installation: Installation): Promise<boolean> {
  const { database, key, clock, publicRelays } = deps
  const draft = draftHandler(installation)
  return database.transaction(async (tx) => {
    // Of servers that start together, only one publishes.
    await lockName(tx, 'nostr-handler')
    const now = clock.now()
    const previous = await findStored(tx, key.pubkey, now)
    const isSame =
      previous !== null &&
      previous.content === draft.content &&
      JSON.stringify(previous.tags) === JSON.stringify(draft.tags)
    if (isSame) return false
    const created_at = Math.max(Math.floor(now.getTime() / 1_000), (previous?.created_at ?? 0) + 1)
    const event = signEvent({ ...draft, created_at }, key.secretKey)
    await storeOwnEvent(tx, event, now)
    await notifyRelays(tx, event, publicRelays, deps)
    return true
  })
}

async function findStored(tx: Tx, pubkey: string, now: Date) {
  const filter = parseFilter({ kinds: [HANDLER_KIND], authors: [pubkey], '#d': [HANDLER_SLOT] })
  const [found] = await queryEvents(tx, filter, { keys: new Set(), now }, 1)
  return found === undefined ? null : readEvent(JSON.parse(found.body))
}
