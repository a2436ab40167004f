/** The weekly letter: who wants it, and sending it. A letter and the time of the next one are written in one transaction, so a
 * week has one letter, even with several servers or after a crash. */
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readUser } from '#server/accounts/users.ts'
import type { NotificationDeps } from '#server/notifications/deps.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { dateIn, dayStarts } from '#server/platform/local-days.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'
import { describeAudience } from '#server/stats/audience.ts'
import { earned, sumRange } from '#server/stats/series-queries.ts'
import type { Stats } from '#server/stats/stats.ts'
import { writeLetter } from './letter-text.ts'
import * as queries from './queries.ts'

export type LetterDeps = Stats & Pick<NotificationDeps, 'log' | 'mailer' | 'secret' | 'publicUrl' | 'brandName'>
type State = { isOn: boolean }

const ROUND_MS = 15_000
const BATCH = 20
const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const HOUR_MS = 3_600_000
/** On Mondays at eight in the time zone of the reader. */
const SENT_AT_HOUR = 8

/** Signed-in users, for themselves. */
export async function readLetter({ database }: LetterDeps, caller: Caller): Promise<State> {
  requireUser(caller)
  return { isOn: await queries.isLetterOn(database.read, caller.userId) }
}

/** Signed-in users, for themselves. */
export async function setLetter(
  { database, clock }: LetterDeps,
  caller: Caller,
  { isOn, timeZone = 'UTC' }: { isOn: boolean; timeZone?: string | undefined },
): Promise<State> {
  requireUser(caller)
  const nextAt = nextMonday(clock.now(), timeZone)
  if (isOn) await queries.upsertLetter(database.read, caller.userId, timeZone, nextAt)
  else await queries.turnLetterOff(database.read, caller.userId)
  return { isOn }
}

const sealOf = (secret: string) => createSeal([secret], 'peal weekly letter unsubscribe')

/** Anybody with the letter, without logging in; idempotent. */
export async function endLetters({ database, secret }: LetterDeps, token: string): Promise<null> {
  const userId = sealOf(secret).open(Buffer.from(token, 'base64url'))
  if (userId === null) throw new AppError(400, 'action-code-invalid')
  await queries.turnLetterOff(database.read, userId)
  return null
}

export function startLetterJobs(deps: LetterDeps): RunningJobs {
  return startJobs(deps, [{ name: 'weekly-letters', pauseMs: ROUND_MS, work: () => sendLetters(deps) }])
}

/** Sends until none is due. */
export async function sendLetters(deps: LetterDeps): Promise<void> {
  for (;;) {
    const sent = await deps.database.transaction(async (tx) => {
      const due = await queries.claimLetters(tx, deps.clock.now(), BATCH)
      for (const one of due) await sendLetter(deps, tx, one)
      return due.length
    })
    if (sent < BATCH) return
  }
}

/** Sends nothing about a week without plays and earnings, or to an address that is not confirmed. */
async function sendLetter(deps: LetterDeps, tx: Tx, { userId, timeZone }: queries.DueLetter): Promise<void> {
  const now = deps.clock.now()
  await queries.updateNext(tx, userId, nextMonday(now, timeZone))
  const user = await readUser(tx, userId)
  if (user === null || user.isDeleted || user.email === null || !user.emailVerified) return
  const to = mondayOf(dateIn(now, timeZone))
  const range = { from: dayAt(to, -WEEK_DAYS), to: dayAt(to, -1) }
  const audience = await describeAudience(deps, userId, { ...range, timeZone })
  const earnedMsat = await sumRange(tx, earned, { userId, artistId: null, range })
  if (audience.playTotal === 0 && earnedMsat === 0n) return
  const token = sealOf(deps.secret).close(userId).toString('base64url')
  const reader = { name: user.displayName ?? user.username, language: user.language ?? PLAIN_LANGUAGE }
  await deps.mailer.send(
    { to: user.email, ...writeLetter(deps, { ...reader, audience, earnedMsat, range, token }) },
    tx,
  )
}

const dayAt = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The Monday on or before this day. */
const mondayOf = (day: string) => dayAt(day, -((new Date(day).getUTCDay() + 6) % WEEK_DAYS))

/** The next time at which letters are sent, after now. */
function nextMonday(now: Date, timeZone: string): Date {
  const monday = mondayOf(dateIn(now, timeZone))
  const [first, second] = [monday, dayAt(monday, WEEK_DAYS)].map(
    (day) => new Date(dayStarts(day, day, timeZone)[0]!.getTime() + SENT_AT_HOUR * HOUR_MS),
  )
  return first! > now ? first! : second!
}
