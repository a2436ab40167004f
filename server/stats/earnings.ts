/** A user's earnings, visible to that user only. Read from daily roll-ups: charts do not sum up the ledger, and only
 * the ledger determines balances. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { selectEarnedContents, selectEarningSources, sumEverEarned, sumIncome } from './part-queries.ts'
import { askedOf } from './ranges.ts'
import { listContents, listDays, listMonths, listParts, readTotal } from './series.ts'
import { earned, type Point, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

type Scope = RangeQuery & ArtistQuery

export async function readEarnings(stats: Stats, who: Who, query: Scope): Promise<Data<typeof calls.getEarnings>> {
  return { msatTotal: await readTotal(stats, who, query, earned) }
}

export async function readAllEarnings({ database }: Stats, who: Who): Promise<Data<typeof calls.getAllEarnings>> {
  mustBeUser(who)
  return { msatTotal: await sumEverEarned(database.read, who.userId) }
}

export async function listEarningMonths(stats: Stats, who: Who): Promise<Data<typeof calls.listMonthlyEarnings>> {
  return (await listMonths(stats, who, earned)).map(pointOf)
}

export async function listEarningDays(
  stats: Stats,
  who: Who,
  query: Scope,
): Promise<Data<typeof calls.listDailyEarnings>> {
  return (await listDays(stats, who, query, earned)).map(pointOf)
}

export const listEarnedContents = (stats: Stats, who: Who, query: Scope & PageQuery) =>
  listContents(stats, who, query, selectEarnedContents)

export const listEarningSources = (stats: Stats, who: Who, query: RangeQuery) =>
  listParts(stats, who, query, selectEarningSources)

/** The user's own share of payments to own content, and all earnings, are computed from the same payments. */
export async function readIncome(
  { database, clock }: Stats,
  who: Who,
  query: Scope,
): Promise<Data<typeof calls.getIncome>> {
  mustBeUser(who)
  const asked = askedOf(query, who, clock.now())
  const income = await sumIncome(database.read, asked)
  if (asked.artistId !== null) return { ...income, msatFromOthers: 0n }
  return { ...income, msatFromOthers: (await sumRange(database.read, earned, asked)) - income.msatOwn }
}

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, msatTotal: total })
