/** How often a user's tracks and episodes were played, visible to that user only. Read from roll-ups; which plays
 * count is decided in server/plays. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { selectAgents, selectPlayedContents, selectPlaySources, sumEverPlayed } from './part-queries.ts'
import { listContents, listDays, listMonths, listParts, readTotal } from './series.ts'
import { played, type Point } from './series-queries.ts'
import type { Stats } from './stats.ts'

type Scope = RangeQuery & ArtistQuery

export async function readPlays(stats: Stats, caller: Caller, query: Scope): Promise<Data<typeof calls.getPlays>> {
  return { playTotal: Number(await readTotal(stats, caller, query, played)) }
}

export async function readAllPlays({ database }: Stats, caller: Caller): Promise<Data<typeof calls.getAllPlays>> {
  requireUser(caller)
  return { playTotal: await sumEverPlayed(database.read, caller.userId) }
}

export async function listPlayMonths(stats: Stats, caller: Caller): Promise<Data<typeof calls.listMonthlyPlays>> {
  return (await listMonths(stats, caller, played)).map(pointOf)
}

export async function listPlayDays(
  stats: Stats,
  caller: Caller,
  query: Scope,
): Promise<Data<typeof calls.listDailyPlays>> {
  return (await listDays(stats, caller, query, played)).map(pointOf)
}

export const listPlayedContents = (stats: Stats, caller: Caller, query: Scope & PageQuery) =>
  listContents(stats, caller, query, selectPlayedContents)

export const listPlayAgents = (stats: Stats, caller: Caller, query: RangeQuery) =>
  listParts(stats, caller, query, selectAgents)

export const listPlaySources = (stats: Stats, caller: Caller, query: RangeQuery) =>
  listParts(stats, caller, query, selectPlaySources)

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, playTotal: Number(total) })
