/** What people on nostr do with a work: likes (NIP-25) and reposts (NIP-18). What they write about it is comments.ts, undoing
 * is event-standing.ts.
 *
 * A work is known by an id outside nostr (NIP-73) and, where its artist has published it, by an event. A like of the event is
 * of kind 7 and names its address, so that it stays with later versions; an episode (kind 54) has no address, so its `i`
 * stands beside the version that was liked. Without an event a like is of kind 17. Only an event can be reposted: in kind 16,
 * for kind 6 is for notes; both are read. */
import type { NostrEvent } from './event.ts'
import { HEX_32 } from './hex.ts'
import { GENERIC_REPOST_KIND, OUTSIDE_REACTION_KIND, REACTION_KIND, REPOST_KIND, slotOf } from './kinds.ts'
import { AUDIO_TRACK_KIND, type Draft, guidOfEpisode, MUSIC_TRACK_KIND } from './release-events.ts'

/** As NIP-73 writes it, with the kind of id it is, and the page where a person finds it. */
export type OutsideId = { value: string; kind: string; page: string }

export type Work = {
  outside: OutsideId
  /** As its artist has published it: the newest version. */
  event: NostrEvent | null
}

export type Reaction = 'like' | 'repost'

/** Songs have no id of their own there, so it is the address of the page. */
export function outsideIdOfTrack(trackId: string, publicUrl: string): OutsideId {
  const { href } = new URL(`/track/${trackId}`, publicUrl)
  return { value: href, kind: 'web', page: href }
}

export function outsideIdOfEpisode(episodeId: string, publicUrl: string): OutsideId {
  const page = new URL(`/episode/${episodeId}`, publicUrl).href
  return { value: guidOfEpisode(episodeId), kind: 'podcast:item:guid', page }
}

/** The address of a work's event, and of the same track in the other form that this server's artists publish. None for an
 * episode. The first is the event's own. */
export function addressesOf({ event }: Work): string[] {
  const slot = event === null ? null : slotOf(event)
  if (event === null || slot === null) return []
  const forms = [MUSIC_TRACK_KIND, AUDIO_TRACK_KIND]
  const kinds = forms.includes(event.kind) ? [event.kind, ...forms.filter((kind) => kind !== event.kind)] : [event.kind]
  return kinds.map((kind) => `${kind}:${event.pubkey}:${slot}`)
}

/** `name` is `i`, or `I` for what all of a conversation is about. */
export function outsideTag(name: 'i' | 'I', { value, page }: OutsideId): string[] {
  return page === value ? [name, value] : [name, value, page]
}

/** `relay`: where the event is found. */
export function draftLike(work: Work, relay: string): Draft {
  const { outside, event } = work
  if (event !== null) return { kind: REACTION_KIND, tags: tagsOf(work, event, relay), content: '+' }
  return { kind: OUTSIDE_REACTION_KIND, tags: [['k', outside.kind], outsideTag('i', outside)], content: '+' }
}

/** An event that is for some relays alone (NIP-70) is named and not handed on. */
export function draftRepost(work: Work, event: NostrEvent, relay: string): Draft {
  const isProtected = event.tags.some(([name]) => name === '-')
  const content = isProtected ? '' : JSON.stringify(event)
  return { kind: GENERIC_REPOST_KIND, tags: tagsOf(work, event, relay), content }
}

function tagsOf(work: Work, { id, kind, pubkey }: NostrEvent, relay: string): string[][] {
  const [address] = addressesOf(work)
  return [
    ['e', id, relay, pubkey],
    address === undefined ? outsideTag('i', work.outside) : ['a', address, relay, pubkey],
    ['p', pubkey, relay],
    ['k', String(kind)],
  ]
}

/** Null for what is about something else, for dislikes and for other signs. */
export function readReaction(event: NostrEvent, work: Work): Reaction | null {
  const { kind, content } = event
  if (kind === GENERIC_REPOST_KIND || kind === REPOST_KIND) return isAboutEvent(event, work) ? 'repost' : null
  if (content !== '+' && content !== '') return null
  if (kind === REACTION_KIND) return isAboutEvent(event, work) ? 'like' : null
  const isOutside = kind === OUTSIDE_REACTION_KIND && hasTag(event, 'k', work.outside.kind)
  return isOutside && hasTag(event, 'i', work.outside.value) ? 'like' : null
}

/** Each key once, however often it has done so. */
export function countPeople(events: readonly NostrEvent[]): number {
  return new Set(events.map(({ pubkey }) => pubkey)).size
}

/** There must be an id, and what is meant stands last (NIP-25). An address tells more than the id of one version. */
function isAboutEvent(event: NostrEvent, work: Work): boolean {
  const lastOf = (name: string) => event.tags.findLast((tag) => tag[0] === name)?.[1]
  const id = lastOf('e')
  if (work.event === null || id === undefined || !HEX_32.test(id)) return false
  const address = lastOf('a')
  if (address !== undefined) return addressesOf(work).includes(address)
  return id === work.event.id || hasTag(event, 'i', work.outside.value)
}

function hasTag({ tags }: NostrEvent, name: string, value: string): boolean {
  return tags.some((tag) => tag[0] === name && tag[1] === value)
}
