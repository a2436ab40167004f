/** Two releases side by side, each by the days since it came out. */
import { COMPARED_DAYS, type compareReleases } from '#contract/listening/audience.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { namesOfContents } from '#server/catalog/content/names.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { dateIn, dayStarts } from '#server/platform/local-days.ts'
import { requireReadable } from './audience.ts'
import { selectContentIds, selectReleasedAt, sumGrowth, sumPlays } from './audience-queries.ts'
import { dayOf } from './ranges.ts'
import type { Stats } from './stats.ts'

type Compared = Data<typeof compareReleases>

const DAY_MS = 86_400_000

/** The owner of both releases. */
export async function comparePlays(
  stats: Stats,
  caller: Caller,
  { first, second, timeZone = 'UTC' }: Input<typeof compareReleases>['query'],
): Promise<Compared> {
  const ownerId = await requireReadable(stats, caller, [first, second])
  const names = await namesOfContents(stats.database.read, [first, second], stats.clock.now())
  const compared: Compared = []
  for (const releaseId of [first, second]) {
    const name = names.get(releaseId)
    if (name === undefined || (name.contentType !== 'album' && name.contentType !== 'podcast')) throw notFound()
    compared.push({ releaseId, ...name, ...(await readDays(stats, ownerId, releaseId, timeZone)) })
  }
  return compared
}

async function readDays({ database, clock }: Stats, ownerId: string, releaseId: string, timeZone: string) {
  const now = clock.now()
  const releasedAt = await selectReleasedAt(database.read, releaseId)
  const isOut = releasedAt !== null && releasedAt <= now
  const from = dateIn(isOut ? releasedAt : now, timeZone)
  const last = dayOf(new Date(Date.parse(from) + (COMPARED_DAYS - 1) * DAY_MS))
  const today = dateIn(now, timeZone)
  const days = dayStarts(from, last < today ? last : today, timeZone)
  const [start, end] = [days[0]!, days.at(-1)!]
  const times = { starts: days.slice(0, -1), end, beforeStart: start, beforeEnd: start }
  const sums = await sumPlays(database.read, releaseId, null, times)
  const plays = new Map(sums.filter(({ kind }) => kind === 'point').map((sum) => [sum.place, sum.plays]))
  const scope = { ownerId, subjectId: releaseId, contentIds: await selectContentIds(database.read, releaseId) }
  const saves = (await sumGrowth(database.read, scope, times)).find(({ kind }) => kind === 'save')
  return {
    releasedOn: isOut ? from : null,
    plays: isOut ? times.starts.map((_start, index) => plays.get(index + 1) ?? 0) : [],
    saves: saves?.total ?? 0,
  }
}
