/** Statistics: the caller's earnings and plays, for charts and lists. Earnings are the caller's share after the fee,
 * from any content, their own or one they share in; plays are those of their own tracks and episodes. Days are in UTC.
 * The default range is the last 30 days, including today. Reporting plays is in contract/listening/plays.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ContentType, FormInteger, Id, Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { PlaySource } from '#contract/play-sources.ts'

/** The number of days in the default range. */
export const WINDOW_DAYS = 30
/** The maximum number of days in a range. */
export const RANGE_MAX_DAYS = 1_100
/** The maximum number of contents in one response; request more with `page`, from 1. */
export const CONTENTS_MAX = 200
const PAGE_MAX = 500
export const SUPPORTERS_MAX = 100
export const MESSAGES_MAX = 50

/** How money arrived: from a balance here, from an external wallet, or by a time split in another user's content. */
export const EarningSource = z.enum(['balance', 'wallet', 'time-split', 'gift'])
export type EarningSource = z.infer<typeof EarningSource>

/** Both ends are included; give both or neither. */
export const Range = z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })
export type RangeQuery = z.infer<typeof Range>

/** For one of the caller's artists or podcasts with all that is in it; without it, for everything. Plays also as a member
 * of its team who may see them. */
const OfArtist = z.object({ artistId: z.optional(Id) })
const ArtistRange = z.extend(Range, OfArtist.shape)
export type ArtistQuery = z.output<typeof OfArtist>

const Page = z.object({ page: z.optional(FormInteger.check(z.minimum(1), z.maximum(PAGE_MAX))) })
const PageOfRange = z.extend(ArtistRange, Page.shape)
export type PageQuery = z.output<typeof Page>

const EarningTotal = z.object({ msatTotal: Msat })
const PlayTotal = z.object({ playTotal: z.int() })
/** YYYY-MM-DD, or YYYY-MM for a month. */
const when = { createdAt: z.string() }
/** trackId is the id of the content, of any type. */
const content = { trackId: Id, contentType: ContentType, title: z.string() }
/** An album with its tracks, or a podcast with its episodes. */
const release = { releaseId: Id, contentType: ContentType, title: z.string() }

function ofRange<Data extends z.ZodMiniType>(path: `/${string}`, summary: string, data: Data) {
  return {
    method: 'GET',
    path: `/stats/music${path}`,
    access: 'user',
    summary,
    query: Range,
    data,
  } as const satisfies Endpoint
}

function ofArtist<Data extends z.ZodMiniType>(path: `/${string}`, summary: string, data: Data) {
  return { ...ofRange(path, summary, data), query: ArtistRange } as const satisfies Endpoint
}

function pageOfRange<Data extends z.ZodMiniType>(path: `/${string}`, summary: string, data: Data) {
  return { ...ofRange(path, summary, data), query: PageOfRange } as const satisfies Endpoint
}

function ofAllTime<Data extends z.ZodMiniType>(path: `/${string}`, summary: string, data: Data) {
  return { method: 'GET', path: `/stats/music${path}`, access: 'user', summary, data } as const satisfies Endpoint
}

export const getEarnings = ofArtist('/earnings', 'The earnings of the caller in the range', EarningTotal)
export const getAllEarnings = ofAllTime('/earnings/all', 'The earnings of the caller of all time', EarningTotal)
export const listMonthlyEarnings = ofAllTime(
  '/earnings/all/monthly',
  'The earnings of the caller per month, from the first earnings to this month; months without earnings are 0',
  z.array(z.extend(EarningTotal, when)),
)
export const listDailyEarnings = ofArtist(
  '/earnings/daily',
  'The earnings of the caller per day of the range, oldest first; days without earnings are 0',
  z.array(z.extend(EarningTotal, when)),
)
export const listTrackEarnings = pageOfRange(
  '/earnings/tracks',
  'The earnings of the caller in the range by track, episode or other content, most first',
  z.array(z.extend(EarningTotal, content)),
)
export const listEarningSources = ofRange(
  '/earnings/sources',
  'The earnings of the caller in the range by source, most first',
  z.array(z.extend(EarningTotal, { source: EarningSource })),
)

/** For all payments to the caller's content. The first amount is the sum of the other three. */
export const getIncome = ofArtist(
  '/income',
  'What was paid to my content in the range, and what became of it: fee, shares of others, my own share. Beside it what I ' +
    'earned from content of others',
  z.object({
    msatGross: Msat,
    msatFee: Msat,
    msatCollaborators: Msat,
    msatOwn: Msat,
    /** 0 when filtered by artist. */
    msatFromOthers: Msat,
  }),
)

export const getPlays = ofArtist('/plays', 'The number of plays in the range', PlayTotal)
export const getAllPlays = ofAllTime('/plays/all', 'The number of plays of all time', PlayTotal)
export const listMonthlyPlays = ofAllTime(
  '/plays/all/monthly',
  'The number of plays per month, from the first play to this month; months without plays are 0',
  z.array(z.extend(PlayTotal, when)),
)
export const listDailyPlays = ofArtist(
  '/plays/daily',
  'The number of plays per day of the range, oldest first; days without plays are 0',
  z.array(z.extend(PlayTotal, when)),
)
export const listTrackPlays = pageOfRange(
  '/plays/tracks',
  'The number of plays in the range by track or episode, most first',
  z.array(z.extend(PlayTotal, content)),
)
export const listPlayAgents = ofRange(
  '/plays/agent',
  'The number of plays in the range by browser or app, most first',
  z.array(z.extend(PlayTotal, { agent: z.string() })),
)
export const listPlaySources = ofRange(
  '/plays/sources',
  'The number of plays in the range by source (the part of the product), most first',
  z.array(z.extend(PlayTotal, { source: PlaySource })),
)

const bothTotals = { playTotal: z.int(), msatTotal: Msat }
export const TrackTotals = z.array(z.object({ ...bothTotals, ...content }))

export const listAllTrackTotals = {
  ...ofAllTime(
    '/totals/tracks/all',
    'The earnings and plays of all time of each track, episode or other content of the caller',
    TrackTotals,
  ),
  query: Page,
} as const satisfies Endpoint
export const listTrackTotals = pageOfRange(
  '/totals/tracks',
  'The earnings and plays in the range of each track, episode or other content of the caller',
  TrackTotals,
)
export const listReleaseTotals = pageOfRange(
  '/totals/releases',
  'The same by release: an album with its tracks, a podcast with its episodes, an artist alone',
  z.array(z.object({ ...bothTotals, ...release })),
)

const Supporter = z.object({
  name: z.string(),
  displayName: z.nullable(z.string()),
  profileUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
})

export const listSupporters = ofRange(
  '/earnings/supporters',
  'The payers in the range, and the share of the caller in their payments, most first; null is all anonymous payers',
  z.array(
    z.object({
      supporter: z.nullable(Supporter),
      msatTotal: Msat,
      zapTotal: z.int(),
    }),
  ),
)

export const listMessages = {
  method: 'GET',
  path: '/stats/music/messages',
  access: 'user',
  summary: 'The messages that came with payments to the caller, newest first',
  query: z.object({
    /** Messages older than the one with this id. */
    before: z.optional(Id),
    limit: z.optional(FormInteger),
  }),
  data: z.object({
    messages: z.array(
      z.object({
        id: Id,
        supporter: z.nullable(Supporter),
        trackId: Id,
        contentType: ContentType,
        title: z.string(),
        comment: z.string(),
        /** The caller's share. */
        msatAmount: Msat,
        createdAt: Instant,
      }),
    ),
    /** The value for `before`; null: there are no more. */
    next: z.nullable(Id),
  }),
} as const satisfies Endpoint
