/** Where a release or podcast appears: its feed as apps read it, what is wrong with it, and which services were notified. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/surfaces/surfaces.ts'
import type { Data } from '#contract/endpoint.ts'
import { checkFeed, titleOf } from '#protocols/rss/check-feed.ts'
import { all, type XmlNode } from '#protocols/rss/parse-xml.ts'
import { findClipSource } from '#server/catalog/audio/clip-source.ts'
import { type ContentRow, findContent, touchFeed } from '#server/catalog/content/queries.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { readPictureSize } from '#server/media/pictures/artwork.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { on } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { readAlbumFeed } from './album-feed.ts'
import { feedUrl, type Rss, type RssDeps } from './deps.ts'
import { type CachedFeed, packFeed } from './feed-cache.ts'
import { type Service, selectNotices } from './notice-queries.ts'
import { readPodcastFeed } from './podcast-feed.ts'

type SurfaceDeps = RssDeps & { services: readonly Service[] }
type Feed = NonNullable<Data<typeof calls.getSurfaces>['feed']>

/** Directories want artwork of at least this size. */
const ARTWORK_PX = 1_400
const REPEATS_PER_HOUR = { max: 10, windowSeconds: 3_600 }

export function surfaceRoutes(app: FastifyInstance, deps: SurfaceDeps): void {
  on(app, calls.getSurfaces, ({ params }, { caller }) => readSurfaces(deps, caller, params.contentId))
  on(app, calls.publishAgain, ({ params }, { caller }) => publishAgain(deps, caller, params.contentId))
}

/** Users who may edit the content. */
export async function readSurfaces(
  deps: SurfaceDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getSurfaces>> {
  const content = await requireOwn(deps, caller, contentId, 'edit')
  const feed = await readFeed(deps, content)
  const changedAt = feed?.changedAt ?? null
  const known = await selectNotices(deps.database.read, contentId)
  const notices = deps.services.map((service) => {
    const notice = known.find((one) => one.service === service)
    const notifiedAt = notice?.changed_at ?? null
    const isCurrent = changedAt !== null && notifiedAt !== null && notifiedAt >= changedAt
    const isTried = changedAt !== null && notice !== undefined && notice.tried_at >= changedAt
    const state = isCurrent ? ('notified' as const) : isTried ? ('failed' as const) : ('waiting' as const)
    return { service, state, triedAt: notice?.tried_at ?? null }
  })
  return { feed, notices }
}

/** Users who may publish the content. */
async function publishAgain(deps: SurfaceDeps, caller: Caller, contentId: string): Promise<null> {
  const { type } = await requireOwn(deps, caller, contentId, 'publish')
  requireUser(caller)
  const now = deps.clock.now()
  await countUse(deps.database.read, `publish-again:${caller.userId}`, REPEATS_PER_HOUR, now)
  await touchFeed(deps.database.read, type as 'album' | 'podcast', contentId, now)
  return null
}

async function requireOwn(
  { database, clock }: SurfaceDeps,
  caller: Caller,
  contentId: string,
  action: 'edit' | 'publish',
): Promise<ContentRow> {
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined || content.is_deleted) throw notFound()
  await requireMay(database.read, caller, content, action)
  if (content.type !== 'album' && content.type !== 'podcast') throw notFound()
  return content
}

async function readFeed(deps: SurfaceDeps, { id, type }: ContentRow): Promise<Feed | null> {
  const { feedHome } = deps
  if (feedHome === null) return null
  const rss: Rss = { ...deps, feedHome }
  const packed = await buildFeed(rss, type as 'album' | 'podcast', id)
  if (packed === null) return null
  const bytes = await packed.body.as('identity')
  const { channel, items, findings } = checkFeed(bytes.toString())
  const imageUrl = channel && attributeOf(channel, 'itunes:image', 'href')
  const value = channel && all(channel, 'podcast:value')[0]
  return {
    url: feedUrl(rss, type as 'album' | 'podcast', id),
    bytes: bytes.length,
    changedAt: packed.changedAt,
    title: channel === null ? '' : titleOf(channel),
    medium: (channel && all(channel, 'podcast:medium')[0]?.text) ?? '',
    imageUrl,
    paidTo: (value && attributeOf(value, 'podcast:valueRecipient', 'address')) ?? '',
    itemCount: items.length,
    findings: [...findings, ...(await checkImage(rss, imageUrl)), ...(await checkLengths(rss, items))],
    nostrUri: channel && attributeOf(channel, 'podcast:socialInteract', 'uri'),
  }
}

/** Null when it is not public, or redirects to another host. */
async function buildFeed(rss: Rss, kind: 'album' | 'podcast', id: string): Promise<CachedFeed | null> {
  const make = async (_name: string, _version: string, feed: Parameters<Parameters<typeof readAlbumFeed>[1]>[2]) =>
    packFeed(await feed())
  try {
    const read = kind === 'album' ? await readAlbumFeed(rss, make, id) : await readPodcastFeed(rss, make, id, 1)
    return 'movedTo' in read ? null : read
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

const attributeOf = (node: XmlNode, name: string, attribute: string): string | null =>
  all(node, name)[0]?.attributes[attribute] ?? null

type Findings = Feed['findings']

async function checkImage({ files }: Rss, imageUrl: string | null): Promise<Findings> {
  if (imageUrl === null) return []
  const size = await readPictureSize(files, `media/${imageUrl.slice(imageUrl.lastIndexOf('/') + 1)}`)
  return size !== null && size < ARTWORK_PX ? [{ code: 'small-image', subject: null }] : []
}

/** Whether each enclosure has the length of the file that plays now. */
async function checkLengths({ database, clock, files }: Rss, items: readonly XmlNode[]): Promise<Findings> {
  const findings: Findings = []
  for (const item of items) {
    const [guid, length] = [all(item, 'guid')[0]?.text ?? '', attributeOf(item, 'enclosure', 'length')]
    const source = await findClipSource(database.read, guid, clock.now())
    const stored = source === undefined ? null : await files.stat(source.live_key)
    if (length !== null && stored !== null && String(stored.size) === length) continue
    findings.push({ code: 'wrong-length', subject: titleOf(item) })
  }
  return findings
}
