/** Earnings and plays of each content and release of a user, side by side. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { withNames } from './names.ts'
import { selectContentTotals, selectReleaseTotals } from './part-queries.ts'
import { listContents } from './series.ts'
import type { Stats } from './stats.ts'

export async function listTotalsEver(
  stats: Stats,
  caller: Caller,
  query: PageQuery,
): Promise<Data<typeof calls.listAllTrackTotals>> {
  requireUser(caller)
  const everything = { userId: caller.userId, artistId: null, range: null }
  return withNames(stats, await selectContentTotals(stats.database.read, everything, query.page ?? 1))
}

export const listTotals = (stats: Stats, caller: Caller, query: RangeQuery & ArtistQuery & PageQuery) =>
  listContents(stats, caller, query, selectContentTotals)

export async function listReleases(
  stats: Stats,
  caller: Caller,
  query: RangeQuery & ArtistQuery & PageQuery,
): Promise<Data<typeof calls.listReleaseTotals>> {
  const named = await listContents(stats, caller, query, selectReleaseTotals)
  return named.map(({ trackId: releaseId, ...rest }) => ({ releaseId, ...rest }))
}
