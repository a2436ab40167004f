/** Releases and podcasts of this server as Nostr events that their artist signs. Each kind contains only what its
 * specification defines. Comparing with relays is event-status.ts.
 *
 * - 31337: NIP-0a, "Audio Events" (drafts in nostr-protocol/nips, #1043 and its successor #2442), with `imeta` of
 * NIP-92. `type` is for clients older than that document.
 * - 36787 and 34139: "Music Tracks" and "Music Playlists" (published at nostrhub.io, used by zaptrax and others).
 * - 10154 and 54: NIP-F4, "Podcasts", with `i` and `k` of NIP-73. These alone identify the episode of a kind 54,
 * which has no `d` tag. Durations and genres have no tag there. */
import type { UnsignedEvent } from './event.ts'

export const AUDIO_TRACK_KIND = 31_337
export const MUSIC_TRACK_KIND = 36_787
export const PLAYLIST_KIND = 34_139
export const PODCAST_KIND = 10_154
export const EPISODE_KIND = 54

/** An event without its date, which is set when it is signed. */
export type Draft = Omit<UnsignedEvent, 'created_at'>
/** The content that the event is about, and its title. */
export type WorkEvent = { contentId: string; title: string; draft: Draft }

/** The key that signs, and the public URL of this server. URLs in events are absolute. */
export type Publisher = { pubkey: string; publicUrl: string }

/** As the catalogue's API returns them. */
type Sound = {
  id: string
  title: string
  artworkUrl: string | null
  liveUrl: string | null
  duration: number | null
  isDraft: boolean
  publishedAt: string | null
}
export type TrackWork = Sound & { artist: string; albumTitle: string; order: number; isExplicit: boolean }
export type AlbumWork = {
  id: string
  title: string
  description: string | null
  artworkUrl: string | null
  isSingle: boolean
  artist: { name: string }
}
export type EpisodeWork = Sound & { guid: string; description: string | null }
export type PodcastWork = {
  id: string
  /** The podcast:guid of its feed. */
  guid: string | null
  name: string
  podcastUrl: string
  description: string | null
  artworkUrl: string | null
  website: string | null
}
/** The names of genre and subgenre. */
export type Genres = { genre: string | null; subgenre: string | null }

const BRIEF_MAX_CHARACTERS = 300
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

/** Both kinds of each published track, then the release with all of them in order. */
export function draftRelease(
  album: AlbumWork,
  tracks: readonly TrackWork[],
  genres: Genres,
  by: Publisher,
  nowMs: number,
): WorkEvent[] {
  const out = tracks.filter((track) => isOut(track, nowMs)).toSorted((one, other) => one.order - other.order)
  return [
    ...out.flatMap((track) =>
      [draftAudioTrack(track, genres, by), draftMusicTrack(track, genres, by)].map((draft) => ({
        contentId: track.id,
        title: track.title,
        draft,
      })),
    ),
    { contentId: album.id, title: album.title, draft: draftAlbum(album, out, genres, by) },
  ]
}

/** The show, then each published episode, oldest first. */
export function draftPodcast(
  podcast: PodcastWork,
  episodes: readonly EpisodeWork[],
  by: Publisher,
  nowMs: number,
): WorkEvent[] {
  const out = episodes
    .filter((episode) => isOut(episode, nowMs))
    .toSorted((one, other) => Date.parse(one.publishedAt ?? '') - Date.parse(other.publishedAt ?? ''))
  return [
    { contentId: podcast.id, title: podcast.name, draft: draftShow(podcast, by) },
    ...out.map((episode) => ({
      contentId: episode.id,
      title: episode.title,
      draft: draftEpisode(episode, by),
    })),
  ]
}

/** Kind 31337. */
export function draftAudioTrack(track: TrackWork, { genre, subgenre }: Genres, by: Publisher): Draft {
  const { href: url, mediaType } = readAudio(track, by)
  const image = whole(track.artworkUrl, by)
  const seconds = wholeSeconds(track)
  const published = track.publishedAt === null ? null : Math.floor(Date.parse(track.publishedAt) / 1_000)
  const imeta = [
    `url ${url}`,
    `m ${mediaType}`,
    ...(seconds === null ? [] : [`duration ${seconds}`]),
    ...(image === null ? [] : [`image ${image}`]),
  ]
  const tags = [
    ['d', track.id],
    ['type', 'music'],
    ['media', url],
    ['imeta', ...imeta],
    ['title', track.title],
    ['subject', track.title],
    ['c', track.artist, 'artist'],
    ['c', track.albumTitle, 'album'],
    ['c', String(track.order), 'track_number'],
    ...(published === null ? [] : [['c', String(new Date(published * 1_000).getUTCFullYear()), 'year']]),
    ...(genre === null ? [] : [['c', genre, 'genre']]),
    ...(subgenre === null ? [] : [['c', subgenre, 'subgenre']]),
    ['p', by.pubkey, '', track.artist],
    ['website', new URL(`/track/${track.id}`, by.publicUrl).href],
    ...(seconds === null ? [] : [['duration', String(seconds)]]),
    ...(published === null ? [] : [['published_at', String(published)]]),
    zapTag(by),
  ]
  return { kind: AUDIO_TRACK_KIND, tags, content: `${track.title} by ${track.artist}, from ${track.albumTitle}` }
}

/** Kind 36787. */
export function draftMusicTrack(track: TrackWork, genres: Genres, by: Publisher): Draft {
  const { href, format } = readAudio(track, by)
  const image = whole(track.artworkUrl, by)
  const seconds = wholeSeconds(track)
  const tags = [
    ['d', track.id],
    ['title', track.title],
    ['artist', track.artist],
    ['url', href],
    ['t', 'music'],
    ...topics(genres),
    ...(image === null ? [] : [['image', image]]),
    ['album', track.albumTitle],
    ['track_number', String(track.order)],
    ...(track.publishedAt === null ? [] : [['released', new Date(track.publishedAt).toISOString().slice(0, 10)]]),
    ...(track.isExplicit ? [['explicit', 'true']] : []),
    ...(seconds === null ? [] : [['duration', String(seconds)]]),
    ...(format === null ? [] : [['format', format]]),
    zapTag(by),
    ['alt', `Music track: ${track.title} by ${track.artist}`],
  ]
  return { kind: MUSIC_TRACK_KIND, tags, content: '' }
}

/** The recipient of zaps for clients (NIP-57, appendix G): the artist's key, whose profile is on our relay, with the
 * full weight. */
function zapTag({ pubkey, publicUrl }: Publisher): string[] {
  return ['zap', pubkey, new URL('/relay', publicUrl).href.replace(/^http/, 'ws'), '1']
}

/** Kind 34139: a release is a list of its tracks. */
export function draftAlbum(
  album: AlbumWork,
  tracks: readonly Pick<TrackWork, 'id'>[],
  genres: Genres,
  by: Publisher,
): Draft {
  const image = whole(album.artworkUrl, by)
  const word = album.isSingle ? 'single' : 'album'
  const tags = [
    ['d', album.id],
    ['title', album.title],
    ...(album.description === null ? [] : [['description', shorten(album.description)]]),
    ...(image === null ? [] : [['image', image]]),
    ...tracks.map(({ id }) => ['a', `${MUSIC_TRACK_KIND}:${by.pubkey}:${id}`]),
    ['t', 'music'],
    ['t', word],
    ...topics(genres),
    ['public', 'true'],
    ['alt', `${album.isSingle ? 'Single' : 'Album'}: ${album.title} by ${album.artist.name}`],
  ]
  return { kind: PLAYLIST_KIND, tags, content: album.description ?? '' }
}

/** Kind 10154. There is one per key. */
export function draftShow(podcast: PodcastWork, by: Publisher): Draft {
  const image = whole(podcast.artworkUrl, by)
  const page = new URL(`/podcast/${encodeURIComponent(podcast.podcastUrl)}`, by.publicUrl).href
  const website = readWebsite(podcast.website)
  const tags = [
    ['title', podcast.name],
    ...(image === null ? [] : [['image', image]]),
    ['description', podcast.description ?? ''],
    ['website', page],
    ...(website === null || website === page ? [] : [['website', website]]),
    ['i', guidOfShow(podcast.guid ?? podcast.id), page],
    ['k', 'podcast:guid'],
  ]
  return { kind: PODCAST_KIND, tags, content: '' }
}

/** Kind 54. */
export function draftEpisode(episode: EpisodeWork, by: Publisher): Draft {
  const { href, mediaType } = readAudio(episode, by)
  const image = whole(episode.artworkUrl, by)
  const tags = [
    ['title', episode.title],
    ...(image === null ? [] : [['image', image]]),
    ['description', shorten(episode.description ?? '')],
    ['audio', href, mediaType],
    ['i', guidOfEpisode(episode.guid), new URL(`/episode/${episode.id}`, by.publicUrl).href],
    ['k', 'podcast:item:guid'],
  ]
  return { kind: EPISODE_KIND, tags, content: episode.description ?? '' }
}

/** Both in the format of NIP-73. */
export const guidOfShow = (guid: string): string => `podcast:guid:${guid}`
export const guidOfEpisode = (guid: string): string => `podcast:item:guid:${guid}`

/** Processed, and already public. */
function isOut({ isDraft, liveUrl, publishedAt }: Sound, nowMs: number): boolean {
  return !isDraft && liveUrl !== null && (publishedAt === null || Date.parse(publishedAt) <= nowMs)
}

function readAudio({ liveUrl }: Sound, by: Publisher): { href: string; mediaType: string; format: string | null } {
  if (liveUrl === null) throw new Error('It has no audio yet')
  const url = new URL(liveUrl, by.publicUrl)
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  const mediaType = MEDIA_TYPES[ending]
  return { href: url.href, mediaType: mediaType ?? 'audio/mpeg', format: mediaType === undefined ? null : ending }
}

/** At least one second. */
function wholeSeconds({ duration }: Sound): number | null {
  return duration === null ? null : Math.max(1, Math.round(duration))
}

/** As an absolute URL. */
export function whole(href: string | null, { publicUrl }: Publisher): string | null {
  return href === null ? null : new URL(href, publicUrl).href
}

/** Topics are lower case (NIP-24). */
function topics({ genre, subgenre }: Genres): string[][] {
  const names = [genre, subgenre].flatMap((name) => (name === null ? [] : [name.toLowerCase()]))
  return [...new Set(names)].filter((name) => name !== 'music').map((name) => ['t', name])
}

/** The link is user input and may be anything. */
function readWebsite(website: string | null): string | null {
  const url = website === null ? null : URL.parse(website)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

export function shorten(text: string): string {
  const characters = [...text]
  return characters.length > BRIEF_MAX_CHARACTERS ? `${characters.slice(0, BRIEF_MAX_CHARACTERS - 1).join('')}…` : text
}
