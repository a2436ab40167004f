/** Updates, orders and deletes podcasts. Creating and reading them is podcasts.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/podcasts.ts'
import { wrongPodroll } from '#protocols/rss/podroll.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import {
  type Columns,
  explicitChange,
  linkChanges,
  numberChange,
  categoryChange,
  requiredChange,
  setColumns,
  textChange,
} from '#server/catalog/forms/changes.ts'
import { requireValidClassification } from '#server/catalog/content/classification.ts'
import { orderChildren } from '#server/catalog/publishing/family-queries.ts'
import { changeArtwork, saveNewArtwork } from '#server/catalog/forms/artwork.ts'
import { findPodcast, lockPodcast, type PodcastRow } from './podcast-queries.ts'
import { categoryAssignmentsOf, toPodcast } from './podcasts.ts'
import { changePublication, changesPublication } from '#server/catalog/publishing/publish.ts'
import { families } from '#server/catalog/publishing/queries.ts'
import { moveFeed } from '#server/catalog/publishing/new-feed-url.ts'
import { renameSlug } from '#server/catalog/forms/slug-queries.ts'
import { deleteParent } from '#server/catalog/audio/audio-changes.ts'
import { notFound } from '#server/platform/errors.ts'

type PodcastChanges = Input<typeof calls.updatePodcast>['body']

/** Owner, managers and editors; publishing: owner and managers. */
export async function updatePodcast(
  catalog: Catalog,
  caller: Caller,
  body: PodcastChanges,
): Promise<Data<typeof calls.updatePodcast>> {
  const { database, files, clock } = catalog
  await requireMay(database.read, caller, await findPodcast(database.read, body.podcastId), 'edit')
  const name = requiredChange(body.name)
  const columns = {
    name,
    description: textChange(body.description),
    language: textChange(body.language),
    is_explicit: explicitChange(body),
    allows_clips: body.allowsClips,
    is_locked: body.isLocked,
    verification_code: textChange(body.verificationCode),
    podroll: podrollChange(body.podroll),
    ...linkChanges(body),
  }
  const picture = await saveNewArtwork(files, body.artwork)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const podcast = await requireMay(tx, caller, await lockPodcast(tx, body.podcastId), 'edit')
    if (changesPublication(body)) await requireMay(tx, caller, podcast, 'publish')
    const placed = await placePodcast(tx, podcast, body)
    const slug = { id: podcast.id, name: podcast.name, slug: podcast.podcast_url }
    const podcast_url = name === undefined ? undefined : await renameSlug(tx, 'podcast', slug, { name, now })
    const moved = await moveFeed(tx, catalog, caller, { table: 'podcast', content: podcast, sent: body.newFeedUrl })
    await setColumns(tx, 'podcast', podcast.id, { ...columns, ...placed, ...moved, podcast_url }, now)
    await changeArtwork(tx, 'podcast', podcast, picture, now)
    await changePublication(tx, { family: families.podcast, contentId: podcast.id, change: body, now })
    const row = await findPodcast(tx, podcast.id)
    if (row === undefined) throw notFound()
    return toPodcast(files, row)
  })
}

function podrollChange(sent: string | null | undefined): string | null | undefined {
  const line = wrongPodroll(sent ?? '')
  if (line !== null)
    throw ruleBrokenInEnglish(`This line is not the address of a feed, with or without its guid: ${line}`)
  return textChange(sent)
}

/** Clears a subcategory when its category changes and no new subcategory was sent. */
async function placePodcast(tx: Tx, podcast: PodcastRow, body: PodcastChanges): Promise<Columns> {
  const primary = categoryChange(
    { parent: podcast.primary_category_id, child: podcast.primary_subcategory_id },
    { parent: numberChange(body.primaryCategoryId), child: numberChange(body.primarySubcategoryId) },
  )
  const secondary = categoryChange(
    { parent: podcast.secondary_category_id, child: podcast.secondary_subcategory_id },
    { parent: numberChange(body.secondaryCategoryId), child: numberChange(body.secondarySubcategoryId) },
  )
  if (!primary.isChanged && !secondary.isChanged) return {}
  const placed = {
    primaryCategoryId: primary.parent,
    primarySubcategoryId: primary.child,
    secondaryCategoryId: secondary.parent,
    secondarySubcategoryId: secondary.child,
  }
  await requireValidClassification(tx, categoryAssignmentsOf(placed))
  return {
    primary_category_id: primary.parent,
    primary_subcategory_id: primary.child,
    secondary_category_id: secondary.parent,
    secondary_subcategory_id: secondary.child,
  }
}

/** Owner only. Remaining episodes are deleted only if `withChildren` is set. Payments to them stay in the ledger. */
export async function deletePodcast(
  catalog: Catalog,
  caller: Caller,
  podcastId: string,
  withChildren: boolean,
): Promise<Data<typeof calls.deletePodcast>> {
  return catalog.database.transaction(async (tx) => {
    const podcast = await requireMay(tx, caller, await lockPodcast(tx, podcastId), 'money')
    await deleteParent(tx, families.podcast, podcast.id, { withChildren, now: catalog.clock.now() })
    return { id: podcast.id, name: podcast.name }
  })
}

/** Owner, managers and editors. Lists all episodes, each once; the first gets number 1. */
export async function orderEpisodes(
  catalog: Catalog,
  caller: Caller,
  podcastId: string,
  episodeIds: readonly string[],
): Promise<Data<typeof calls.orderEpisodes>> {
  return catalog.database.transaction(async (tx) => {
    const podcast = await requireMay(tx, caller, await lockPodcast(tx, podcastId), 'edit')
    return orderChildren(tx, families.podcast, {
      parentId: podcast.id,
      childIds: episodeIds,
      now: catalog.clock.now(),
    })
  })
}
