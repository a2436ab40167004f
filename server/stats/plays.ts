/** How often a user's tracks and episodes were played, visible to that user only. Read from roll-ups; which plays
 * count is decided in server/plays. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/stats.ts'
import type { ArtistQuery, PageQuery, RangeQuery } from '#contract/listening/stats.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { withNames } from './names.ts'
import { selectAgents, selectPlayedContents, selectPlaySources, sumEverPlayed } from './part-queries.ts'
import { askedOf, dayOf, rangeOf } from './ranges.ts'
import { played, type Point, selectDays, selectMonths, sumRange } from './series-queries.ts'
import type { Stats } from './stats.ts'

export async function readPlays(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
): Promise<Data<typeof calls.getPlays>> {
  mustBeUser(who)
  return { playTotal: Number(await sumRange(database.read, played, askedOf(query, who, clock.now()))) }
}

export async function readAllPlays({ database }: Stats, who: Who): Promise<Data<typeof calls.getAllPlays>> {
  mustBeUser(who)
  return { playTotal: await sumEverPlayed(database.read, who.userId) }
}

export async function listPlayMonths(
  { database, clock }: Stats,
  who: Who,
): Promise<Data<typeof calls.listMonthlyPlays>> {
  mustBeUser(who)
  return (await selectMonths(database.read, played, who.userId, dayOf(clock.now()))).map(pointOf)
}

export async function listPlayDays(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery & ArtistQuery,
): Promise<Data<typeof calls.listDailyPlays>> {
  mustBeUser(who)
  return (await selectDays(database.read, played, askedOf(query, who, clock.now()))).map(pointOf)
}

export async function listPlayedContents(
  stats: Stats,
  who: Who,
  { page = 1, ...query }: RangeQuery & ArtistQuery & PageQuery,
): Promise<Data<typeof calls.listTrackPlays>> {
  mustBeUser(who)
  const asked = askedOf(query, who, stats.clock.now())
  return withNames(stats, await selectPlayedContents(stats.database.read, asked, page))
}

export async function listPlayAgents(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery,
): Promise<Data<typeof calls.listPlayAgents>> {
  mustBeUser(who)
  return selectAgents(database.read, who.userId, rangeOf(query, clock.now()))
}

export async function listPlaySources(
  { database, clock }: Stats,
  who: Who,
  query: RangeQuery,
): Promise<Data<typeof calls.listPlaySources>> {
  mustBeUser(who)
  return selectPlaySources(database.read, who.userId, rangeOf(query, clock.now()))
}

const pointOf = ({ createdAt, total }: Point) => ({ createdAt, playTotal: Number(total) })
