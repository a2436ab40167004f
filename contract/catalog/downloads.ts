/** Downloads: what artists offer of their albums and tracks, the files of listeners who may have them, and codes that are
 * each good for one listener. Buying: contract/listening/purchases.ts. The files are not calls: their paths are in the responses
 * (server/downloads/send.ts). */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id, Instant, PageQuery, Pagination, text } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { PRICE_CENTS_MAX } from '#contract/dollars.ts'

/** In this order: the original quality, one that plays everywhere, a small one. */
export const downloadFormats = ['flac', 'mp3', 'opus'] as const
export const DownloadFormat = z.enum(downloadFormats)
export type DownloadFormat = (typeof downloadFormats)[number]
/** `paid`: listeners choose the amount, from a minimum. */
export const DownloadMode = z.enum(['off', 'free', 'paid'])
/** How many codes one sheet has, and one content in all. */
export const CODES_PER_SHEET = 100
export const CODES_MAX = 2_000

const Cents = z.int().check(z.minimum(1), z.maximum(PRICE_CENTS_MAX))

const contentParams = z.object({ contentId: Id })

export const getDownloadOffer = {
  ...publicRead,
  path: '/downloads/:contentId/offer',
  summary: 'What listeners may download of a public album or track, and from which amount',
  params: contentParams,
  data: z.object({
    mode: DownloadMode,
    /** The smallest amount now; 0 unless the mode is `paid`. Null while a price is in US dollars and the rate is not known: no
     * sale. */
    msatMin: z.nullable(Msat),
    /** The same in US cents. Null for a price in sats. */
    centsMin: z.nullable(z.int()),
    /** US cents for one bitcoin, at which other amounts are converted now. Null for a price in sats. */
    centsPerBtc: z.nullable(z.int()),
    /** Empty until the files are ready: of all tracks, for the mode `paid`. */
    formats: z.array(DownloadFormat),
  }),
} as const satisfies Endpoint

export const OwnDownloadOffer = z.object({
  mode: DownloadMode,
  /** The smallest amount; of a price in US cents, what it was worth when it was set. */
  msatMin: Msat,
  centsMin: z.nullable(z.int()),
  /** Listeners get it now: it is public, and its files are ready. */
  isOffered: z.boolean(),
  /** Tracks whose files are requested, those that are ready, and those that could not be made. */
  trackCount: z.int(),
  readyCount: z.int(),
  failedCount: z.int(),
  /** Of all files together, 0 to 1. */
  progress: z.number(),
  /** How many were bought, and how many codes were made and used. */
  soldCount: z.int(),
  codeCount: z.int(),
  usedCodeCount: z.int(),
})

export const getOwnDownloadOffer = {
  method: 'GET',
  path: '/downloads/:contentId/own',
  access: 'user',
  summary: 'The offer of an album or track of the caller, and how far its files are',
  params: contentParams,
  data: OwnDownloadOffer,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const setDownloadOffer = {
  method: 'PUT',
  path: '/downloads/:contentId/offer',
  access: 'user',
  summary: 'Sets what listeners may download of an album or track of the caller; who has it keeps it',
  params: contentParams,
  /** When the mode is `paid`, one of the two amounts. */
  body: z.strictObject({ mode: DownloadMode, msatMin: z.optional(Msat), centsMin: z.optional(Cents) }),
  data: OwnDownloadOffer,
  errors: ['forbidden', 'amount-out-of-range', 'rule-broken', 'rate-unknown'],
} as const satisfies Endpoint

export const DownloadFile = z.object({
  format: DownloadFormat,
  bytes: z.int(),
  /** On this server, valid for a day. Interrupted downloads resume. */
  path: z.string(),
})

/** All files of an album or track, for a listener who may have them. */
export const Downloads = z.object({
  tracks: z.array(z.object({ trackId: Id, title: z.string(), order: z.int(), files: z.array(DownloadFile) })),
  /** An album as a ZIP archive in each format. A track without that format is in it as MP3. */
  archives: z.array(DownloadFile),
})

export const getDownloads = {
  method: 'GET',
  path: '/downloads/:contentId',
  access: 'public',
  summary: 'The files of an album or track that is free, or that the caller has bought, was given or collected',
  params: contentParams,
  data: z.extend(Downloads, {
    /** It is in the collection of the caller. */
    isCollected: z.boolean(),
  }),
  errors: ['download-not-owned'],
} as const satisfies Endpoint

export const collectDownload = {
  method: 'POST',
  path: '/downloads/:contentId/collect',
  access: 'user',
  summary: 'Adds a free album or track to the collection of the caller',
  params: contentParams,
  data: z.object({ contentId: Id }),
  errors: ['download-not-offered'],
} as const satisfies Endpoint

const CollectedItem = z.object({
  contentId: Id,
  contentType: z.enum(['album', 'track']),
  title: z.string(),
  artist: z.string(),
  artworkUrl: z.nullable(z.string()),
  /** Its page is public. Otherwise the artist has withdrawn it, and the files stay. */
  isPublic: z.boolean(),
  source: z.enum(['purchase', 'code', 'free']),
  collectedAt: Instant,
})

export const listCollection = {
  method: 'GET',
  path: '/library/collection',
  access: 'user',
  summary: 'What the caller has bought, was given, redeemed or collected, newest first',
  /** With `contentId`: only what gives the caller this album or track. */
  query: z.extend(PageQuery, { contentId: z.optional(Id) }),
  data: z.object({ items: z.array(CollectedItem), pagination: Pagination }),
} as const satisfies Endpoint

export const CodeSheet = z.object({
  sheetId: Id,
  name: z.string(),
  createdAt: Instant,
  codes: z.array(z.object({ code: z.string(), isUsed: z.boolean() })),
})

export const createDownloadCodes = {
  method: 'POST',
  path: '/downloads/:contentId/codes',
  access: 'user',
  summary: 'Creates a sheet of codes for an album or track of the caller. Each is good for one listener',
  params: contentParams,
  body: z.strictObject({ name: text(80), count: z.int().check(z.minimum(1), z.maximum(CODES_PER_SHEET)) }),
  data: CodeSheet,
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

export const listDownloadCodes = {
  method: 'GET',
  path: '/downloads/:contentId/codes',
  access: 'user',
  summary: 'The sheets of codes of an album or track of the caller, newest first',
  params: contentParams,
  data: z.object({ title: z.string(), artist: z.string(), sheets: z.array(CodeSheet) }),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const redeemCode = {
  method: 'POST',
  path: '/downloads/redeem',
  access: 'public',
  summary: 'Redeems a download code: into the collection of the caller or, without an account, for a private link',
  body: z.strictObject({
    code: z.string().check(z.maxLength(40)),
    /** Chosen by the client at random. Repeating it returns the same link. The same account needs none. */
    attempt: z.optional(z.string().check(z.regex(/^[\w-]{22,64}$/))),
  }),
  data: z.object({
    contentId: Id,
    /** Of the page `/purchase/…`; null for a caller with an account. */
    secret: z.nullable(z.string()),
  }),
  isSecret: true,
  errors: ['code-unknown', 'code-used', 'download-not-needed', 'too-many-requests'],
} as const satisfies Endpoint
