/** Earnings and plays of each content and release of a user, side by side. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { withNames } from './names.ts'
import { selectContentTotals, selectReleaseTotals } from './part-queries.ts'
import { askedOf } from './ranges.ts'
import type { Stats } from './stats.ts'

export async function listTotalsEver(
  stats: Stats,
  who: Who,
  query: PageQuery,
): Promise<Data<typeof calls.listAllTrackTotals>> {
  mustBeUser(who)
  const everything = { userId: who.userId, artistId: null, range: null }
  return withNames(stats, await selectContentTotals(stats.database.read, everything, query.page ?? 1))
}

export async function listTotals(
  stats: Stats,
  who: Who,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
): Promise<Data<typeof calls.listTrackTotals>> {
  mustBeUser(who)
  const asked = askedOf(query, who, stats.clock.now())
  return withNames(stats, await selectContentTotals(stats.database.read, asked, page))
}

export async function listReleases(
  stats: Stats,
  who: Who,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
): Promise<Data<typeof calls.listReleaseTotals>> {
  mustBeUser(who)
  const asked = askedOf(query, who, stats.clock.now())
  const named = await withNames(stats, await selectReleaseTotals(stats.database.read, asked, page))
  return named.map(({ trackId: releaseId, ...rest }) => ({ releaseId, ...rest }))
}
