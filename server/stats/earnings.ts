/** What a person has earned, for their own eyes. Read from daily roll-ups: the ledger is not summed up for a chart, and what
 * anybody owns is said by the ledger alone. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/stats.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
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

/** My own share of payments to my content, and everything I earned, are counted from the same payments. */
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
