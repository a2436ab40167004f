/** A user's earnings, visible to that user only. Read from daily roll-ups: charts do not sum up the ledger, and only
 * the ledger determines balances. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { selectEarnedContents, selectEarningSources, sumEverEarned, sumIncome } from './part-queries.ts'
import { requestedOf } from './ranges.ts'
import { listContents, listDays, listMonths, listParts, readTotal } from './series.ts'
import { earned, type Point, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

type Scope = RangeQuery & ArtistQuery

export async function readEarnings(
  stats: Stats,
  caller: Caller,
  query: Scope,
): Promise<Data<typeof calls.getEarnings>> {
  return { msatTotal: await readTotal(stats, caller, query, earned) }
}

export async function readAllEarnings({ database }: Stats, caller: Caller): Promise<Data<typeof calls.getAllEarnings>> {
  requireUser(caller)
  return { msatTotal: await sumEverEarned(database.read, caller.userId) }
}

export async function listEarningMonths(stats: Stats, caller: Caller): Promise<Data<typeof calls.listMonthlyEarnings>> {
  return (await listMonths(stats, caller, earned)).map(pointOf)
}

export async function listEarningDays(
  stats: Stats,
  caller: Caller,
  query: Scope,
): Promise<Data<typeof calls.listDailyEarnings>> {
  return (await listDays(stats, caller, query, earned)).map(pointOf)
}

export const listEarnedContents = (stats: Stats, caller: Caller, query: Scope & PageQuery) =>
  listContents(stats, caller, query, selectEarnedContents)

export const listEarningSources = (stats: Stats, caller: Caller, query: RangeQuery) =>
  listParts(stats, caller, query, selectEarningSources)

/** The user's own share of payments to own content, and all earnings, are computed from the same payments. */
export async function readIncome(
  { database, clock }: Stats,
  caller: Caller,
  query: Scope,
): Promise<Data<typeof calls.getIncome>> {
  requireUser(caller)
  const requested = requestedOf(query, caller, clock.now())
  const income = await sumIncome(database.read, requested)
  if (requested.artistId !== null) return { ...income, msatFromOthers: 0n }
  return { ...income, msatFromOthers: (await sumRange(database.read, earned, requested)) - income.msatOwn }
}

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, msatTotal: total })
