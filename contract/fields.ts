/** Fields that many calls share: ids, times, texts with their limits, form values, pages. Amounts are in
 * contract/money.ts. */
import * as z from 'zod/mini'
import { HEX_32 } from '#protocols/hex.ts'
import { Msat } from './money.ts'

export const Id = z.uuid()

/** The cursor of the next page: `nextBefore` of the previous response. */
export const Cursor = z.string().check(z.regex(/^\d{1,16}_[0-9a-f-]{36}$/))

/** A time: ISO 8601 on the wire, Date in the server. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (moment) => moment.toISOString(),
})

/** 32 bytes as 64 lower-case hexadecimal digits: a hash, a Nostr key, the id of an event. */
export const Hex32 = z.string().check(z.regex(HEX_32))

/** Removes the characters that reverse the text after them. The marks of right-to-left text (U+200E, U+200F) stay. */
export const withoutReversal = z.overwrite<string>((value) => value.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''))

/** A required text: trimmed, then 1 to max characters. */
export const text = (maxLength: number) =>
  z.string().check(withoutReversal, z.trim(), z.minLength(1), z.maxLength(maxLength))
/** An optional text: trimmed; '' and null clear it. */
export const optionalText = (maxLength: number) =>
  z.optional(z.nullable(z.string().check(withoutReversal, z.trim(), z.maxLength(maxLength))))

export const TITLE_MAX = 255
export const BIO_MAX = 1_000
export const DESCRIPTION_MAX = 4_000
export const LYRICS_MAX = 20_000
export const LINK_MAX = 255
export const MESSAGE_MAX = 312
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 256

/** An integer in a form or query. Never `Number()` coercion ("1e3", " 1" and "0x1" are refused). */
export const FormInteger = z.codec(z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/)), z.int(), {
  decode: (wire) => Number.parseInt(wire, 10),
  encode: String,
})
/** The id of a genre or category, stored as a 32-bit integer. */
export const ClassificationNumber = FormInteger.check(z.maximum(2_147_483_647))
export const FormBoolean = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (wire) => wire === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})
/** An integer in a form that may be left empty; '' and null clear it. */
export const FormNumber = z.optional(
  z.nullable(
    z.codec(z.string().check(z.trim(), z.regex(/^((0|[1-9]\d{0,15}))?$/)), z.nullable(z.int()), {
      decode: (wire) => (wire === '' ? null : Number.parseInt(wire, 10)),
      encode: (value) => (value === null ? '' : String(value)),
    }),
  ),
)
/** A time in a form that may be left empty; '' and null clear it. */
export const FormInstant = z.optional(
  z.nullable(
    z.codec(z.union([z.literal(''), z.iso.datetime()]), z.nullable(z.date()), {
      decode: (wire) => (wire === '' ? null : new Date(wire)),
      encode: (moment) => moment?.toISOString() ?? '',
    }),
  ),
)
/** A list in a form, as JSON text. '' and null clear it. */
export const formList = <List extends z.ZodMiniType>(list: List) =>
  z.optional(
    z.nullable(
      z.codec(z.string(), list, {
        decode: (wire, context) => {
          try {
            return (wire.trim() === '' ? [] : JSON.parse(wire)) as z.input<List>
          } catch {
            context.issues.push({ code: 'custom', message: 'not a list in JSON', input: wire })
            return z.NEVER
          }
        },
        encode: (items) => JSON.stringify(items),
      }),
    ),
  )
/** An integer that is a number in JSON, or a string when a client sends form values. */
export const orderWithin = (max: number) => {
  const order = z.int().check(z.minimum(1), z.maximum(max))
  const typed = z.codec(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), order, {
    decode: (wire) => Number.parseInt(wire, 10),
    encode: String,
  })
  return z.union([order, typed])
}
/** The same limit for forms, for covers inside audio files and before an upload. */
export const IMAGE_MAX_BYTES = 20_000_000
/** An image. Clients without a new one may send the current URL; it is ignored. */
export const Picture = z.optional(z.union([z.file(), z.string()]))

export const PageQuery = z.object({
  page: z.optional(FormInteger.check(z.minimum(1))),
  limit: z.optional(FormInteger),
})
/** The first items of a list. */
export const LimitQuery = z.object({ limit: z.optional(FormInteger) })
/** A list that is read page by page, with the cursor of the page before. */
export const CursorQuery = z.object({ before: z.optional(Cursor), limit: z.optional(FormInteger) })
/** Lists of a user's content: `unpublished=true` adds drafts and unfinished ones, for the owner only. */
export const ListQuery = z.extend(PageQuery, { unpublished: z.optional(z.string()) })
/** Deleting something that has children: with all of them, or not at all. */
export const WithChildren = z.object({ withChildren: z.optional(FormBoolean) })
export const Pagination = z.object({
  currentPage: z.int(),
  perPage: z.int(),
  total: z.int(),
  totalPages: z.int(),
})

const TAG_ITEMS_MAX = 20
const TAG_CHARACTERS_MAX = 1_000

/** A signed Nostr event of one kind; its content is JSON in a string. The signature is not verified here. */
export const signedEvent = <const Kind extends number>(kind: Kind, max: { tags: number; contentCharacters: number }) =>
  z.strictObject({
    id: Hex32,
    pubkey: Hex32,
    created_at: z.int().check(z.nonnegative()),
    kind: z.literal(kind),
    tags: z
      .array(z.array(z.string().check(z.maxLength(TAG_CHARACTERS_MAX))).check(z.maxLength(TAG_ITEMS_MAX)))
      .check(z.maxLength(max.tags)),
    content: z.string().check(z.maxLength(max.contentCharacters)),
    sig: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  })

/** Application data (NIP-78). */
export const DOCUMENT_KIND = 30_078

/** A document of this server: a Nostr event with JSON as its content. */
export const SignedDocument = z.object({
  id: z.string(),
  pubkey: z.string(),
  created_at: z.int(),
  kind: z.literal(DOCUMENT_KIND),
  tags: z.array(z.array(z.string())),
  content: z.string(),
  sig: z.string(),
})

/** The publication status, as the owner sees it. */
export const ContentStatus = z.enum(['draft', 'published', 'scheduled'])
export const ContentType = z.enum(['album', 'podcast', 'track', 'episode', 'artist'])
/** What can be published. */
export const PublishableType = z.enum(['album', 'podcast', 'track', 'episode'])

export const FittedLines = z.object({
  /** The width of the widest line, in em of the display font. */
  em: z.number(),
  /** The offsets of the spaces in the title, in UTF-16 units, at which lines end. */
  breaks: z.array(z.int()),
})
/** How to break a title, and how wide it then is, so that a page shows it as wide as the window without measuring. Null
 * for titles of more than 40 characters, with a word wider than 8 em, or in a script whose width is not known: they
 * wrap. */
export const TitleFit = z.nullable(
  z.object({
    wide: FittedLines,
    narrow: FittedLines,
    /** The width of the whole title in one line, in em. */
    lineEm: z.number(),
  }),
)

/** Five colours from an image, in which the page about it is drawn. */
export const Flood = z.object({
  /** The background of the page. */
  flood: z.string(),
  /** Text and graphics on the background, with a contrast of at least 4.5 : 1. */
  on: z.string(),
  /** The second share of a split: a contrast of at least 3 : 1 to the background. */
  two: z.string(),
  /** The third share, and marks: a contrast of at least 3 : 1 to the background. */
  three: z.string(),
  /** The background below the line of a horizon, where amounts are drawn. */
  under: z.string(),
})

/** Colours extracted from the artwork, as `#rrggbb`: swatches, and the colours of a page in the light and the dark
 * theme. */
export const ColorInfo = z.object({
  vibrant: z.string(),
  darkVibrant: z.string(),
  lightVibrant: z.string(),
  muted: z.string(),
  darkMuted: z.string(),
  lightMuted: z.string(),
  day: Flood,
  night: Flood,
})

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value)
/** A web URL; https:// is added if missing. '' and null clear it. */
const WebLink = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      z.overwrite((value) => (value === '' || SCHEME.test(value) ? value : `https://${value}`)),
      z.maxLength(LINK_MAX),
      z.refine((value) => value === '' || isWebAddress(value), 'link-invalid'),
    ),
  ),
)
/** A name at another service, or its URL there. Never a URL that a browser would execute. */
const NameOrWebLink = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      z.maxLength(LINK_MAX),
      z.refine((value) => !SCHEME.test(value) || isWebAddress(value), 'link-invalid'),
    ),
  ),
)
/** A page of this server or a web URL; '' and null clear it. */
export const PageLink = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      z.maxLength(LINK_MAX),
      z.refine((value) => value === '' || /^\/(?![/\\])/.test(value) || isWebAddress(value), 'link-invalid'),
    ),
  ),
)

/** Links of an artist or a show, in requests. Both spellings of the Nostr key are accepted. */
export const linkFields = {
  twitter: NameOrWebLink,
  nostr: optionalText(LINK_MAX),
  npub: optionalText(LINK_MAX),
  instagram: NameOrWebLink,
  youtube: NameOrWebLink,
  website: WebLink,
}
/** The same in responses. */
export const linkResponseFields = {
  twitter: z.nullable(z.string()),
  npub: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  youtube: z.nullable(z.string()),
  website: z.nullable(z.string()),
}

/** What tracks and episodes have in common: the audio, its status, what it has received. */
export const audioResponseFields = {
  /** The id of its newest upload, finished or not. contract/catalog/uploads.ts returns more to the owner. */
  uploadId: Id,
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  /** The URL of the MP3; null until it is ready. Other streams of it are in contract/catalog/streams.ts. */
  liveUrl: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.number()),
  order: z.int(),
  isExplicit: z.boolean(),
  isDraft: z.boolean(),
  /** Taken down by an operator: only its owner and the team still see it. */
  isTakenDown: z.boolean(),
  isProcessing: z.boolean(),
  /** Why the audio could not be used, in a message for the artist. */
  compressorError: z.nullable(z.string()),
  /** The same as a code of contract/audio-refusals.ts; absent when there is no error, or it was found before there were codes. */
  compressorErrorCode: z.optional(z.string()),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  msatTotal: Msat,
  msatTotal1Days: Msat,
  msatTotal7Days: Msat,
  msatTotal30Days: Msat,
  /** The number of counted plays of all time (contract/listening/plays.ts says which plays count). */
  playCount: z.int(),
}
