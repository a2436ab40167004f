/** Binds the call that says by which keys a work was published on nostr. Anybody may sign anything about it: only keys of its
 * owner count, and only those that our relay has its event of, so that no other key of theirs becomes known. */
import type { FastifyInstance } from 'fastify'
import { listNostrAuthors } from '#contract/nostr-authors.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { AUDIO_TRACK_KIND, EPISODE_KIND, guidOfEpisode, MUSIC_TRACK_KIND } from '#protocols/nostr/release-events.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { nothingHere } from '#server/catalog/catalog.ts'
import { readPayable } from '#server/catalog/payable.ts'
import { on } from '#server/platform/http.ts'
import { findEvents } from '#server/relay/find.ts'
import type { NostrDeps } from './deps.ts'

const EVENTS_MAX = 50

export function nostrAuthorRoutes(app: FastifyInstance, deps: Pick<NostrDeps, 'database' | 'clock'>): void {
  on(app, listNostrAuthors, async ({ params }) => ({ pubkeys: await listAuthors(deps, params.contentId) }))
}

/** Of what the public sees; else 404. */
async function listAuthors(
  { database, clock }: Pick<NostrDeps, 'database' | 'clock'>,
  contentId: string,
): Promise<string[]> {
  const now = clock.now()
  const work = await readPayable(database.read, contentId, now)
  if (work === null || !work.isPayable) throw nothingHere()
  const authors = (await listNostrProfiles(database.read, work.ownerId)).map(({ publicHex }) => publicHex)
  const about =
    work.contentType === 'episode'
      ? { kinds: [EPISODE_KIND], '#i': [guidOfEpisode(contentId)] }
      : { kinds: [MUSIC_TRACK_KIND, AUDIO_TRACK_KIND], '#d': [contentId] }
  const filter = parseFilter({ authors, ...about })
  const events = await findEvents(database.read, filter, { keys: new Set(), now }, EVENTS_MAX)
  return [...new Set(events.map(({ body }) => (JSON.parse(body) as NostrEvent).pubkey))]
}
