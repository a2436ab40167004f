/** What each content and release of a person earned and how often it was played, side by side. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/stats.ts'
import type { PageQuery, RangeQuery } from '#contract/stats.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { withNames } from './names.ts'
import { selectContentTotals, selectReleaseTotals } from './part-queries.ts'
import { rangeOf } from './ranges.ts'
import type { Stats } from './stats.ts'

export async function listTotalsEver(
  stats: Stats,
  who: Who,
  query: PageQuery,
): Promise<Data<typeof calls.listAllTrackTotals>> {
  mustBeUser(who)
  return withNames(stats, await selectContentTotals(stats.database.read, who.userId, null, query.page ?? 1))
}

export async function listTotals(
  stats: Stats,
  who: Who,
  query: RangeQuery & PageQuery,
): Promise<Data<typeof calls.listTrackTotals>> {
  mustBeUser(who)
  const range = rangeOf(query, stats.clock.now())
  return withNames(stats, await selectContentTotals(stats.database.read, who.userId, range, query.page ?? 1))
}

export async function listReleases(
  stats: Stats,
  who: Who,
  query: RangeQuery & PageQuery,
): Promise<Data<typeof calls.listReleaseTotals>> {
  mustBeUser(who)
  const range = rangeOf(query, stats.clock.now())
  const named = await withNames(
    stats,
    await selectReleaseTotals(stats.database.read, who.userId, range, query.page ?? 1),
  )
  return named.map(({ trackId: releaseId, ...rest }) => ({ releaseId, ...rest }))
}
