/** What earnings and plays share: totals, months and days, contents and sources, visible to the user only. Which figures
 * they are is said in earnings.ts and plays.ts. */
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { withNames } from './names.ts'
import { askedOf, dayOf, type Range, rangeOf } from './ranges.ts'
import { type Asked, type Figure, type Point, selectDays, selectMonths, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

export async function readTotal(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
  figure: Figure,
): Promise<bigint> {
  mustBeUser(who)
  return sumRange(database.read, figure, askedOf(query, who, clock.now()))
}

export async function listMonths({ database, clock }: Stats, who: Who, figure: Figure): Promise<Point[]> {
  mustBeUser(who)
  return selectMonths(database.read, figure, who.userId, dayOf(clock.now()))
}

export async function listDays(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
  figure: Figure,
): Promise<Point[]> {
  mustBeUser(who)
  return selectDays(database.read, figure, askedOf(query, who, clock.now()))
}

/** A page of contents or releases with their names. */
export async function listContents<Row extends { contentId: string }>(
  stats: Stats,
  who: Who,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
  select: (tx: Tx, asked: Asked, page: number) => Promise<Row[]>,
) {
  mustBeUser(who)
  return withNames(stats, await select(stats.database.read, askedOf(query, who, stats.clock.now()), page))
}

/** What a range consists of, by source or by app. */
export async function listParts<Row>(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery,
  select: (tx: Tx, userId: string, range: Range) => Promise<Row[]>,
): Promise<Row[]> {
  mustBeUser(who)
  return select(database.read, who.userId, rangeOf(query, clock.now()))
}
