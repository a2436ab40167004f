/** The horizon of a track, episode or album: its waveform, who is paid at each second, and the zaps at their positions.
 * For drawing; what a payment really pays to whom is in contract/payments/terms.ts and the receipts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Cursor, Id, Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** A horizon has at most this many buckets: of one second each up to five minutes, wider beyond. */
export const HORIZON_BUCKETS = 300
/** The number of the largest zaps that are returned with it. */
export const HORIZON_ZAPS = 7
/** Further recipients are one entry without a name. */
export const HORIZON_RECIPIENTS = 8
export const HORIZON_ZAPS_PER_PAGE = 50
/** The maximum number of buckets of a small horizon, and of small horizons in one call. */
export const SMALL_HORIZON_BUCKETS = 90
export const SMALL_HORIZONS_PER_CALL = 40
/** Small horizons may be this old for visitors: the figures beside them are newer. */
const SMALL_HORIZON_CACHE_SECONDS = 30

export const HorizonZap = z.object({
  /** The id of the payment. */
  id: Id,
  /** The track or episode. */
  contentId: Id,
  /** From the beginning of the whole horizon; of an album that is the beginning of its first track. */
  atSeconds: z.number(),
  msatAmount: Msat,
  settledAt: Instant,
  /** The payer, if they sent a message under their name; null otherwise, and after moderation hid it. */
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
  message: z.nullable(z.string()),
})

export const getHorizon = {
  ...publicRead,
  path: '/horizon/:contentId',
  summary:
    'Waveform, shares and zaps by second of a track, an episode, or an album with its tracks one after the other',
  params: z.object({ contentId: Id }),
  data: z.object({
    durationSeconds: z.number(),
    /** How many seconds one bucket covers. */
    bucketSeconds: z.number(),
    /** The audio items, one after another; one for a track or an episode. */
    parts: z.array(z.object({ contentId: Id, durationSeconds: z.number() })),
    /** Loudness from beginning to end in 300 equal steps, 0 to 100; empty until it is known. */
    peaks: z.array(z.int()),
    /** Who is paid anywhere in it, the largest share first. Null: everybody else. */
    recipients: z.array(z.nullable(z.object({ name: z.string(), displayName: z.nullable(z.string()) }))),
    /** From this bucket to the next entry, each recipient's share of what remains after the fee, in thousandths. */
    shares: z.array(z.object({ bucket: z.int(), thousandths: z.array(z.int()) })),
    /** The amounts sent at the seconds of a bucket, to all recipients; buckets without zaps are left out. */
    sums: z.array(z.object({ bucket: z.int(), msatAmount: Msat })),
    /** Sent without a position, to these items or to the album as a whole. */
    msatElsewhere: Msat,
    /** The largest zaps with a position. */
    largest: z.array(HorizonZap),
  }),
  errors: ['content-gone'],
} as const satisfies Endpoint

export const listHorizonZaps = {
  ...publicRead,
  path: '/horizon/:contentId/zaps',
  summary: 'The zaps of a horizon that have a position, newest first',
  params: z.object({ contentId: Id }),
  query: z.object({ before: z.optional(Cursor) }),
  data: z.object({ zaps: z.array(HorizonZap), nextBefore: z.nullable(z.string()) }),
  errors: ['content-gone'],
} as const satisfies Endpoint

const ID_CHARACTERS = 36
/** Ids separated by commas. */
const IdList = z.codec(
  z.string().check(z.maxLength(SMALL_HORIZONS_PER_CALL * (ID_CHARACTERS + 1))),
  z.array(Id).check(z.maxLength(SMALL_HORIZONS_PER_CALL)),
  { decode: (wire) => wire.split(','), encode: (ids) => ids.join(',') },
)

export const listSmallHorizons = {
  method: 'GET',
  path: '/horizons',
  access: 'public',
  cacheSeconds: SMALL_HORIZON_CACHE_SECONDS,
  summary: 'Small horizons of up to 40 tracks and episodes, for rows; content that is not public is left out',
  query: z.object({ contentIds: IdList }),
  data: z.array(
    z.object({
      contentId: Id,
      /** Loudness from beginning to end in 90 equal steps, 0 to 100; empty until it is known. */
      peaks: z.array(z.int()),
      /** The amount sent in each of 90 equal parts; parts without zaps are left out. */
      sums: z.array(z.object({ bucket: z.int(), msatAmount: Msat })),
    }),
  ),
} as const satisfies Endpoint
