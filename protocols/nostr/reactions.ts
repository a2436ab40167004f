/** Reactions of Nostr users to a work: likes (NIP-25) and reposts (NIP-18). Comments are in comments.ts, undoing is in
 * event-status.ts.
 *
 * A work has an external id (NIP-73) and, if its artist has published it, an event. A like of the event is kind 7 and
 * names its address, so that it also applies to later versions. An episode (kind 54) has no address, so its `i` tag is
 * added to the version that was liked. Without an event, a like is kind 17. Only events can be reposted: as kind 16,
 * because kind 6 is for notes; both are parsed. */
import type { NostrEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { GENERIC_REPOST_KIND, EXTERNAL_REACTION_KIND, REACTION_KIND, REPOST_KIND, slotOf } from './kinds.ts'
import { AUDIO_TRACK_KIND, type Draft, guidOfEpisode, MUSIC_TRACK_KIND } from './release-events.ts'

/** The id in the format of NIP-73, the kind of id, and the page for users. */
export type ExternalId = { value: string; kind: string; page: string }

export type Work = {
  external: ExternalId
  /** The newest version published by its artist. */
  event: NostrEvent | null
}

export type Reaction = 'like' | 'repost'

/** Tracks have no id kind in NIP-73, so the id is the URL of the page. */
export function externalIdOfTrack(trackId: string, publicUrl: string): ExternalId {
  const { href } = new URL(`/track/${trackId}`, publicUrl)
  return { value: href, kind: 'web', page: href }
}

export function externalIdOfEpisode(episodeId: string, guid: string, publicUrl: string): ExternalId {
  const page = new URL(`/episode/${episodeId}`, publicUrl).href
  return { value: guidOfEpisode(guid), kind: 'podcast:item:guid', page }
}

/** The address of a work's event, and of the same track in the other kind that this server's artists publish. None
 * for an episode. The first is the event's own. */
export function addressesOf({ event }: Work): string[] {
  const slot = event === null ? null : slotOf(event)
  if (event === null || slot === null) return []
  const forms = [MUSIC_TRACK_KIND, AUDIO_TRACK_KIND]
  const kinds = forms.includes(event.kind) ? [event.kind, ...forms.filter((kind) => kind !== event.kind)] : [event.kind]
  return kinds.map((kind) => `${kind}:${event.pubkey}:${slot}`)
}

/** `name` is `i`, or `I` for the root of a conversation. */
export function externalTag(name: 'i' | 'I', { value, page }: ExternalId): string[] {
  return page === value ? [name, value] : [name, value, page]
}

/** `relay`: a relay that has the event. */
export function draftLike(work: Work, relay: string): Draft {
  const { external, event } = work
  if (event !== null) return { kind: REACTION_KIND, tags: tagsOf(work, event, relay), content: '+' }
  return { kind: EXTERNAL_REACTION_KIND, tags: [['k', external.kind], externalTag('i', external)], content: '+' }
}

/** A protected event (NIP-70) is referenced but not included. */
export function draftRepost(work: Work, event: NostrEvent, relay: string): Draft {
  const isProtected = event.tags.some(([name]) => name === '-')
  const content = isProtected ? '' : JSON.stringify(event)
  return { kind: GENERIC_REPOST_KIND, tags: tagsOf(work, event, relay), content }
}

function tagsOf(work: Work, { id, kind, pubkey }: NostrEvent, relay: string): string[][] {
  const [address] = addressesOf(work)
  return [
    ['e', id, relay, pubkey],
    address === undefined ? externalTag('i', work.external) : ['a', address, relay, pubkey],
    ['p', pubkey, relay],
    ['k', String(kind)],
  ]
}

/** Null for events about something else, for dislikes and for other symbols. */
export function parseReaction(event: NostrEvent, work: Work): Reaction | null {
  const { kind, content } = event
  if (kind === GENERIC_REPOST_KIND || kind === REPOST_KIND) return isAboutEvent(event, work) ? 'repost' : null
  if (content !== '+' && content !== '') return null
  if (kind === REACTION_KIND) return isAboutEvent(event, work) ? 'like' : null
  const isExternal = kind === EXTERNAL_REACTION_KIND && hasTag(event, 'k', work.external.kind)
  return isExternal && hasTag(event, 'i', work.external.value) ? 'like' : null
}

/** Counts each key once. */
export function countAuthors(events: readonly NostrEvent[]): number {
  return new Set(events.map(({ pubkey }) => pubkey)).size
}

/** Requires an id; the last tag is the target (NIP-25). An address takes precedence over the id of one version. */
function isAboutEvent(event: NostrEvent, work: Work): boolean {
  const lastOf = (name: string) => event.tags.findLast((tag) => tag[0] === name)?.[1]
  const id = lastOf('e')
  if (work.event === null || id === undefined || !HEX_32.test(id)) return false
  const address = lastOf('a')
  if (address !== undefined) return addressesOf(work).includes(address)
  return id === work.event.id || hasTag(event, 'i', work.external.value)
}

function hasTag({ tags }: NostrEvent, name: string, value: string): boolean {
  return tags.some((tag) => tag[0] === name && tag[1] === value)
}
