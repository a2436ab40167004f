/** Requests a foreign feed and stores what is in it. Only addresses on the public internet are requested
 * (platform/network/outbound.ts). When feeds are read is in refresh.ts. */
import { createHash } from 'node:crypto'
import { type ForeignFeed, readFeed } from '#protocols/rss/read-feed.ts'
import { removeArtwork, storeArtwork } from '#server/media/pictures/artwork.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type OutboundBody, OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import { normalAddress, secureAddress } from './addresses.ts'
import type { ForeignDeps } from './deps.ts'
import { replaceItems } from './item-queries.ts'
import { type Problem, problemOf, problemOfStatus } from './problems.ts'
import { mayRequestFeed } from './robots.ts'
import { type FeedRow, openFeeds, replaceReferences, updateFeed } from './queries.ts'

/** Also decompressed. */
const FEED_MAX_BYTES = 10 * 1024 * 1024
const IMAGE_MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Feeds that a playlist or time splits name. */
const NAMED_FEEDS_MAX = 200

/** Null when it was read, or has not changed. */
export async function readForeignFeed(deps: ForeignDeps, row: FeedRow): Promise<Problem | null> {
  return storeResponse(deps, row, await request(deps, row))
}

/** The same for a feed that no user is waiting for. */
export async function refreshFeed(deps: ForeignDeps, row: FeedRow): Promise<Problem | null> {
  const isPermitted = await mayRequestFeed(deps, row.url)
  return storeResponse(deps, row, isPermitted ? await request(deps, row) : 'robots')
}

async function storeResponse(deps: ForeignDeps, row: FeedRow, response: Problem | Read): Promise<Problem | null> {
  const { database, clock } = deps
  const now = clock.now()
  if (typeof response === 'string') {
    await updateFeed(database.read, row.id, {
      problem: response,
      failures: row.failures + 1,
      next_fetch_at: new Date(now.getTime() + pauseAfter(response, row.failures)),
    })
    return response
  }
  const { feed, changes } = response
  const soonest = Math.min(Math.max((feed?.ttlMinutes ?? 60) * MINUTE_MS, HOUR_MS), DAY_MS)
  // Spread, so that feeds that were added together are not requested together for ever.
  const nextFetchAt = new Date(now.getTime() + soonest * (1 + Math.random() / 4))
  const read = { ...changes, problem: null, failures: 0, fetched_at: now, next_fetch_at: nextFetchAt }
  if (feed === null) await updateFeed(database.read, row.id, read)
  else {
    await store(deps, row, feed, read)
    await storeImage(deps, row, feed.imageUrl)
  }
  return null
}

/** Failures in a row double the pause, up to a day. */
function pauseAfter(problem: Problem, failures: number): number {
  return problem === 'gone' ? 7 * DAY_MS : Math.min(DAY_MS, 15 * MINUTE_MS * 2 ** Math.min(failures, 10))
}

type Read = { feed: ForeignFeed | null; changes: Pick<FeedRow, 'etag' | 'last_modified' | 'body_hash'> }

async function request({ outbound }: ForeignDeps, row: FeedRow): Promise<Problem | Read> {
  const headers = {
    accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.1',
    ...(row.etag !== null && { 'if-none-match': row.etag }),
    ...(row.last_modified !== null && { 'if-modified-since': row.last_modified }),
  }
  try {
    const wanted = { headers, maxBytes: FEED_MAX_BYTES, timeoutMs: TIMEOUT_MS }
    return readResponse(row, await outbound.getBody(row.url, wanted))
  } catch (error) {
    return problemOf(error)
  }
}

function readResponse(row: FeedRow, { status, headers, body }: OutboundBody): Problem | Read {
  const { etag, last_modified, body_hash } = row
  if (status === 304) return { feed: null, changes: { etag, last_modified, body_hash } }
  if (status !== 200) return problemOfStatus(status)
  const hash = createHash('sha256').update(body).digest()
  const short = (header: string | undefined) => (header !== undefined && header.length <= 200 ? header : null)
  const changes = { etag: short(headers.etag), last_modified: short(headers['last-modified']), body_hash: hash }
  if (body_hash?.equals(hash) === true) return { feed: null, changes }
  return { feed: readFeed(body, headers['content-type'] ?? null, row.url), changes }
}

async function store(
  { database, clock }: ForeignDeps,
  row: FeedRow,
  feed: ForeignFeed,
  read: Parameters<typeof updateFeed>[2],
): Promise<void> {
  const { guid, title, author, description, medium, value, isPrivate, linkUrl } = feed
  const urls = [...feed.references.map(({ feedUrl }) => feedUrl), ...feed.timeSplitUrls]
  const named = new Set([...new Set(urls)].slice(0, NAMED_FEEDS_MAX))
  const feeds = await openFeeds(database.read, [...named].map(normalAddress), clock.now())
  const unlisted = feed.timeSplitUrls.map((feedUrl) => ({ feedUrl, itemGuid: '', isListed: false }))
  const all = [...feed.references.map((one) => ({ ...one, isListed: true })), ...unlisted]
  const references = all.flatMap(({ feedUrl, ...about }) => {
    const targetId = named.has(feedUrl) ? feeds.get(normalAddress(feedUrl)) : undefined
    return targetId === undefined ? [] : { targetId, ...about }
  })
  await database.transaction(async (tx) => {
    await updateFeed(tx, row.id, {
      ...read,
      guid,
      title,
      author,
      description,
      medium,
      value,
      link_url: linkUrl,
      is_private: isPrivate,
    })
    await replaceItems(tx, row.id, feed.items)
    await replaceReferences(tx, row.id, references)
  })
}

/** The image is stored here, so that its server does not learn who looks at it. Without one that can be read, there is none. */
async function storeImage(
  { outbound, files, database, log }: ForeignDeps,
  row: FeedRow,
  url: string | null,
): Promise<void> {
  if (url === null || url === row.image_url) return
  try {
    const wanted = { headers: { accept: 'image/*' }, maxBytes: IMAGE_MAX_BYTES, timeoutMs: TIMEOUT_MS }
    const { status, body } = await outbound.getBody(secureAddress(outbound, url), wanted)
    if (status !== 200) return
    const { artworkKey } = await storeArtwork(files, { id: newId(), bytes: body })
    await updateFeed(database.read, row.id, { image_key: artworkKey, image_url: url })
    if (row.image_key !== null) await removeArtwork(files, row.image_key)
  } catch (error) {
    const isTheirs = error instanceof OutboundRefused || error instanceof OutboundFailed || error instanceof AppError
    if (!isTheirs) throw error
    log.info('foreign-image-failed', { feedId: row.id, reason: error.message })
  }
}
