/** Begins an import: makes the podcast or album of a proven feed, and a row for each of its items. The items are imported by
 * jobs.ts. Can be repeated after any interruption, and then also imports what is new in the feed. */
import type * as calls from '#contract/catalog/moving/imports.ts'
import { LINK_MAX } from '#contract/fields.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import type { Show, ShowItem } from '#protocols/rss/read-show.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { findCategories } from '#server/catalog/content/classification.ts'
import { importFeedGuid, isFeedGuidHeld } from '#server/catalog/feed-guids.ts'
import { createAlbum } from '#server/catalog/music/albums.ts'
import { createPodcast } from '#server/catalog/podcasts/podcasts.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { newId } from '#server/platform/ids.ts'
import { fetchBytes, unlessTheirs } from './attachments.ts'
import type { MovingDeps } from './deps.ts'
import { requestOwnShow, toImport } from './imports.ts'
import { insertItems, type NewItem, retryItems } from './item-queries.ts'
import { requireProof } from './proof.ts'
import * as rows from './queries.ts'

const IMAGE_MAX_BYTES = 20_000_000

const hereAlready = () => new AppError(409, 'feed-here-already')

/** The signed-in user whose feed it is; for music also owner, manager or editor of the artist. */
export async function beginImport(
  deps: MovingDeps,
  caller: Caller,
  { url: typed, code, artistId }: Input<typeof calls.beginImport>['body'],
): Promise<Data<typeof calls.beginImport>> {
  requireUser(caller)
  const { database, clock } = deps
  const { url, show } = await requestOwnShow(deps, caller, typed)
  const proof = await requireProof(deps, caller, { url, show }, code)
  if (show.isMusic && artistId === undefined) throw brokenRule('rule.importArtist')
  await deleteEndedImport(deps, caller, url)
  const guid = show.guid ?? guidOfFeed(url)
  const made = await rows.insertImport(database.read, {
    id: newId(),
    user_id: caller.userId,
    url,
    content_id: newId(),
    content_type: show.isMusic ? 'album' : 'podcast',
    title: show.title,
    value: show.value,
    proof,
    created_at: clock.now(),
  })
  if (await isFeedGuidHeld(database.read, made.content_id, guid)) {
    if ((await findContent(database.read, made.content_id, clock.now())) === undefined) {
      await rows.deleteImport(database.read, made.id)
    }
    throw hereAlready()
  }
  await makeContent(deps, caller, made, show, artistId)
  await database.transaction(async (tx) => {
    if (!(await importFeedGuid(tx, made.content_id, guid, clock.now()))) throw hereAlready()
    await insertItems(tx, made.id, itemsOf(show))
    await retryItems(tx, made.id, 'stopped')
  })
  await rows.deleteCode(deps.database.read, { userId: caller.userId, url })
  return toImport((await rows.findOwnImport(database.read, caller.userId, made.id))!)
}

/** After its podcast or album was deleted, a feed can be imported again. */
async function deleteEndedImport(
  { database, clock }: MovingDeps,
  { userId }: AuthenticatedUser,
  url: string,
): Promise<void> {
  const known = await rows.findImportOf(database.read, userId, url)
  const content = known === undefined ? undefined : await findContent(database.read, known.content_id, clock.now())
  if (known !== undefined && content?.is_deleted === true) await rows.deleteImport(database.read, known.id)
}

/** Creates the content as its owner would, without what cannot be read. A repeated attempt finds it. */
async function makeContent(
  deps: MovingDeps,
  caller: AuthenticatedUser,
  { id: importId, content_id: contentId, content_type: type }: rows.ImportRow,
  show: Show,
  artistId: string | undefined,
): Promise<void> {
  const { database, clock } = deps
  if ((await findContent(database.read, contentId, clock.now())) !== undefined) return
  const artwork = await fetchArtwork(deps, show)
  const { title, description, language } = show
  const dates = show.items.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted()
  const publishedAt = dates[0] === undefined ? null : new Date(dates[0])
  const make = async (picture: File | undefined) => {
    const common = { description, language, publishedAt, artwork: picture }
    if (type === 'album') {
      const originalDate = dates[0]?.slice(0, 'YYYY-MM-DD'.length) ?? null
      return createAlbum(deps, caller, contentId, { ...common, artistId: artistId!, title, originalDate })
    }
    const categories = await findCategories(database.read, show.categories)
    const { linkUrl } = show
    const website = linkUrl !== null && linkUrl.length <= LINK_MAX ? linkUrl : null
    return createPodcast(deps, caller, contentId, {
      ...common,
      ...categories,
      name: title,
      website,
      isExplicit: show.isExplicit,
    })
  }
  const isMade = artwork === null ? null : await unlessImageRefused(() => make(artwork))
  if (isMade === null) await make(undefined)
  const isImageless = isMade === null && show.imageUrl !== null
  await rows.setProblems(database.read, importId, [...(isImageless ? ['image'] : []), ...show.notBrought])
}

async function fetchArtwork({ outbound }: MovingDeps, { imageUrl }: Show): Promise<File | null> {
  const bytes = imageUrl === null ? null : await unlessTheirs(() => fetchBytes(outbound, imageUrl, IMAGE_MAX_BYTES))
  return bytes === null ? null : new File([new Uint8Array(bytes)], 'artwork.image')
}

/** Null when the image is refused. */
async function unlessImageRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && (error.status === 415 || error.status === 413)) return null
    throw error
  }
}

/** Oldest first; an album in the order of its numbers, if each track has one. Then what is left out. */
function itemsOf(show: Show): NewItem[] {
  const { items, isMusic, leftOut } = show
  const isNumbered = isMusic && items.every(({ number }) => number !== null)
  const place = ({ season, number }: ShowItem) => (season ?? 1) * 100_000 + (number ?? 0)
  const dated = isMusic ? items : items.toReversed()
  const ordered = isNumbered ? items.toSorted((one, other) => place(one) - place(other)) : byDate(dated)
  return [
    ...ordered.map((item) => ({ id: newId(), guid: item.guid, title: item.title, reason: null, item })),
    ...leftOut.map(({ title, reason }) => {
      const id = newId()
      return { id, guid: `left out ${id}`, title, reason, item: null }
    }),
  ]
}

/** Items without a date stay after the item before them. */
function byDate(items: readonly ShowItem[]): ShowItem[] {
  let last = ''
  return items
    .map((item) => ({ item, date: (last = item.publishedAt ?? last) }))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map(({ item }) => item)
}
