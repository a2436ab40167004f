/** The audience of content: what changed, compared with as much time before. How many listeners there were is estimated from
 * sketches (server/plays/sketch.ts); nothing says who they were. */
import type { getAudience, getHeardParts } from '#contract/listening/audience.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { namesOfContents } from '#server/catalog/content/names.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { mayDo } from '#server/catalog/content/roles.ts'
import { PARTS } from '#server/plays/heard-parts.ts'
import { countListeners } from '#server/plays/sketch.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { dateIn, dayStarts } from '#server/platform/local-days.ts'
import { dayOf } from '#server/platform/clock.ts'
import * as queries from './audience-queries.ts'
import { type Range, rangeOf } from './ranges.ts'
import type { Stats } from './stats.ts'

type Audience = Data<typeof getAudience>
type Query = Input<typeof getAudience>['query']

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MOVED_MAX = 10
/** A country with fewer plays is not named. */
const COUNTRY_PLAYS = 5
/** The first day of the second half of a month. */
const SECOND_HALF = 16

/** Requires a user who owns these contents or is in their teams in a role that allows it. Returns the owner of the last one;
 * without contents, the user. */
async function requireReadable(
  { database, clock }: Stats,
  caller: Caller,
  contentIds: readonly string[],
): Promise<string> {
  requireUser(caller)
  let ownerId = caller.userId
  for (const id of contentIds) {
    const content = await findContent(database.read, id, clock.now())
    if (content === undefined || !(await mayDo(database.read, caller, content, 'analytics'))) throw notFound()
    ownerId = content.owner_id
  }
  return ownerId
}

/** The owner of the content, and members of its team. */
export async function readAudience(stats: Stats, caller: Caller, query: Query): Promise<Audience> {
  const contentIds = [query.artistId, query.releaseId].filter((id) => id !== undefined)
  return describeAudience(stats, await requireReadable(stats, caller, contentIds), query)
}

/** For those who may read it: a caller, or the server in a letter to the owner. */
export async function describeAudience(stats: Stats, ownerId: string, query: Query): Promise<Audience> {
  const { artistId = null, releaseId = null, source = null, timeZone = 'UTC' } = query
  const tx = stats.database.read
  const now = stats.clock.now()
  const range = rangeOf(query, localNow(now, timeZone))
  const times = timesOf(range, timeZone, now)
  const filtered = releaseId ?? artistId
  const contentIds = filtered === null ? null : await queries.selectContentIds(tx, filtered)
  const scope = { ownerId, subjectId: filtered ?? ownerId, contentIds }
  const isAll = source === null
  const [sums, listeners, growth, countries, moved] = await Promise.all([
    queries.sumPlays(tx, scope.subjectId, source, times),
    isAll ? readListeners(stats, scope.subjectId, range, now) : null,
    queries.sumGrowth(tx, scope, times),
    isAll ? readCountries(stats, scope, range) : [],
    isAll ? readMoved(stats, scope, times) : [],
  ])
  const points = sums.filter(({ kind }) => kind === 'point')
  const sources = sums
    .filter(({ kind }) => kind === 'source')
    .map(({ place, ...sum }) => ({ ...sum, isNow: place > 0 }))
  return {
    playTotal: points.filter(({ place }) => place > 0).reduce((sum, { plays }) => sum + plays, 0),
    playsBefore: points.find(({ place }) => place === 0)?.plays ?? 0,
    listeners,
    growth,
    points: pointsOf(points, times),
    parts: [
      ...changesOf(sources).map((change) => ({ kind: 'source' as const, title: '', ...change })),
      ...countries,
      ...moved,
    ],
  }
}

async function readCountries({ database }: Stats, scope: queries.Scope, range: Range): Promise<Audience['parts']> {
  const given = { range, before: rangeBefore(range), least: COUNTRY_PLAYS }
  const changes = await queries.sumCountries(database.read, scope, given)
  return changes.map((change) => ({ kind: 'country', title: '', ...change }))
}

/** As a moment in UTC that has the date of the time zone. */
const localNow = (now: Date, timeZone: string) => new Date(dateIn(now, timeZone))

const moved = (day: string, days: number) => dayOf(new Date(Date.parse(day) + days * DAY_MS))
const daysOf = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
const rangeBefore = (range: Range): Range => ({ from: moved(range.from, -daysOf(range)), to: moved(range.from, -1) })

/** The beginnings of the days, or of the hours of a single day. A range that is not over is compared with
 * the same part of the range before. */
function timesOf(range: Range, timeZone: string, now: Date): queries.Times {
  const days = dayStarts(range.from, range.to, timeZone)
  const [first, end] = [days[0]!, days.at(-1)!]
  const [beforeStart] = dayStarts(rangeBefore(range).from, rangeBefore(range).from, timeZone)
  const passedMs = Math.max(0, Math.min(now.getTime(), end.getTime()) - first.getTime())
  const beforeEnd = new Date(Math.min(first.getTime(), beforeStart!.getTime() + passedMs))
  const hours = (end.getTime() - first.getTime()) / HOUR_MS
  const starts =
    days.length > 2
      ? days.slice(0, -1)
      : Array.from({ length: Math.ceil(hours) }, (_, hour) => new Date(first.getTime() + hour * HOUR_MS))
  return { starts, end, beforeStart: beforeStart!, beforeEnd }
}

function pointsOf(sums: readonly queries.PlaySum[], { starts }: queries.Times): number[] {
  const plays = new Map(sums.map((sum) => [sum.place, sum.plays]))
  return starts.map((_start, index) => plays.get(index + 1) ?? 0)
}

/** Now and before of each name, most plays first. */
function changesOf(sums: readonly { name: string; isNow: boolean; plays: number }[]): queries.Change[] {
  const changes = new Map<string, queries.Change>()
  for (const { name, isNow, plays } of sums) {
    const change = changes.get(name) ?? { key: name, playTotal: 0, playsBefore: 0 }
    changes.set(name, change)
    change[isNow ? 'playTotal' : 'playsBefore'] += plays
  }
  return [...changes.values()].toSorted((one, other) => other.playTotal - one.playTotal)
}

async function readMoved(stats: Stats, scope: queries.Scope, times: queries.Times): Promise<Audience['parts']> {
  const stretches = [
    ...stretchesOf(times.starts[0]!, times.end, true),
    ...stretchesOf(times.beforeStart, times.beforeEnd, false),
  ]
  const sums = await queries.sumContents(stats.database.read, scope, stretches)
  const byOf = ({ playTotal, playsBefore }: queries.Change) => Math.abs(playTotal - playsBefore)
  const moved = changesOf(sums.map(({ contentId: name, ...sum }) => ({ name, ...sum })))
    .toSorted((one, other) => byOf(other) - byOf(one))
    .slice(0, MOVED_MAX)
  const names = await namesOfContents(
    stats.database.read,
    moved.map(({ key }) => key),
    stats.clock.now(),
  )
  return moved.map((change) => ({ kind: 'content', title: names.get(change.key)?.title ?? '', ...change }))
}

/** The whole days in UTC within a time, and what is left of it at both ends. */
function stretchesOf(from: Date, to: Date, isNow: boolean): queries.Stretch[] {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  const last = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS)
  if (first >= last) return [{ isNow, from, to, isDays: false }]
  return [
    { isNow, from, to: first, isDays: false },
    { isNow, from: first, to: last, isDays: true },
    { isNow, from: last, to, isDays: false },
  ]
}

/** Days in UTC: a sketch is of such a day. */
async function readListeners({ database }: Stats, subjectId: string, range: Range, now: Date) {
  const before = rangeBefore(range)
  const month = regularMonth(range, now)
  const from = `${month}-01` < before.from ? `${month}-01` : before.from
  const to = lastOf(month) > range.to ? lastOf(month) : range.to
  const sketches = await queries.selectSketches(database.read, subjectId, { from, to })
  const ofDays = ({ from: first, to: last }: Range) => sketches.filter(({ day }) => first <= day && day <= last)
  return {
    total: countByMonth(ofDays(range)),
    before: countByMonth(ofDays(before)),
    month,
    ...countRegular(ofDays({ from: `${month}-01`, to: lastOf(month) })),
  }
}

type Sketch = { day: string; listeners: Buffer }

const countOf = (sketches: readonly Sketch[]) => countListeners(sketches.map(({ listeners }) => listeners))
const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

/** Listeners of one month have nothing in common with those of the next, because the salt is another one. */
function countByMonth(sketches: readonly Sketch[]): number {
  const months = Map.groupBy(sketches, ({ day }) => monthOf(day))
  return [...months.values()].reduce((sum, ofMonth) => sum + countOf(ofMonth), 0)
}

/** The month of the last day, or the one before while its second half has not begun. */
function regularMonth({ to }: Range, now: Date): string {
  const last = to < dayOf(now) ? to : dayOf(now)
  if (Number(last.slice(-2)) >= SECOND_HALF) return monthOf(last)
  return monthOf(moved(`${monthOf(last)}-01`, -1))
}

const lastOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, number, 0)))
}

/** Listeners of both halves: those of the first and those of the second, without those of either. */
function countRegular(sketches: readonly Sketch[]) {
  const isFirst = ({ day }: Sketch) => Number(day.slice(-2)) < SECOND_HALF
  const ofMonth = countOf(sketches)
  const [first, second] = [countOf(sketches.filter(isFirst)), countOf(sketches.filter((one) => !isFirst(one)))]
  return { ofMonth, regular: Math.max(0, first + second - ofMonth) }
}

/** The owner of the content. */
export async function readHeardParts(
  stats: Stats,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof getHeardParts>> {
  await requireReadable(stats, caller, [contentId])
  const rows = await queries.selectHeardParts(stats.database.read, contentId)
  const heard = new Map(rows.map((row) => [row.part, row.heard]))
  return {
    playTotal: rows[0]?.plays ?? 0,
    parts: Array.from({ length: PARTS }, (_, part) => heard.get(part + 1) ?? 0),
  }
}
