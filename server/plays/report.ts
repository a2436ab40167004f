/** Handles a player's report: identifies the listener, decides what counts, and stores it.
 * Statistics are made in roll-up.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import { type PlayRefusal, REPEAT_MINUTES, type reportPlays } from '#contract/listening/plays.ts'
import { findPlayable, type Playable } from '#server/catalog/content/playable.ts'
import { type Clock, dayOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { countryOf } from '#server/platform/network/country.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { nameAgent } from './agents.ts'
import { endOf, checkPlays, type Known } from './check.ts'
import { type Listener, recogniseListener } from './listeners.ts'
import * as queries from './queries.ts'
import { partsOf } from './heard-parts.ts'
import { findRobot } from './robots.ts'

/** `recordListening` is called with what a signed-in user heard, for the user's own history; it is not stored here.
 * `others`: what is not public here. */
export type Plays = {
  database: Database
  clock: Clock
  /** Of this installation. */
  secret: string
  recordListening?: (userId: string, heard: Report, others: Report) => Promise<void>
  /** When the account was created. */
  memberSince?: (userId: string) => Promise<Date | null>
}
type Report = Input<typeof reportPlays>['body']['plays']
type Verdict = Data<typeof reportPlays>

/** A player reports each play once or twice; many listeners may share an address. */
const REPORTS_PER_LISTENER = { max: 120, windowSeconds: 600 }
const REPORTS_PER_ADDRESS = { max: 2_000, windowSeconds: 600 }
/** Visitors of one address that may count for one content within the repeat time. User agents are easily faked. */
const VISITORS_PER_ADDRESS = 5
const REPEAT_MS = REPEAT_MINUTES * 60_000
const USER_AGENT_MAX = 500

/** Anybody. Safe to repeat: plays that have counted are refused as replayed. */
export async function acceptPlayReport(
  { database, clock, secret, recordListening, memberSince }: Plays,
  caller: Caller,
  userAgentHeader: string,
  report: Report,
): Promise<Verdict> {
  const now = clock.now()
  const userAgent = userAgentHeader.slice(0, USER_AGENT_MAX)
  const listener = await recogniseListener(database.read, secret, { caller, userAgent, day: dayOf(now) })
  // If a crash of PostgreSQL loses the last counts, that does no harm.
  await countUses(database.relaxed.read, usesOf(listener), now)
  const byPeople = report.filter(({ agent }) => findRobot([agent, userAgent]) === null)
  const robots = report.filter((play) => !byPeople.includes(play)).map(refuse('robot'))
  if (byPeople.length === 0) return { counted: 0, refused: robots }
  // Not money: a crash of PostgreSQL may lose the last plays, and in return no listener waits for the disk.
  const since = caller.kind === 'user' ? ((await memberSince?.(caller.userId)) ?? null) : null
  const reporter = { listener, userAgent, memberSince: since, country: countryOf(caller.ip) }
  const verdict = await database.relaxed.transaction((tx) => savePlays(tx, reporter, byPeople, now))
  if (caller.kind === 'user') {
    const reasons = new Map(verdict.refused.map(({ playId, reason }) => [playId, reason]))
    const withReason = (...wanted: (PlayRefusal | undefined)[]) =>
      byPeople.filter(({ playId }) => wanted.includes(reasons.get(playId)))
    // Counted plays, and repeats that came too soon to count.
    await recordListening?.(caller.userId, withReason(undefined, 'too-soon'), withReason('not-public'))
  }
  return { counted: verdict.counted, refused: [...robots, ...verdict.refused] }
}

type By = { listener: Listener; userAgent: string; memberSince: Date | null; country: string | null }

async function savePlays(tx: Tx, by: By, report: Report, now: Date): Promise<Verdict> {
  const { listener, userAgent, memberSince, country } = by
  const keys = [listener.key, ...(listener.address === null ? [] : [listener.address])]
  const heardTo = await queries.lockListeners(tx, keys, dayOf(now))
  const playable = await findPlayable(tx, [...new Set(report.map(({ contentId }) => contentId))], now)
  const known = await readKnown(tx, listener, report, playable, { now, heardTo, memberSince })
  const { counted, refused, heardTo: heardToNow } = checkPlays(report, known)
  if (counted.length === 0) {
    await saveHeard(tx, report, playable)
    return { counted: 0, refused }
  }
  const rows = counted.map((play) => ({
    playId: play.playId,
    contentId: play.contentId,
    ownerId: playable.get(play.contentId)!.ownerId,
    startedAt: play.startedAt,
    endedAt: endOf(play),
    agent: nameAgent(play.agent, userAgent),
    source: play.source ?? 'other',
  }))
  const inserted = await queries.insertPlays(tx, rows, { ...listener, country }, now)
  await saveHeard(tx, report, playable)
  if (heardToNow !== null) await queries.updateHeardTo(tx, listener.key, heardToNow)
  // A concurrent report had the same id.
  const replayed = counted.filter(({ playId }) => !inserted.has(playId)).map(refuse('replayed'))
  return { counted: inserted.size, refused: [...refused, ...replayed] }
}

/** The last report of a play says what was heard. Plays that did not count are not stored, and nothing is added for them. */
async function saveHeard(tx: Tx, report: Report, playable: ReadonlyMap<string, Playable>): Promise<void> {
  const heard = report.flatMap(({ playId, contentId, heard: ranges }) => {
    const durationSeconds = playable.get(contentId)?.durationSeconds ?? null
    return ranges === undefined || durationSeconds === null ? [] : { playId, parts: partsOf(ranges, durationSeconds) }
  })
  if (heard.length > 0) await queries.updateHeard(tx, heard)
}

async function readKnown(
  tx: Tx,
  listener: Listener,
  report: Report,
  playable: Awaited<ReturnType<typeof findPlayable>>,
  { now, heardTo, memberSince }: Pick<Known, 'now' | 'heardTo' | 'memberSince'>,
): Promise<Known> {
  const contentIds = [...playable.keys()]
  const firstMs = Math.min(...report.map(({ startedAt }) => startedAt.getTime()))
  const repeatedSince = new Date(now.getTime() - REPEAT_MS)
  const playIds = await queries.selectKnownIds(
    tx,
    report.map(({ playId }) => playId),
  )
  const plays = await queries.selectPlaysOf(tx, listener.key, new Date(firstMs - REPEAT_MS), repeatedSince)
  const crowded =
    listener.address === null
      ? new Set<string>()
      : await queries.selectCrowded(tx, listener.address, contentIds, repeatedSince, VISITORS_PER_ADDRESS)
  const durations = new Map([...playable].map(([id, { durationSeconds }]) => [id, durationSeconds]))
  return { now, heardTo, memberSince, durations, playIds, plays, crowded }
}

const refuse = (reason: PlayRefusal) => (play: { playId: string }) => ({ playId: play.playId, reason })

function usesOf({ key, address }: Listener) {
  const uses = [{ key: `plays:${key.toString('base64url')}`, rate: REPORTS_PER_LISTENER }]
  if (address !== null) uses.push({ key: `plays-from:${address.toString('base64url')}`, rate: REPORTS_PER_ADDRESS })
  return uses
}
