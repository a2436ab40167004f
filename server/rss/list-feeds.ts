/** Feeds of artists and playlists. They have no items: they list other feeds, or items of other feeds. */
import type { Data } from '#contract/endpoint.ts'
import type { getPlaylist } from '#contract/listening/playlists.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { writeOpml } from '#protocols/rss/opml.ts'
import { type Feed, writeFeed } from '#protocols/rss/feed.ts'
import { readItemGuids } from '#server/catalog/feed-guids.ts'
import { selectRemote } from '#server/foreign/item-queries.ts'
import type { Visitor } from '#server/platform/http/caller.ts'
import { readPlaylist } from '#server/playlists/playlists.ts'
import { chatOf } from './album-feed.ts'
import type { Attachment } from './attachments.ts'
import { feedUrl, goneOrMissing, imageAt, imageOf, laterOf, pageUrl, type Rss, valueOf } from './deps.ts'
import { type CachedFeed, packFeed } from './feed-cache.ts'
import { findArtist, selectListedFeeds, selectReleases } from './music-queries.ts'
import type { MovedFeed } from './moved.ts'
import { readFeeds, readGuid, remoteOf } from './time-shares.ts'

const EMPTY = {
  language: null,
  copyright: null,
  type: null,
  isLocked: true,
  isComplete: false,
  publisher: null,
  persons: [],
  license: null,
  discussion: null,
  podroll: [],
  texts: [],
  pages: [],
  items: [],
} as const satisfies Partial<Feed>

/** Anybody, if the artist is public. Lists all releases, each of which names this feed as its publisher. */
export async function readArtistFeed(rss: Rss, artistId: string): Promise<CachedFeed | MovedFeed> {
  const { database, clock, publicUrl, brandName, feedHome } = rss
  const now = clock.now()
  const artist = await findArtist(database.read, artistId, now)
  if (artist === undefined) throw await goneOrMissing(rss, artistId)
  if (artist.moved_to !== null) return { movedTo: artist.moved_to }
  const releases = await selectReleases(database.read, artistId, now)
  const ids = releases.map(({ id }) => id)
  const feeds = await readFeeds(rss, 'album', ids)
  const changedAt = laterOf([artist.updated_at, ...releases.flatMap((one) => [one.updated_at, one.published_at])])
  const link = pageUrl(rss, 'artist', artist.artist_url)
  const xml = writeFeed({
    ...EMPTY,
    url: feedUrl(rss, 'artist', artistId),
    guid: await readGuid(rss, 'artist', artistId),
    medium: 'publisher',
    title: artist.name,
    link,
    description: artist.bio,
    author: artist.name,
    image: imageOf(rss, artist.artwork_key),
    isExplicit: false,
    categories: [['Music', null]],
    changedAt,
    generator: brandName,
    newFeedUrl: artist.new_feed_url,
    isBlocked: !feedHome.isLasting,
    ...rss.notified,
    value: valueOf(rss, { type: 'artist', id: artistId, name: artist.name }),
    funding: { url: link, text: `Support ${artist.name} on ${brandName}` },
    chat: chatOf(publicUrl, { npub: artist.npub, roomId: artist.room_id }),
    remoteItems: releases.map(({ id, title }) => remoteOf(feeds, { kind: 'album', id, title })),
  })
  return packFeed({ xml, changedAt })
}

/** Anybody. The newest podcasts and releases of this server. */
export async function readOpml(rss: Rss): Promise<Attachment> {
  const { database, clock, brandName } = rss
  const rows = await selectListedFeeds(database.read, clock.now())
  const groupOf = (title: string, kind: 'podcast' | 'album') => ({
    title,
    feeds: rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        title: row.title,
        feedUrl: feedUrl(rss, kind, row.id),
        pageUrl: pageUrl(rss, kind, row.page_name),
      })),
  })
  const groups = [groupOf('Podcasts', 'podcast'), groupOf('Music', 'album')]
  return {
    type: 'text/x-opml',
    text: writeOpml(
      brandName,
      groups.filter(({ feeds }) => feeds.length > 0),
    ),
  }
}

type Elsewhere = Data<typeof getPlaylist>['itemsElsewhere']

/** With the guids and the address of their own feed. */
async function readRemotesElsewhere({ database }: Rss, items: Elsewhere) {
  const rows = await selectRemote(
    database.read,
    items.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return items.map(({ id, title, order }) => {
    const { guid: itemGuid, feed_guid, feed_url: feedUrl, medium } = byId.get(id)!
    const feedGuid = feed_guid ?? guidOfFeed(feedUrl)
    return { order, remote: { feedGuid, feedUrl, itemGuid, medium, title } }
  })
}

/** Anybody, unless the playlist is private. */
export async function readPlaylistFeed(rss: Rss, visitor: Visitor, playlistId: string): Promise<CachedFeed> {
  const playlist = await readPlaylist(rss, visitor, playlistId, {})
  const { title, description, name, tracks, visibility } = playlist
  const feeds = await readFeeds(rss, 'album', [...new Set(tracks.map(({ albumId }) => albumId))])
  const guidOf = await readItemGuids(
    rss.database.read,
    tracks.map(({ id }) => id),
  )
  const ours = tracks.map((track) => {
    const named = { kind: 'album', id: track.albumId, itemGuid: guidOf(track.id), title: track.title } as const
    return { order: track.order, remote: remoteOf(feeds, named) }
  })
  const listed = [...ours, ...(await readRemotesElsewhere(rss, playlist.itemsElsewhere))]
  const picture = tracks.find(({ artworkUrl }) => artworkUrl !== null)?.artworkUrl ?? null
  const changedAt = laterOf([playlist.updatedAt, ...tracks.map(({ publishedAt }) => publishedAt)])
  const xml = writeFeed({
    ...EMPTY,
    url: feedUrl(rss, 'playlist', playlistId),
    guid: await readGuid(rss, 'playlist', playlistId),
    medium: 'musicL',
    title,
    link: pageUrl(rss, 'playlist', playlistId),
    description,
    author: name ?? rss.brandName,
    image: picture === null ? null : imageAt(rss, picture),
    isExplicit: tracks.some(({ isExplicit }) => isExplicit),
    categories: [['Music', null]],
    changedAt,
    generator: rss.brandName,
    newFeedUrl: null,
    isBlocked: !rss.feedHome.isLasting || visibility !== 'public',
    hubUrl: null,
    usesPodping: false,
    value: null,
    funding: null,
    chat: null,
    remoteItems: listed.toSorted((one, other) => one.order - other.order).map(({ remote }) => remote),
  })
  return packFeed({ xml, changedAt })
}
