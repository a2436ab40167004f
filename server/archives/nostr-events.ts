/** The public events of a user's nostr keys on this server's relay, which feeds and pages refer to. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { CHANNEL_KIND, CHANNEL_METADATA_KIND, DELETION_KIND, RELAY_LIST_KIND } from '#protocols/nostr/kinds.ts'
import * as releases from '#protocols/nostr/release-events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queryEvents } from '#server/relay/query.ts'

const PROFILE_KIND = 0
const EVENTS_MAX = 20_000

const MOVED_KINDS = [
  PROFILE_KIND,
  DELETION_KIND,
  RELAY_LIST_KIND,
  CHANNEL_KIND,
  CHANNEL_METADATA_KIND,
  releases.AUDIO_TRACK_KIND,
  releases.MUSIC_TRACK_KIND,
  releases.PLAYLIST_KIND,
  releases.PODCAST_KIND,
  releases.EPISODE_KIND,
]

/** Oldest first. */
export async function selectMovedEvents(tx: Tx, keys: readonly string[], now: Date): Promise<NostrEvent[]> {
  const filter = { authors: [...keys], kinds: MOVED_KINDS, tags: new Map<string, string[]>() }
  const found = await queryEvents(tx, filter, { keys: new Set(), now }, EVENTS_MAX)
  return found.toReversed().map(({ body }) => JSON.parse(body) as NostrEvent)
}
