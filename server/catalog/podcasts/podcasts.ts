/** Podcasts: creating one, and reading it with its episodes. Publishing is publish.ts. */
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/podcasts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { statusOf } from '#server/catalog/music/albums.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requireValidClassification, type CategoryAssignment } from '#server/catalog/content/classification.ts'
import { countContent, insertContent } from '#server/catalog/content/queries.ts'
import { mayDo } from '#server/catalog/content/roles.ts'
import { toEpisode } from './episode-info.ts'
import { LIST_MAX, selectPodcastEpisodes } from './episode-queries.ts'
import {
  isExplicit,
  linksOf,
  numberOrNull,
  pageOf,
  paginationOf,
  requiredText,
  textOrNull,
} from '#server/catalog/forms/values.ts'
import { assignFeedGuid, readFeedGuid } from '#server/catalog/feed-guids.ts'
import { missing, movedOrMissing } from '#server/catalog/content/tombstones.ts'
import { saveArtwork, type SavedArtwork } from '#server/catalog/forms/artwork.ts'
import {
  findPodcast,
  findVisiblePodcast,
  insertPodcast,
  type NewPodcast,
  type PodcastName,
  type PodcastRow,
  selectPodcastPage,
  selectPodcastsOf,
} from './podcast-queries.ts'
import { chooseSlug } from '#server/catalog/forms/slug-queries.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'

const PODCASTS_MAX = 200
const OWN_MAX = 500

export type PodcastInput = Input<typeof calls.createPodcast>['body']
type Podcast = Data<typeof calls.createPodcast>

/** Any signed-in user. A repeated request with the same id returns the existing podcast. */
export async function createPodcast(
  catalog: Catalog,
  caller: Caller,
  id: string,
  body: PodcastInput,
): Promise<Podcast> {
  requireUser(caller)
  const made = await findPodcast(catalog.database.read, id)
  if (made !== undefined) return toPodcast(catalog.files, made)
  const picture = await saveArtwork(catalog.files, id, body.artwork)
  return catalog.database.transaction(async (tx) => {
    const known = await countContent(tx, caller.userId, 'podcast', PODCASTS_MAX)
    if (known >= PODCASTS_MAX) throw ruleBrokenInEnglish(`At most ${PODCASTS_MAX} podcasts per account.`)
    await insertContent(tx, { id, type: 'podcast', ownerId: caller.userId })
    await insertNamed(tx, caller, { id, body, picture, now: catalog.clock.now() })
    await assignFeedGuid(tx, catalog.feedHome, id, catalog.clock.now())
    const row = await findPodcast(tx, id)
    if (row === undefined) throw new Error(`Podcast ${id} does not exist right after it was inserted`)
    return toPodcast(catalog.files, row)
  })
}

type Named = { id: string; body: PodcastInput; picture: SavedArtwork; now: Date }

async function insertNamed(tx: Tx, caller: AuthenticatedUser, { id, body, picture, now }: Named): Promise<void> {
  const podcast = {
    id,
    userId: caller.userId,
    name: requiredText(body.name),
    description: textOrNull(body.description),
    ...linksOf(body),
    primaryCategoryId: numberOrNull(body.primaryCategoryId),
    secondaryCategoryId: numberOrNull(body.secondaryCategoryId),
    primarySubcategoryId: numberOrNull(body.primarySubcategoryId),
    secondarySubcategoryId: numberOrNull(body.secondarySubcategoryId),
    language: textOrNull(body.language),
    isExplicit: isExplicit(body),
    publishWhenReady: body.isDraft === false,
    publishedAt: body.publishedAt ?? null,
    picture,
    now,
  }
  await requireValidClassification(tx, categoryAssignmentsOf(podcast))
  await insertPodcast(tx, { ...podcast, podcastUrl: await chooseSlug(tx, 'podcast', id, podcast.name) })
}

type Placed = Pick<
  NewPodcast,
  'primaryCategoryId' | 'primarySubcategoryId' | 'secondaryCategoryId' | 'secondarySubcategoryId'
>

export function categoryAssignmentsOf(podcast: Placed): CategoryAssignment[] {
  const kind = 'subcategory'
  return [
    { kind, parentId: podcast.primaryCategoryId, childId: podcast.primarySubcategoryId },
    { kind, parentId: podcast.secondaryCategoryId, childId: podcast.secondarySubcategoryId },
  ]
}

async function slugOfVisible(
  { database, clock }: Catalog,
  caller: Caller,
  podcastId: string,
): Promise<string | undefined> {
  return (await findVisiblePodcast(database.read, caller, { podcastId }, clock.now()))?.podcast_url
}

/** Anybody, if the podcast is public; the owner also sees drafts, with all episodes. A former slug
 * redirects to the current one. */
export async function readPodcast(
  catalog: Catalog,
  caller: Caller,
  name: PodcastName,
): Promise<Data<typeof calls.getPodcast>> {
  const { database, files, clock, feedHome } = catalog
  const now = clock.now()
  const row = await findVisiblePodcast(database.read, caller, name, now)
  if (row === undefined) {
    if ('podcastId' in name) throw await missing(catalog, name.podcastId)
    throw await movedOrMissing(catalog, 'podcast', name.podcastUrl, (id) => slugOfVisible(catalog, caller, id))
  }
  const list = { unpublished: 'true', page: pageOf({}, LIST_MAX) }
  const [episodes, guid, titleFit, isForEditor] = await Promise.all([
    selectPodcastEpisodes(database.read, caller, row.id, list, now),
    readFeedGuid(database.read, feedHome, row.id),
    fitTitle(row.name),
    mayDo(database.read, caller, row, 'edit'),
  ])
  return {
    ...toPodcast(files, row),
    guid,
    titleFit,
    episodes: episodes.map((episode) => toEpisode(files, episode, isForEditor)),
  }
}

export async function listOwnPodcasts(
  catalog: Catalog,
  caller: Caller,
  query: Input<typeof calls.listOwnPodcasts>['query'],
): Promise<Data<typeof calls.listOwnPodcasts>> {
  requireUser(caller)
  const now = catalog.clock.now()
  const rows = await selectPodcastsOf(catalog.database.read, caller.userId, pageOf(query, OWN_MAX))
  return rows.map((row) => ({
    ...toPodcast(catalog.files, row),
    status: statusOf(row, now),
    episodeCount: row.episode_count,
    readyCount: row.ready_count,
    role: row.role,
    isLocked: row.is_locked,
    verificationCode: row.verification_code,
    podroll: row.podroll,
    newFeedUrl: row.new_feed_url,
    newFeedSince: row.new_feed_since,
  }))
}

export async function listPodcasts(
  catalog: Catalog,
  query: Input<typeof calls.listPodcasts>['query'],
): Promise<Data<typeof calls.listPodcasts>> {
  const page = pageOf(query)
  const { rows, total } = await selectPodcastPage(catalog.database.read, page, catalog.clock.now(), query.categoryId)
  return { podcasts: rows.map((row) => toPodcast(catalog.files, row)), pagination: paginationOf(page, total) }
}

export function toPodcast(addresses: Addresses, row: PodcastRow): Podcast {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    podcastUrl: row.podcast_url,
    artworkUrl: urlOf(addresses, row.artwork_key),
    colorInfo: row.color_info,
    description: row.description,
    twitter: row.twitter,
    npub: row.npub,
    instagram: row.instagram,
    youtube: row.youtube,
    website: row.website,
    primaryCategoryId: row.primary_category_id,
    secondaryCategoryId: row.secondary_category_id,
    primarySubcategoryId: row.primary_subcategory_id,
    secondarySubcategoryId: row.secondary_subcategory_id,
    language: row.language,
    isExplicit: row.is_explicit,
    allowsClips: row.allows_clips,
    isDraft: row.is_draft,
    isTakenDown: row.is_taken_down,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    msatTotal: row.msat_total,
  }
}
