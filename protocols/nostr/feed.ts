/** Parses a feed: notes, reposts (NIP-18), releases, shows and episodes, as untrusted text cut to what can be shown
 * safely. Follows are in follow-list.ts; fetching the events is elsewhere. */
import { InvalidEvent, type NostrEvent, readEvent } from './event.ts'
import { NOTE_KIND, REPOST_KINDS } from './kinds.ts'
import { readLines, readText } from './profile.ts'
import { AUDIO_TRACK_KIND, EPISODE_KIND, MUSIC_TRACK_KIND, PLAYLIST_KIND, PODCAST_KIND } from './release-events.ts'
import { pathInTags, pathOfSlot } from './work-address.ts'
import { HEX_32 } from '#protocols/hex.ts'

const WORK_KINDS = [AUDIO_TRACK_KIND, MUSIC_TRACK_KIND, PLAYLIST_KIND, PODCAST_KIND, EPISODE_KIND]
export const FEED_KINDS: readonly number[] = [NOTE_KIND, ...REPOST_KINDS, ...WORK_KINDS]

export type WorkType = 'track' | 'release' | 'show' | 'episode'
export type Said =
  | { type: 'note'; text: string }
  | {
      type: 'work'
      work: WorkType
      title: string
      /** The artist, as the event names them. */
      artist: string | null
      /** The path on our own pages. Null when the event does not link to this server. */
      path: string | null
      /** A release event has no link. Whether this server has it at this path must be checked. */
      mayBeAt: string | null
    }
export type Entry = { id: string; author: string; atSeconds: number; said: Said }
/** `entry`: null when the original of a repost cannot be found. */
export type FeedItem = { id: string; atSeconds: number; sharedBy: string | null; entry: Entry | null }

const NOTE_MAX_CHARACTERS = 5_000
const TITLE_MAX_CHARACTERS = 300

/** Newest first, without duplicates. `originals`: the events of reposts that do not contain them. */
export function parseFeed(events: readonly NostrEvent[], originals: readonly NostrEvent[], ownUrl: string): FeedItem[] {
  const listed = new Set(events.flatMap(tracksOf))
  const seen = new Set<string>()
  const items: FeedItem[] = []
  for (const event of events.toSorted(newestFirst)) {
    const place = placeOf(event)
    if (seen.has(place)) continue
    seen.add(place)
    // A release includes its tracks, so they are not listed separately.
    if (listed.has(place)) continue
    const item = REPOST_KINDS.includes(event.kind) ? readRepost(event, originals, ownUrl) : readOwn(event, ownUrl)
    if (item !== null) items.push(item)
  }
  return items
}

/** The ids of the originals of reposts that do not contain them. */
export function listMissing(events: readonly NostrEvent[]): string[] {
  const reposts = events.filter(({ kind, content }) => REPOST_KINDS.includes(kind) && broughtIn(content) === null)
  return [...new Set(reposts.flatMap((event) => sharedId(event) ?? []))]
}

function readOwn(event: NostrEvent, ownUrl: string): FeedItem | null {
  const entry = readEntry(event, ownUrl)
  return entry === null ? null : { id: event.id, atSeconds: event.created_at, sharedBy: null, entry }
}

function readRepost(event: NostrEvent, originals: readonly NostrEvent[], ownUrl: string): FeedItem {
  const id = sharedId(event)
  const original = broughtIn(event.content) ?? originals.find((one) => one.id === id) ?? null
  const entry = original === null ? null : readEntry(original, ownUrl)
  return { id: event.id, atSeconds: event.created_at, sharedBy: event.pubkey, entry }
}

function readEntry(event: NostrEvent, ownUrl: string): Entry | null {
  const said = event.kind === NOTE_KIND ? readNote(event) : readWork(event, ownUrl)
  return said === null ? null : { id: event.id, author: event.pubkey, atSeconds: event.created_at, said }
}

function readNote({ content }: NostrEvent): Said | null {
  const text = readLines(content, NOTE_MAX_CHARACTERS)
  return text === null ? null : { type: 'note', text }
}

function readWork(event: NostrEvent, ownUrl: string): Said | null {
  const { kind, tags } = event
  const first = (name: string) => tags.find((tag) => tag[0] === name)
  const title = readText(first('title')?.[1] ?? first('subject')?.[1], TITLE_MAX_CHARACTERS)
  const work = typeOf(kind)
  if (title === null || work === null) return null
  const creator = tags.find(([name, , role]) => name === 'c' && role === 'artist')?.[1]
  const artist = readText(first('artist')?.[1] ?? creator, TITLE_MAX_CHARACTERS)
  // Releases of other servers look the same.
  const mayBeAt = work === 'release' ? pathOfSlot(kind, first('d')?.[1] ?? '') : null
  return { type: 'work', work, title, artist, path: pathInTags(event, ownUrl), mayBeAt }
}

function typeOf(kind: number): WorkType | null {
  if (kind === AUDIO_TRACK_KIND || kind === MUSIC_TRACK_KIND) return 'track'
  if (kind === PLAYLIST_KIND) return 'release'
  if (kind === PODCAST_KIND) return 'show'
  return kind === EPISODE_KIND ? 'episode' : null
}

/** A repost may contain the original, signed by its author, as text. */
function broughtIn(content: string): NostrEvent | null {
  if (content === '') return null
  try {
    return readEvent(JSON.parse(content))
  } catch (error) {
    if (error instanceof InvalidEvent || error instanceof SyntaxError) return null
    throw error
  }
}

function sharedId({ tags }: NostrEvent): string | null {
  const id = tags.find(([name]) => name === 'e')?.[1] ?? ''
  return HEX_32.test(id) ? id : null
}

/** Both kinds of a track count as one track, and a later version replaces an earlier one. */
function placeOf({ id, kind, pubkey, tags }: NostrEvent): string {
  const type = typeOf(kind)
  if (type === null) return id
  const name = kind === EPISODE_KIND ? 'i' : 'd'
  const slot = kind === PODCAST_KIND ? '' : tags.find((tag) => tag[0] === name)?.[1]
  return slot === undefined ? id : `${type}:${pubkey}:${slot}`
}

function tracksOf({ kind, pubkey, tags }: NostrEvent): string[] {
  if (kind !== PLAYLIST_KIND) return []
  const start = `${MUSIC_TRACK_KIND}:${pubkey}:`
  return tags.flatMap(([name, value = '']) =>
    name === 'a' && value.startsWith(start) ? [`track:${pubkey}:${value.slice(start.length)}`] : [],
  )
}

function newestFirst(one: NostrEvent, other: NostrEvent): number {
  return other.created_at - one.created_at || (one.id < other.id ? -1 : 1)
}
