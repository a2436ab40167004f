/** The feed of a podcast: its episodes, newest first, in pages (RFC 5005). */
import { NO_WORDS } from '#contract/catalog/releases.ts'
import { type Feed, type Item, type RemoteItem, type Text, type Transcript, writeFeed } from '#protocols/rss/feed.ts'
import { guidOfEpisode, guidOfShow } from '#protocols/nostr/release-events.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { parsePodroll } from '#protocols/rss/podroll.ts'
import { readItemGuids } from '#server/catalog/feed-guids.ts'
import { notFound } from '#server/platform/errors.ts'
import { transcriptTypes } from './attachments.ts'
import { feedUrl, goneOrMissing, imageOf, pageUrl, type Rss, valueOf } from './deps.ts'
import { writeNotes } from './notes-html.ts'
import { licenseOf, podcastPerson, readAudio } from './items.ts'
import { type Discussions, NO_DISCUSSIONS, readPodcastDiscussions } from './discussions.ts'
import type { FeedState, CacheFeed, CachedFeed, MadeFeed } from './feed-cache.ts'
import { type MovedFeed, selectMoved } from './moved.ts'
import { type EpisodeRow, findPodcast, findPodcastState, type PodcastRow, selectEpisodes } from './podcast-queries.ts'
import { NO_SHARES, readGuid, readTimeShares, type TimeShares } from './time-shares.ts'

/** Of a page. Apps that know no pages have the newest ones. */
export const PAGE_EPISODES = 300

/** One more than a page, to know whether there is a next one. */
const windowOf = (page: number) => ({ limit: PAGE_EPISODES + 1, offset: (page - 1) * PAGE_EPISODES })

/** Anybody, if the podcast is public. Pages count from 1. */
export async function readPodcastFeed(
  rss: Rss,
  keep: CacheFeed,
  podcastId: string,
  page: number,
): Promise<CachedFeed | MovedFeed> {
  const state = await findPodcastState(rss.database.read, podcastId, windowOf(page), rss.clock.now())
  if (state === undefined) throw await goneOrMissing(rss, podcastId)
  if (state.movedTo !== null) return { movedTo: state.movedTo }
  if (page > 1 && state.itemIds.length === 0) throw notFound()
  const [shares, discussions, podroll] = await Promise.all([
    state.hasTimeSplits ? readTimeShares(rss, state.itemIds) : NO_SHARES,
    state.nostrKeys.length === 0 ? NO_DISCUSSIONS : readDiscussionsOf(rss, podcastId, state),
    readPodroll(rss, state.podroll ?? ''),
  ])
  const version = JSON.stringify([state.version, ...shares, ...discussions, podroll])
  return keep(`podcast ${podcastId} ${page}`, version, () =>
    makeFeed(rss, { podcastId, page, shares, discussions, podroll }),
  )
}

async function readDiscussionsOf(rss: Rss, podcastId: string, { nostrKeys, itemIds }: FeedState) {
  const guidOf = await readItemGuids(rss.database.read, itemIds)
  return readPodcastDiscussions(rss, nostrKeys, await readGuid(rss, 'podcast', podcastId), itemIds.map(guidOf))
}

type Around = { shares: TimeShares; discussions: Discussions; podroll: readonly RemoteItem[] }
type Asked = Around & { podcastId: string; page: number }

async function makeFeed(rss: Rss, { podcastId, page, ...around }: Asked): Promise<MadeFeed> {
  const { database, clock, brandName } = rss
  const now = clock.now()
  const podcast = await findPodcast(database.read, podcastId, now)
  if (podcast === undefined) throw await goneOrMissing(rss, podcastId)
  const found = await selectEpisodes(database.read, podcastId, windowOf(page), now)
  const guid = await readGuid(rss, 'podcast', podcastId)
  const urlOf = (number: number) => `${feedUrl(rss, 'podcast', podcastId)}${number === 1 ? '' : `?page=${number}`}`
  const link = pageUrl(rss, 'podcast', podcast.podcast_url)
  const xml = writeFeed({
    url: urlOf(page),
    guid,
    medium: 'podcast',
    title: podcast.name,
    link,
    description: podcast.description,
    language: podcast.language === NO_WORDS ? null : podcast.language,
    author: podcast.name,
    copyright: null,
    image: imageOf(rss, podcast.artwork_key),
    isExplicit: podcast.is_explicit,
    type: 'episodic',
    categories: podcast.categories.filter(([name]) => name !== null),
    changedAt: podcast.changed_at,
    generator: brandName,
    isLocked: podcast.is_locked,
    newFeedUrl: podcast.new_feed_url,
    isBlocked: !rss.feedHome.isLasting,
    ...rss.notified,
    isComplete: false,
    value: valueOf(rss, { type: 'podcast', id: podcastId, name: podcast.name }),
    publisher: null,
    persons: [],
    license: null,
    funding: { url: link, text: `Support ${podcast.name} on ${brandName}` },
    chat: null,
    discussion: around.discussions.get(guidOfShow(guid)) ?? null,
    podroll: around.podroll,
    texts: textsOf(podcast),
    pages: pagesOf(urlOf, page, found.length > PAGE_EPISODES),
    items: await makeItems(rss, podcast, found.slice(0, PAGE_EPISODES), around),
    remoteItems: [],
  })
  return { xml, changedAt: podcast.changed_at }
}

/** A feed that is not known to have a guid of its own has the one derived from its address. A podcast of this server that has
 * moved is where it is now. */
async function readPodroll(rss: Rss, lines: string): Promise<RemoteItem[]> {
  const listed = parsePodroll(lines).map((entry) => ({ ...entry, id: OWN_FEED.exec(entry.feedUrl)?.[1] ?? '' }))
  const isOwn = ({ feedUrl: address, id }: { feedUrl: string; id: string }) => address === feedUrl(rss, 'podcast', id)
  const ids = listed.filter(isOwn).map(({ id }) => id)
  const moved = await selectMoved(rss.database.read, 'podcast', ids, rss.clock.now())
  return listed.map((entry) => ({
    feedGuid: entry.feedGuid ?? guidOfFeed(entry.feedUrl),
    feedUrl: (isOwn(entry) && moved.get(entry.id)) || entry.feedUrl,
    itemGuid: null,
    medium: null,
    title: null,
  }))
}
const OWN_FEED = /\/rss\/podcast\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Apple reads codes for a purpose of its own. */
const textsOf = ({ verification_code: code }: PodcastRow): Text[] =>
  code === null ? [] : ['verify', 'applepodcastsverify'].map((purpose) => ({ purpose, text: code }))

function pagesOf(urlOf: (page: number) => string, page: number, hasNext: boolean): Feed['pages'] {
  if (page === 1 && !hasNext) return []
  return [
    { rel: 'first', url: urlOf(1) },
    ...(page > 1 ? [{ rel: 'previous' as const, url: urlOf(page - 1) }] : []),
    ...(hasNext ? [{ rel: 'next' as const, url: urlOf(page + 1) }] : []),
  ]
}

function transcriptsOf({ publicUrl }: Rss, episodeId: string, spoken: string | null): Transcript[] {
  const language = spoken === NO_WORDS ? null : spoken
  return Object.entries(transcriptTypes).map(([extension, type]) => {
    return { url: `${publicUrl}/rss/episode/${episodeId}/transcript.${extension}`, type, language, isTimed: true }
  })
}

async function makeItems(
  rss: Rss,
  podcast: PodcastRow,
  episodes: readonly EpisodeRow[],
  { shares, discussions }: Around,
): Promise<Item[]> {
  const audioOf = await readAudio(rss, episodes)
  const guidOf = await readItemGuids(
    rss.database.read,
    episodes.map(({ id }) => id),
  )
  return episodes.map((episode) => ({
    guid: guidOf(episode.id),
    title: episode.title,
    link: pageUrl(rss, 'episode', episode.id),
    description: episode.description,
    html: episode.notes === null ? null : writeNotes(episode.notes, rss.publicUrl),
    publishedAt: episode.published_at ?? podcast.changed_at,
    durationSeconds: episode.duration_ms === null ? null : Math.round(episode.duration_ms / 1_000),
    isExplicit: episode.is_explicit,
    season: episode.season,
    // Only episodes proper are counted when they have no number.
    episode: episode.number ?? (episode.kind === 'full' ? episode.position : null),
    kind: episode.kind,
    audio: audioOf(episode),
    chaptersUrl: episode.has_chapters ? `${rss.publicUrl}/rss/episode/${episode.id}/chapters.json` : null,
    transcripts: episode.has_transcript ? transcriptsOf(rss, episode.id, podcast.language) : [],
    persons: episode.credits.map(podcastPerson),
    texts: [],
    image: imageOf(rss, episode.artwork_key),
    soundbites: episode.soundbites,
    location: episode.location === null ? null : { name: episode.location, geo: episode.geo },
    license: licenseOf(episode),
    discussion: discussions.get(guidOfEpisode(guidOf(episode.id))) ?? null,
    value: valueOf(rss, { type: 'episode', id: episode.id, name: podcast.name }, shares.get(episode.id)),
  }))
}
