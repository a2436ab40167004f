/** Lists made for one user from what they like, play and zap. They are computed when their user reads them and stored
 * nowhere, so nobody else can read them, and they change with the history they are made of. */
import type { Data } from '#contract/endpoint.ts'
import type { getForYou, setForYou } from '#contract/listening/taste.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Discovery } from '#server/discovery/discovery.ts'
import {
  hasTaste,
  isTasteOff,
  type Pick,
  selectNew,
  selectRediscover,
  selectWeek,
  switchTaste,
  type Taste,
} from './for-you-queries.ts'
import { readTracks } from '#server/discovery/tracks-by-id.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The first of January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

type ForYou = Data<typeof getForYou>
type Lists = ForYou['lists']

/** The signed-in user's own. They change on Mondays, in UTC. In a user's first week, what they have done in it counts. */
export async function readForYou(discovery: Discovery, caller: Caller): Promise<ForYou> {
  requireUser(caller)
  const { database, clock } = discovery
  const now = clock.now()
  const week = new Date(now.getTime() - ((now.getTime() - FIRST_MONDAY_MS) % WEEK_MS))
  const renewsAt = new Date(week.getTime() + WEEK_MS)
  if (await isTasteOff(database.read, caller.userId)) return { isOn: false, renewsAt, lists: [] }
  const thisWeek: Taste = { userId: caller.userId, until: week, now }
  const taste = (await hasTaste(database.read, thisWeek)) ? thisWeek : { ...thisWeek, until: now }
  const lists = await Promise.all([
    describe(discovery, 'week', selectWeek(database.read, taste)),
    describe(discovery, 'new', selectNew(database.read, taste)),
    describe(discovery, 'rediscover', selectRediscover(database.read, taste)),
  ])
  return { isOn: true, renewsAt, lists: lists.filter(({ tracks }) => tracks.length > 0) }
}

async function describe(
  discovery: Discovery,
  kind: Lists[number]['kind'],
  picks: Promise<Pick[]>,
): Promise<Lists[number]> {
  const reasons = new Map((await picks).map(({ id, kind: why, name }) => [id, { kind: why, name }]))
  const tracks = await readTracks(discovery, [...reasons.keys()])
  return { kind, tracks: tracks.map((track) => ({ ...track, because: reasons.get(track.id)! })) }
}

/** The signed-in user's own choice. */
export async function setForYouOn(
  { database, clock }: Discovery,
  caller: Caller,
  isOn: boolean,
): Promise<Data<typeof setForYou>> {
  requireUser(caller)
  await switchTaste(database.read, caller.userId, isOn, clock.now())
  return { isOn }
}

/** With the account. */
export async function deleteTaste(tx: Tx, userId: string): Promise<void> {
  await switchTaste(tx, userId, true, new Date(0))
}

export async function exportTaste(tx: Tx, userId: string): Promise<{ listsMadeForYou: boolean }> {
  return { listsMadeForYou: !(await isTasteOff(tx, userId)) }
}
