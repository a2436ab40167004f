/** The dependencies of this module, and the addresses in its feeds. */
import { formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import type { Feed, Value } from '#protocols/rss/feed.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import type { FeedHome, FeedKind } from '#server/catalog/feed-guids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'

export type RssDeps = {
  database: Database
  clock: Clock
  files: Files
  feedHome: FeedHome
  /** The origin of all addresses in feeds, except of files. */
  publicUrl: string
  brandName: string
  /** Who is notified of changes, as feeds announce it. */
  notified: Pick<Feed, 'hubUrl' | 'usesPodping'>
}
/** Of a server that has feeds. */
export type Rss = RssDeps & { feedHome: NonNullable<FeedHome> }

export const feedUrl = ({ publicUrl }: Rss, kind: FeedKind, id: string) => `${publicUrl}/rss/${kind}/${id}`
export const pageUrl = ({ publicUrl }: Rss, kind: string, name: string) =>
  `${publicUrl}/${kind}/${encodeURIComponent(name)}`

/** The content's own Lightning address has everything: the split is made when it is paid, and never twice. */
export function valueOf(
  { publicUrl }: Rss,
  { type, id, name }: { type: string; id: string; name: string },
  timeShares: Value['timeShares'] = [],
): Value {
  return {
    name,
    address: formatLightningAddress({ username: `${type}.${id}`, host: new URL(publicUrl).host }),
    timeShares,
  }
}

/** Artwork is stored as `….jpg`, and as squares beside it. */
export const imageOf = (rss: Rss, artworkKey: string | null) =>
  artworkKey === null ? null : imageAt(rss, rss.files.publicUrl(artworkKey))

export const imageAt = (rss: Rss, artworkUrl: string) => ({
  url: absolute(rss, artworkUrl),
  squareUrl: absolute(rss, artworkUrl.replace(/\.jpg$/, '-640.webp')),
})

/** Addresses of files have no origin without PUBLIC_URL. */
export const absolute = ({ publicUrl }: Rss, href: string) => new URL(href, publicUrl).href

export const laterOf = (dates: readonly (Date | null)[]): Date =>
  new Date(Math.max(0, ...dates.map((date) => date?.getTime() ?? 0)))

/** What to throw for content that is not public. Apps unsubscribe from a feed that responds with 410. */
export async function goneOrMissing(rss: Rss, contentId: string): Promise<AppError> {
  const error = await missing(rss, contentId)
  return error.code === 'content-gone' ? new AppError(410, 'content-gone') : error
}
