/** The feed of an album: its tracks in order, the first one oldest. */
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { NO_WORDS } from '#contract/catalog/releases.ts'
import { type Item, type Person, type Transcript, writeFeed } from '#protocols/rss/feed.ts'
import { readItemGuids } from '#server/catalog/feed-guids.ts'
import { feedUrl, goneOrMissing, imageOf, pageUrl, type Rss, valueOf } from './deps.ts'
import { type Discussions, readMusicDiscussions } from './discussions.ts'
import { licenseOf, musicPerson, ofEpisodes, readAudio } from './items.ts'
import type { CacheFeed, CachedFeed, MadeFeed } from './feed-cache.ts'
import type { MovedFeed } from './moved.ts'
import { type AlbumRow, findAlbum, findAlbumState, selectAlbumTracks, type TrackRow } from './music-queries.ts'
import { NO_SHARES, readFeeds, readGuid, readTimeShares, remoteOf, type TimeShares } from './time-shares.ts'

/** Anybody, if the album is public. */
export async function readAlbumFeed(rss: Rss, keep: CacheFeed, albumId: string): Promise<CachedFeed | MovedFeed> {
  const state = await findAlbumState(rss.database.read, albumId, rss.clock.now())
  if (state === undefined) throw await goneOrMissing(rss, albumId)
  if (state.movedTo !== null) return { movedTo: state.movedTo }
  const [shares, discussions] = await Promise.all([
    state.hasTimeSplits ? readTimeShares(rss, state.itemIds) : NO_SHARES,
    readMusicDiscussions(rss, state.nostrKeys, [albumId, ...state.itemIds]),
  ])
  const version = JSON.stringify([state.version, ...shares, ...discussions])
  return keep(`album ${albumId}`, version, () => makeFeed(rss, albumId, { shares, discussions }))
}

type Around = { shares: TimeShares; discussions: Discussions }

async function makeFeed(rss: Rss, albumId: string, around: Around): Promise<MadeFeed> {
  const { database, clock, publicUrl, brandName } = rss
  const now = clock.now()
  const album = await findAlbum(database.read, albumId, now)
  if (album === undefined) throw await goneOrMissing(rss, albumId)
  const tracks = await selectAlbumTracks(database.read, albumId, now)
  const artistFeeds = await readFeeds(rss, 'artist', [album.artist_id])
  const persons = [{ name: album.artist_name, role: 'artist' }, ...album.credits].map(musicPerson)
  const link = pageUrl(rss, 'album', albumId)
  const xml = writeFeed({
    url: feedUrl(rss, 'album', albumId),
    guid: await readGuid(rss, 'album', albumId),
    medium: 'music',
    title: album.title,
    link,
    description: album.description,
    language: album.language === NO_WORDS ? null : album.language,
    author: album.artist_name,
    copyright: copyrightOf(album),
    image: imageOf(rss, album.artwork_key),
    isExplicit: tracks.some((track) => track.is_explicit),
    type: 'serial',
    categories: [['Music', null]],
    changedAt: album.changed_at,
    generator: brandName,
    isLocked: true,
    newFeedUrl: album.new_feed_url,
    isBlocked: !rss.feedHome.isLasting,
    ...rss.notified,
    isComplete: album.is_complete,
    value: valueOf(rss, { type: 'album', id: albumId, name: album.artist_name }),
    publisher: remoteOf(artistFeeds, { kind: 'artist', id: album.artist_id, title: album.artist_name }),
    persons,
    license: licenseOf(album),
    funding: { url: link, text: `Support ${album.artist_name} on ${brandName}` },
    chat: chatOf(publicUrl, { npub: album.artist_npub, roomId: album.room_id }),
    discussion: around.discussions.get(albumId) ?? null,
    podroll: [],
    texts: textsOf({ upc: album.upc }),
    pages: [],
    items: await makeItems(rss, { album, tracks, persons, ...around }),
    remoteItems: [],
  })
  return { xml, changedAt: album.changed_at }
}

type Parts = Around & { album: AlbumRow; tracks: readonly TrackRow[]; persons: readonly Person[] }

async function makeItems(rss: Rss, { album, tracks, persons, shares, discussions }: Parts): Promise<Item[]> {
  const audioOf = await readAudio(rss, tracks)
  const guidOf = await readItemGuids(
    rss.database.read,
    tracks.map(({ id }) => id),
  )
  const dates = ascendingDates(tracks.map((track) => track.published_at ?? album.changed_at))
  return tracks.map((track, index) => ({
    guid: guidOf(track.id),
    title: track.title,
    link: pageUrl(rss, 'track', track.id),
    description: null,
    html: null,
    publishedAt: dates[index]!,
    durationSeconds: track.duration_ms === null ? null : Math.round(track.duration_ms / 1_000),
    isExplicit: track.is_explicit,
    season: 1,
    episode: track.position,
    kind: null,
    audio: audioOf(track),
    chaptersUrl: null,
    transcripts: transcriptsOf(rss, track, album.language),
    // People of an item replace those of the channel.
    persons: track.credits.length === 0 ? [] : [...persons, ...track.credits.map(musicPerson)],
    texts: textsOf({ isrc: track.isrc }),
    ...ofEpisodes,
    discussion: discussions.get(track.id) ?? null,
    value: valueOf(rss, { type: 'track', id: track.id, name: album.artist_name }, shares.get(track.id)),
  }))
}

/** Apps order an album by date. Tracks of one moment are a second apart. */
export function ascendingDates(dates: readonly Date[]): Date[] {
  let last = 0
  return dates.map((date) => {
    last = Math.max(date.getTime(), last + 1_000)
    return new Date(last)
  })
}

function transcriptsOf({ publicUrl }: Rss, { id, lyrics }: TrackRow, language: string | null): Transcript[] {
  if (lyrics === null || lyrics.trim() === '') return []
  const { isTimed } = parseLyrics(lyrics)
  const at = (extension: string, type: string) => ({
    url: `${publicUrl}/rss/track/${id}/lyrics.${extension}`,
    type,
    language,
    isTimed,
  })
  return isTimed ? [at('srt', 'application/x-subrip'), at('vtt', 'text/vtt')] : [at('txt', 'text/plain')]
}

function copyrightOf({ copyright_line: copyright, phonogram_line: phonogram }: AlbumRow): string | null {
  const lines = [copyright && `© ${copyright}`, phonogram && `℗ ${phonogram}`].filter(Boolean)
  return lines.length === 0 ? null : lines.join(' ')
}

const textsOf = (codes: Readonly<Record<string, string | null>>) =>
  Object.entries(codes).flatMap(([purpose, text]) => (text === null ? [] : { purpose, text }))

/** The artist's room, on the relay of this server. */
export function chatOf(publicUrl: string, { npub, roomId }: { npub: string | null; roomId: string | null }) {
  return roomId === null ? null : { server: new URL(publicUrl).host, accountId: npub, space: roomId }
}
