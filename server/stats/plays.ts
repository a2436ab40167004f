/** How often a user's tracks and episodes were played, visible to that user only. Read from roll-ups; which plays
 * count is decided in server/plays. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { selectAgents, selectPlayedContents, selectPlaySources, sumEverPlayed } from './part-queries.ts'
import { listContents, listDays, listMonths, listParts, readTotal } from './series.ts'
import { played, type Point } from './series-queries.ts'
import type { Stats } from './stats.ts'

type Scope = RangeQuery & ArtistQuery

export async function readPlays(stats: Stats, who: Who, query: Scope): Promise<Data<typeof calls.getPlays>> {
  return { playTotal: Number(await readTotal(stats, who, query, played)) }
}

export async function readAllPlays({ database }: Stats, who: Who): Promise<Data<typeof calls.getAllPlays>> {
  mustBeUser(who)
  return { playTotal: await sumEverPlayed(database.read, who.userId) }
}

export async function listPlayMonths(stats: Stats, who: Who): Promise<Data<typeof calls.listMonthlyPlays>> {
  return (await listMonths(stats, who, played)).map(pointOf)
}

export async function listPlayDays(stats: Stats, who: Who, query: Scope): Promise<Data<typeof calls.listDailyPlays>> {
  return (await listDays(stats, who, query, played)).map(pointOf)
}

export const listPlayedContents = (stats: Stats, who: Who, query: Scope & PageQuery) =>
  listContents(stats, who, query, selectPlayedContents)

export const listPlayAgents = (stats: Stats, who: Who, query: RangeQuery) => listParts(stats, who, query, selectAgents)

export const listPlaySources = (stats: Stats, who: Who, query: RangeQuery) =>
  listParts(stats, who, query, selectPlaySources)

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, playTotal: Number(total) })
