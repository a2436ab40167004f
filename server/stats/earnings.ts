/** A user's earnings, visible to that user only. Read from daily roll-ups: charts do not sum up the ledger, and only
 * the ledger determines balances. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { withNames } from './names.ts'
import { selectEarnedContents, selectEarningSources, sumEverEarned, sumIncome } from './part-queries.ts'
import { askedOf, dayOf, rangeOf } from './ranges.ts'
import { earned, type Point, selectDays, selectMonths, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

export async function readEarnings(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
): Promise<Data<typeof calls.getEarnings>> {
  mustBeUser(who)
  return { msatTotal: await sumRange(database.read, earned, askedOf(query, who, clock.now())) }
}

export async function readAllEarnings({ database }: Stats, who: Who): Promise<Data<typeof calls.getAllEarnings>> {
  mustBeUser(who)
  return { msatTotal: await sumEverEarned(database.read, who.userId) }
}

export async function listEarningMonths(
  { database, clock }: Stats,
  who: Who,
): Promise<Data<typeof calls.listMonthlyEarnings>> {
  mustBeUser(who)
  return (await selectMonths(database.read, earned, who.userId, dayOf(clock.now()))).map(pointOf)
}

export async function listEarningDays(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
): Promise<Data<typeof calls.listDailyEarnings>> {
  mustBeUser(who)
  return (await selectDays(database.read, earned, askedOf(query, who, clock.now()))).map(pointOf)
}

export async function listEarnedContents(
  stats: Stats,
  who: Who,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
): Promise<Data<typeof calls.listTrackEarnings>> {
  mustBeUser(who)
  const asked = askedOf(query, who, stats.clock.now())
  return withNames(stats, await selectEarnedContents(stats.database.read, asked, page))
}

export async function listEarningSources(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery,
): Promise<Data<typeof calls.listEarningSources>> {
  mustBeUser(who)
  return selectEarningSources(database.read, who.userId, rangeOf(query, clock.now()))
}

/** The user's own share of payments to own content, and all earnings, are computed from the same payments. */
export async function readIncome(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
): Promise<Data<typeof calls.getIncome>> {
  mustBeUser(who)
  const asked = askedOf(query, who, clock.now())
  const income = await sumIncome(database.read, asked)
  if (asked.artistId !== null) return { ...income, msatFromOthers: 0n }
  return { ...income, msatFromOthers: (await sumRange(database.read, earned, asked)) - income.msatOwn }
}

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, msatTotal: total })
