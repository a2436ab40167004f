/** Foreign feeds of a user: adding, listing, removing and reading them. Requesting them is in read.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import * as calls from '#contract/listening/foreign/feeds.ts'
import { readOpmlAddresses } from '#protocols/rss/read-opml.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { feedAddress, refusalOfAddress } from './addresses.ts'
import type { ForeignDeps } from './deps.ts'
import { type ReadableRow, selectItems, selectReadable } from './item-queries.ts'
import { codeOf } from './problems.ts'
import * as rows from './queries.ts'
import { readForeignFeed } from './read.ts'

type Pictures = { files: Pick<ForeignDeps['files'], 'publicUrl'> }
export type ForeignItem = Data<typeof calls.getForeignItem>

const ADDED_PER_HOUR = { max: 60, windowSeconds: 3_600 }
const IMPORTED_PER_HOUR = { max: 5, windowSeconds: 3_600 }

/** The signed-in user's own. */
export async function listFeeds(
  { database, files }: ForeignDeps,
  caller: Caller,
): Promise<Data<typeof calls.listForeignFeeds>> {
  requireUser(caller)
  return (await rows.selectSubscribed(database.read, caller.userId)).map((row) => ({
    ...toFeed({ files }, row),
    url: row.url,
  }))
}

/** Signed-in users. A feed that is known and could be read is not requested again. */
export async function addFeed(
  deps: ForeignDeps,
  caller: Caller,
  { url }: Input<typeof calls.addForeignFeed>['body'],
): Promise<Data<typeof calls.addForeignFeed>> {
  requireUser(caller)
  const { database, clock } = deps
  const address = feedAddress(deps.outbound, url)
  if (address === null) throw new AppError(422, refusalOfAddress(deps.outbound, url))
  const now = clock.now()
  await countUse(database.read, `foreign-add:${caller.userId}`, ADDED_PER_HOUR, now)
  const feedId = (await rows.openFeeds(database.read, [address], now)).get(address)!
  const row = (await rows.findFeed(database.read, feedId))!
  if (row.fetched_at === null || row.problem !== null) {
    const problem = await readForeignFeed(deps, row)
    if (problem !== null) throw new AppError(422, codeOf(problem, url, address))
  }
  const max = calls.FOREIGN_FEEDS_MAX
  const own = await database.transaction((tx) => rows.subscribe(tx, caller.userId, [feedId], { max, now }))
  if (own === 0) throw new AppError(422, 'library-full')
  return toFeed(deps, (await rows.findFeed(database.read, feedId))!)
}

/** Signed-in users. The feeds are read by the job. */
export async function importFeeds(
  deps: ForeignDeps,
  caller: Caller,
  { opml }: Input<typeof calls.importForeignFeeds>['body'],
): Promise<Data<typeof calls.importForeignFeeds>> {
  requireUser(caller)
  const { database, clock } = deps
  const now = clock.now()
  await countUse(database.read, `foreign-opml:${caller.userId}`, IMPORTED_PER_HOUR, now)
  const listed = readOpmlAddresses(opml)
  if (listed === null) throw new AppError(422, 'feed-unreadable')
  const addresses = listed.map((one) => feedAddress(deps.outbound, one)).filter((one) => one !== null)
  const max = calls.FOREIGN_FEEDS_MAX
  const wanted = [...new Set(addresses)].slice(0, max)
  const feeds = await rows.openFeeds(database.read, wanted, now)
  const added = await database.transaction((tx) => rows.subscribe(tx, caller.userId, [...feeds.values()], { max, now }))
  return { added, refused: new Set(listed).size - added }
}

/** The signed-in user's own. */
export async function removeFeed({ database }: ForeignDeps, caller: Caller, feedId: string): Promise<null> {
  requireUser(caller)
  await rows.unsubscribe(database.read, caller.userId, feedId)
  return null
}

/** Users who have added it, or a playlist that names it. */
export async function readFeed(
  deps: ForeignDeps,
  caller: Caller,
  feedId: string,
  after: number | undefined,
): Promise<Data<typeof calls.getForeignFeed>> {
  requireUser(caller)
  const { database } = deps
  const row = await rows.findFeed(database.read, feedId)
  if (row === undefined || !(await rows.mayRead(database.read, caller.userId, feedId))) throw notFound()
  const limit = calls.ITEMS_PER_PAGE
  const items = await selectItems(database.read, feedId, { after: after ?? -1, limit: limit + 1 })
  const shown = items.slice(0, limit)
  const nextAfter = items.length > limit ? (shown.at(-1)?.position ?? null) : null
  return {
    feed: toFeed(deps, row),
    items: shown.map((item) => toItem(deps, { ...item, is_feed_readable: true })),
    nextAfter,
  }
}

/** Users who may read its feed, or a playlist here that contains it. */
export async function requireItem({ database }: ForeignDeps, caller: Caller, itemId: string): Promise<ReadableRow> {
  requireUser(caller)
  const [item] = await selectReadable(database.read, caller.userId, [itemId])
  if (item === undefined) throw notFound()
  return item
}

export async function readItem(
  deps: ForeignDeps,
  caller: Caller,
  itemId: string,
): Promise<Data<typeof calls.getForeignItem>> {
  return toItem(deps, await requireItem(deps, caller, itemId))
}

/** The items among these that the user may read, by id; without a user, those that visitors may read. */
export async function readForeignItems(
  { database, files }: Pick<ForeignDeps, 'database'> & Pictures,
  userId: string | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ForeignItem & { isPrivate: boolean }>> {
  if (ids.length === 0) return new Map()
  const items = await selectReadable(database.read, userId, ids)
  return new Map(items.map((item) => [item.id, { ...toItem({ files }, item), isPrivate: item.is_private }]))
}

function toFeed({ files }: Pictures, row: rows.FeedRow): Data<typeof calls.addForeignFeed> {
  return {
    id: row.id,
    title: row.title,
    author: row.author,
    description: row.description,
    linkUrl: row.link_url,
    artworkUrl: row.image_key === null ? null : files.publicUrl(row.image_key),
    medium: row.medium,
    fetchedAt: row.fetched_at,
    problem: row.problem,
  }
}

function toItem({ files }: Pictures, row: Omit<ReadableRow, 'is_private'>): ForeignItem {
  return {
    id: row.id,
    feedId: row.is_feed_readable ? row.feed_id : null,
    feedTitle: row.feed_title,
    site: new URL(row.feed_url).host,
    artworkUrl: row.image_key === null ? null : files.publicUrl(row.image_key),
    title: row.title,
    description: row.description,
    linkUrl: row.link_url,
    publishedAt: row.published_at,
    duration: row.duration_seconds,
    audioUrl: row.audio_url,
    isPayable: row.value?.recipients.some(({ address, share }) => address !== null && share > 0) ?? false,
    isGone: row.is_gone,
  }
}
