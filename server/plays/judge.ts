/** Which of the plays that a listener reports count, and why the others do not. Pure: what is known comes in, a verdict goes
 * out. Not who the listener is (listeners.ts) and not how it is kept (queries.ts). */
import { countedSeconds } from '#contract/counted-play.ts'
import { CLOCK_SKEW_SECONDS, PLAY_AGE_DAYS, type PlayRefusal, REPEAT_MINUTES } from '#contract/plays.ts'

export type Claim = { playId: string; contentId: string; secondsHeard: number; startedAt: Date }
export type KnownPlay = { contentId: string; startedAt: Date; endedAt: Date; arrivedAt: Date }

export type Known = {
  now: Date
  /** What can be heard by anybody; null: nobody knows how long it is. */
  durations: ReadonlyMap<string, number | null>
  /** Ids that have counted before, whoever reported them. */
  playIds: ReadonlySet<string>
  /** What has counted of this listener lately. */
  plays: readonly KnownPlay[]
  /** Contents that have counted often enough from this listener's address. */
  crowded: ReadonlySet<string>
  /** Up to here the listener's time is taken by what they reported, by the server's clock; null: nothing yet. */
  heardTo: Date | null
  /** When the account of a signed-in listener was made; null: a visitor. Several devices of an account report in any order
   * and late, so of an account that is older a day's listening is believed at first. */
  memberSince: Date | null
}

export type Verdict<C extends Claim> = {
  counted: C[]
  refused: { playId: string; reason: PlayRefusal }[]
  heardTo: Date | null
}

const REPEAT_MS = REPEAT_MINUTES * 60_000
const AGE_MS = PLAY_AGE_DAYS * 86_400_000
const SKEW_MS = CLOCK_SKEW_SECONDS * 1_000
/** How much listening of an account may arrive late with its first report of a day. */
const MEMBER_LATE_MS = 86_400_000
/** What sounds while somebody signs up is reported by the account. */
const SIGN_UP_MS = 600_000
/** Where one sound ends and the next begins, players overlap by this much. */
const SEAM_MS = 3_000
/** Reports come a little late and clocks run apart: this share more than has passed is believed, and this much besides. */
const LATE_SHARE = 0.1
const LATE_MS = 5_000

export function judgePlays<C extends Claim>(claims: readonly C[], known: Known): Verdict<C> {
  const counted: C[] = []
  const refused: Verdict<C>['refused'] = []
  const playIds = new Set(known.playIds)
  const plays = [...known.plays]
  const nowMs = known.now.getTime()
  let heardToMs = known.heardTo?.getTime() ?? firstHeardTo(known)
  // The longest report of one play is the last one of it.
  const inOrder = claims.toSorted(
    (one, other) => one.startedAt.getTime() - other.startedAt.getTime() || other.secondsHeard - one.secondsHeard,
  )
  for (const claim of inOrder) {
    const reason =
      refuseByItself(claim, known, playIds) ??
      refuseByOthers(claim, plays, known) ??
      refuseByTime(claim, nowMs, heardToMs)
    if (reason !== null) {
      refused.push({ playId: claim.playId, reason })
      continue
    }
    counted.push(claim)
    playIds.add(claim.playId)
    const { contentId, startedAt } = claim
    plays.push({ contentId, startedAt, endedAt: endOf(claim), arrivedAt: known.now })
    heardToMs = Math.min(nowMs, (heardToMs ?? nowMs) + claim.secondsHeard * 1_000)
  }
  return { counted, refused, heardTo: heardToMs === null ? null : new Date(heardToMs) }
}

/** Up to when the time of a listener without reports is taken; null for a visitor. */
function firstHeardTo({ memberSince, now }: Known): number | null {
  if (memberSince === null) return null
  return Math.max(memberSince.getTime() - SIGN_UP_MS, now.getTime() - MEMBER_LATE_MS)
}

export const endOf = ({ startedAt, secondsHeard }: Claim): Date => new Date(startedAt.getTime() + secondsHeard * 1_000)

function refuseByItself(claim: Claim, { now, durations }: Known, playIds: ReadonlySet<string>): PlayRefusal | null {
  const startedMs = claim.startedAt.getTime()
  if (Math.max(startedMs, endOf(claim).getTime()) > now.getTime() + SKEW_MS) return 'impossible-time'
  if (startedMs < now.getTime() - AGE_MS) return 'too-old'
  if (playIds.has(claim.playId)) return 'replayed'
  const durationSeconds = durations.get(claim.contentId)
  if (durationSeconds === undefined) return 'not-public'
  return claim.secondsHeard < countedSeconds(durationSeconds) ? 'too-short' : null
}

/** The same again by the player's clock, for visitors also by ours; or two at once. */
function refuseByOthers(
  claim: Claim,
  plays: readonly KnownPlay[],
  { now, crowded, memberSince }: Known,
): PlayRefusal | null {
  const [startedMs, endedMs] = [claim.startedAt.getTime(), endOf(claim).getTime()]
  const isAgain = plays.some(
    ({ contentId, startedAt, arrivedAt }) =>
      contentId === claim.contentId &&
      (Math.abs(startedAt.getTime() - startedMs) < REPEAT_MS ||
        (memberSince === null && now.getTime() - arrivedAt.getTime() < REPEAT_MS)),
  )
  if (isAgain || crowded.has(claim.contentId)) return 'too-soon'
  const isBeside = plays.some(
    ({ startedAt, endedAt }) => startedMs < endedAt.getTime() - SEAM_MS && endedMs > startedAt.getTime() + SEAM_MS,
  )
  return isBeside ? 'overlapping' : null
}

/** Nobody hears more than the time that has passed since they last reported; of an unknown visitor one play is taken. */
function refuseByTime(claim: Claim, nowMs: number, heardToMs: number | null): PlayRefusal | null {
  if (heardToMs === null) return null
  const believedMs = (nowMs - heardToMs) * (1 + LATE_SHARE) + LATE_MS
  return claim.secondsHeard * 1_000 > believedMs ? 'impossible-time' : null
}
