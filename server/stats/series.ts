/** What earnings and plays share: totals, months and days, contents and sources, visible to the user only. The figures
 * are in earnings.ts and plays.ts. */
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { dayOf } from '#server/platform/clock.ts'
import { withNames } from './names.ts'
import { requestedOf, type Range, rangeOf } from './ranges.ts'
import { type Requested, type Figure, type Point, selectDays, selectMonths, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

export async function readTotal(
  { database, clock }: Stats,
  caller: Caller,
  query: RangeQuery & ArtistQuery,
  figure: Figure,
): Promise<bigint> {
  requireUser(caller)
  return sumRange(database.read, figure, requestedOf(query, caller, clock.now()))
}

export async function listMonths({ database, clock }: Stats, caller: Caller, figure: Figure): Promise<Point[]> {
  requireUser(caller)
  return selectMonths(database.read, figure, caller.userId, dayOf(clock.now()))
}

export async function listDays(
  { database, clock }: Stats,
  caller: Caller,
  query: RangeQuery & ArtistQuery,
  figure: Figure,
): Promise<Point[]> {
  requireUser(caller)
  return selectDays(database.read, figure, requestedOf(query, caller, clock.now()))
}

/** A page of contents or releases with their names. */
export async function listContents<Row extends { contentId: string }>(
  stats: Stats,
  caller: Caller,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
  select: (tx: Tx, requested: Requested, page: number) => Promise<Row[]>,
) {
  requireUser(caller)
  return withNames(stats, await select(stats.database.read, requestedOf(query, caller, stats.clock.now()), page))
}

/** What a range consists of, by source or by app. */
export async function listParts<Row>(
  { database, clock }: Stats,
  caller: Caller,
  query: RangeQuery,
  select: (tx: Tx, userId: string, range: Range) => Promise<Row[]>,
): Promise<Row[]> {
  requireUser(caller)
  return select(database.read, caller.userId, rangeOf(query, clock.now()))
}
