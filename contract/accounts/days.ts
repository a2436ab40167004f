/** The caller's money on the last days as sums, which the wallet draws above and below its line. The single lines are
 * `listTransactions` in account.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ColorInfo, FormInteger, Id } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const DAYS_MAX = 31
const DAYS_DEFAULT = 30
const TIME_ZONE_MAX = 64

/** An IANA name such as Europe/Berlin; UTC if absent. */
export const TimeZone = z.string().check(z.regex(/^[A-Za-z][\w+/-]*$/), z.maxLength(TIME_ZONE_MAX))

const ZappedOfDay = z.object({
  contentId: Id,
  contentType: z.string(),
  title: z.string(),
  artworkUrl: z.nullable(z.string()),
  msatAmount: Msat,
})

const Day = z.object({
  /** 2026-11-22, in the time zone of the request. */
  day: z.iso.date(),
  /** The statement lines of the day. */
  lineCount: z.int(),
  /** The sum of the changes that raised the balance. */
  msatIn: Msat,
  /** What the caller zapped. */
  msatZapped: Msat,
  /** Everything else that lowered the balance: withdrawals with their fees and reserves, and forwarded earnings. */
  msatOut: Msat,
  /** The content that the caller zapped most on this day. */
  most: z.nullable(ZappedOfDay),
})

const ZappedMaker = z.object({
  /** An artist, or a podcast. */
  id: Id,
  contentType: z.enum(['artist', 'podcast']),
  name: z.string(),
  /** Null when its page is not public. */
  slug: z.nullable(z.string()),
  /** The cover of one of its contents that the caller zapped. */
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  msatAmount: Msat,
})

export const listDays = {
  method: 'GET',
  path: '/accounts/days',
  access: 'user',
  summary:
    'Exact sums of incoming payments, zaps and other outgoing payments for each of the last days, oldest first; and whose content was zapped',
  query: z.object({
    /** Up to 31; 30 if absent. */
    days: z.optional(FormInteger.check(z.minimum(1), z.maximum(DAYS_MAX))),
    timeZone: z.optional(TimeZone),
  }),
  data: z.object({
    days: z.array(Day),
    /** The artists and podcasts whose content was zapped, with the full amounts that were sent, most first. */
    makers: z.array(ZappedMaker),
  }),
} as const satisfies Endpoint

export const daysOf = (days: number | undefined): number => days ?? DAYS_DEFAULT
