/** Decides which reported plays count, and why the others do not. Pure: all known facts are arguments, the verdict is
 * the result. Identifying listeners is listeners.ts; storage is queries.ts. */
import { countedSeconds } from '#contract/listening/counted-play.ts'
import { CLOCK_SKEW_SECONDS, PLAY_AGE_DAYS, type PlayRefusal, REPEAT_MINUTES } from '#contract/listening/plays.ts'

export type Claim = { playId: string; contentId: string; secondsHeard: number; startedAt: Date }
export type KnownPlay = { contentId: string; startedAt: Date; endedAt: Date; arrivedAt: Date }

export type Known = {
  now: Date
  /** Durations of public content in seconds; null: unknown duration. */
  durations: ReadonlyMap<string, number | null>
  /** Ids that have counted before, for any listener. */
  playIds: ReadonlySet<string>
  /** Recently counted plays of this listener. */
  plays: readonly KnownPlay[]
  /** Contents that have counted often enough from this listener's address. */
  crowded: ReadonlySet<string>
  /** The listener's time up to here is used up by earlier reports, by the server's clock; null: no reports yet. */
  heardTo: Date | null
  /** When the account of a signed-in listener was created; null: a visitor. Several devices of an account report late
   * and in any order, so an older account is credited with a day of listening at first. */
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
/** How much listening of an account may be reported late with its first report of a day. */
const MEMBER_LATE_MS = 86_400_000
/** Audio that plays during the sign-up is reported by the new account. */
const SIGN_UP_MS = 600_000
/** Consecutive plays may overlap by this much when players crossfade. */
const OVERLAP_MS = 3_000
/** Reports arrive late and clocks drift: this share more than the elapsed time is accepted, plus this constant. */
const LATE_SHARE = 0.1
const LATE_MS = 5_000

export function checkPlays<C extends Claim>(claims: readonly C[], known: Known): Verdict<C> {
  const counted: C[] = []
  const refused: Verdict<C>['refused'] = []
  const playIds = new Set(known.playIds)
  const plays = [...known.plays]
  const nowMs = known.now.getTime()
  let heardToMs = known.heardTo?.getTime() ?? firstHeardTo(known)
  // Of several reports of one play, the longest is the last.
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

/** The point from which listening time is credited to a listener without reports; null for a visitor. */
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

/** Refuses repeats, by the player's clock and for visitors also by ours, and overlapping plays. */
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
  const isOverlapping = plays.some(
    ({ startedAt, endedAt }) =>
      startedMs < endedAt.getTime() - OVERLAP_MS && endedMs > startedAt.getTime() + OVERLAP_MS,
  )
  return isOverlapping ? 'overlapping' : null
}

/** Nobody can hear more than the time that has passed since the last report; an unknown
 * visitor is credited with one play. */
function refuseByTime(claim: Claim, nowMs: number, heardToMs: number | null): PlayRefusal | null {
  if (heardToMs === null) return null
  const believedMs = (nowMs - heardToMs) * (1 + LATE_SHARE) + LATE_MS
  return claim.secondsHeard * 1_000 > believedMs ? 'impossible-time' : null
}
