/** Deadlines for deciding each kind of report. */
import type { Reason } from './case-queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const HOURS: Record<Reason, number> = { illegal: 24, hateful: 48, copyright: 72, misleading: 96, spam: 168, other: 168 }
const APPEAL_DAYS = 14
const HELD_UPLOAD_DAYS = 2
/** 17 U.S.C. § 512(g)(2)(C): content is restored 10 to 14 business days after a counter-notice. */
const RESTORED_AFTER = 10
const RESTORED_BEFORE = 14

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

export const dueByReason = (reason: Reason, now: Date): Date => after(now, HOURS[reason] * HOUR_MS)
export const dueOfAppeal = (now: Date): Date => after(now, APPEAL_DAYS * DAY_MS)
export const dueOfHeldUpload = (now: Date): Date => after(now, HELD_UPLOAD_DAYS * DAY_MS)

export const waitingPeriod = (now: Date): { notBefore: Date; dueAt: Date } => ({
  notBefore: businessDaysAfter(now, RESTORED_AFTER),
  dueAt: businessDaysAfter(now, RESTORED_BEFORE),
})

/** Monday to Friday, in UTC. Holidays differ by country and count as business days, so nothing is restored too late. */
function businessDaysAfter(now: Date, count: number): Date {
  let day = now
  for (let counted = 0; counted < count;) {
    day = after(day, DAY_MS)
    if (day.getUTCDay() % 6 !== 0) counted++
  }
  return day
}
