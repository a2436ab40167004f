/** Where podcasts, releases and their items are discussed on nostr: the events about them that their owner has published
 * on our relay. Those that others publish do not count. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { writePointer } from '#protocols/nostr/handler.ts'
import {
  EPISODE_KIND,
  guidOfEpisode,
  guidOfShow,
  MUSIC_TRACK_KIND,
  PLAYLIST_KIND,
  PODCAST_KIND,
} from '#protocols/nostr/release-events.ts'
import type { Discussion } from '#protocols/rss/feed.ts'
import { queryEvents } from '#server/relay/query.ts'
import type { Rss } from './deps.ts'

/** By what names the content in its event: its id, or for podcasts and episodes their guid. */
export type Discussions = ReadonlyMap<string, Discussion>

export const NO_DISCUSSIONS: Discussions = new Map()

export const readMusicDiscussions = (rss: Rss, keys: readonly string[], ids: readonly string[]) =>
  readDiscussions(rss, keys, { kinds: [PLAYLIST_KIND, MUSIC_TRACK_KIND], tag: 'd', values: ids })

export const readPodcastDiscussions = (rss: Rss, keys: readonly string[], guid: string, itemGuids: readonly string[]) =>
  readDiscussions(rss, keys, {
    kinds: [PODCAST_KIND, EPISODE_KIND],
    tag: 'i',
    values: [guidOfShow(guid), ...itemGuids.map(guidOfEpisode)],
  })

type About = { kinds: number[]; tag: 'd' | 'i'; values: readonly string[] }

async function readDiscussions(rss: Rss, keys: readonly string[], { kinds, tag, values }: About): Promise<Discussions> {
  if (keys.length === 0) return NO_DISCUSSIONS
  const filter = { kinds, authors: [...keys], tags: new Map([[tag, [...values]]]) }
  const reader = { keys: new Set<string>(), now: rss.clock.now() }
  const stored = await queryEvents(rss.database.read, filter, reader, 2 * values.length)
  const relay = new URL('/relay', rss.publicUrl).href.replace(/^http/, 'ws')
  const events = stored.map(({ body }) => JSON.parse(body) as NostrEvent)
  // The newest one is the first.
  return new Map(
    events.toReversed().flatMap((event) => {
      const name = event.tags.find(([key]) => key === tag)?.[1]
      return name === undefined ? [] : [[name, writePointer(event, relay)] as const]
    }),
  )
}
