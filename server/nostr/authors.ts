/** Binds the endpoint that lists the keys with which a work was published on nostr, and the blocked keys. Anybody can
 * sign anything about a work, so only keys of its owner count, and only those whose event is on our relay: no other
 * key of the owner is revealed. */
import type { FastifyInstance } from 'fastify'
import { SERVER_BLOCKS_MAX } from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { AUDIO_TRACK_KIND, EPISODE_KIND, guidOfEpisode, MUSIC_TRACK_KIND } from '#protocols/nostr/release-events.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { readItemGuids } from '#server/catalog/feed-guids.ts'
import { type Payable, readPayable } from '#server/catalog/splits/payable.ts'
import { selectNostrBlocks } from '#server/comments/nostr-block-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { on } from '#server/platform/http/http.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { isOwner } from '#server/platform/http/authorization.ts'
import { selectServerBlocks } from '#server/relay/blocked-key-queries.ts'
import { queryEvents } from '#server/relay/query.ts'
import type { NostrDeps } from './deps.ts'
import { notFound } from '#server/platform/errors.ts'

const EVENTS_MAX = 50

type AuthorDeps = Pick<NostrDeps, 'database' | 'clock'>
type Authors = Data<typeof listNostrAuthors>

export function nostrAuthorRoutes(app: FastifyInstance, deps: AuthorDeps): void {
  on(app, listNostrAuthors, ({ params }, { caller }) => listAuthors(deps, caller, params.contentId))
}

/** Anybody, for public content; else 404. */
async function listAuthors({ database, clock }: AuthorDeps, caller: Caller, contentId: string): Promise<Authors> {
  const tx = database.read
  const now = clock.now()
  const work = await readPayable(tx, contentId, now)
  if (work === null || !work.isPayable) throw notFound()
  const isOwners = isOwner(caller, work.ownerId)
  const guid = (await readItemGuids(tx, [contentId]))(contentId)
  const [pubkeys, byOwner, byServer] = await Promise.all([
    findAuthors(tx, work, guid, now),
    selectNostrBlocks(tx, work.ownerId),
    selectServerBlocks(tx, { limit: SERVER_BLOCKS_MAX }),
  ])
  const refused = new Set(byServer.map(({ pubkey }) => pubkey))
  const own = byOwner.map(({ pubkey }) => pubkey).filter((pubkey) => !refused.has(pubkey))
  return {
    pubkeys,
    guid,
    blockedPubkeys: [...own, ...refused],
    ownBlockedPubkeys: isOwners ? own : [],
    isOwner: isOwners,
  }
}

type Work = Pick<Payable, 'contentId' | 'contentType' | 'ownerId'>

async function findAuthors(
  tx: Tx,
  { contentId, contentType, ownerId }: Work,
  guid: string,
  now: Date,
): Promise<string[]> {
  const authors = (await listNostrProfiles(tx, ownerId)).map(({ publicHex }) => publicHex)
  const about =
    contentType === 'episode'
      ? { kinds: [EPISODE_KIND], '#i': [guidOfEpisode(guid)] }
      : { kinds: [MUSIC_TRACK_KIND, AUDIO_TRACK_KIND], '#d': [contentId] }
  const filter = parseFilter({ authors, ...about })
  const events = await queryEvents(tx, filter, { keys: new Set(), now }, EVENTS_MAX)
  return [...new Set(events.map(({ body }) => (JSON.parse(body) as NostrEvent).pubkey))]
}
