/** Fields that many calls share: ids, instants, texts with their limits, form values, pages.
 * Not money; that is contract/money.ts. */
import * as z from 'zod/mini'

/** How old what everybody sees may be. Owners see their own at once: answers to signed-in people are never kept. */
export const PUBLIC_CACHE_SECONDS = 2

export const Id = z.uuid()

/** A moment: ISO 8601 on the wire, Date in the server. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (moment) => moment.toISOString(),
})

/** A required text: trimmed, then 1..max letters. */
export const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
/** An optional text: trimmed; '' and null clear it. */
export const optionalText = (maxLength: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(maxLength))))

export const TITLE_MAX = 255
export const BIO_MAX = 1_000
export const DESCRIPTION_MAX = 4_000
export const LYRICS_MAX = 20_000
export const LINK_MAX = 255
export const MESSAGE_MAX = 312
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 256

/** Whole number from a form or a query; never `Number()` coercion ("1e3", " 1" and "0x1" are refused). */
export const FormInteger = z.codec(z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/)), z.int(), {
  decode: (wire) => Number.parseInt(wire, 10),
  encode: String,
})
export const FormBoolean = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (wire) => wire === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})
/** A picture. Clients that have nothing new may send the old address; it is ignored. */
export const Picture = z.optional(z.union([z.file(), z.string()]))

export const PageQuery = z.object({
  page: z.optional(FormInteger),
  limit: z.optional(FormInteger),
})
export const Pagination = z.object({
  currentPage: z.int(),
  perPage: z.int(),
  total: z.int(),
  totalPages: z.int(),
})

export const ContentType = z.enum(['album', 'podcast', 'track', 'episode', 'artist'])
/** What a publication can be about. */
export const PublishableType = z.enum(['album', 'podcast', 'track', 'episode'])

/** Colours taken from a cover, and the wash made of them with an ink of at least 7 : 1 on it. */
export const ColorInfo = z.object({
  vibrant: z.string(),
  darkVibrant: z.string(),
  lightVibrant: z.string(),
  muted: z.string(),
  darkMuted: z.string(),
  lightMuted: z.string(),
  tintLight: z.string(),
  tintLightInk: z.string(),
  tintDark: z.string(),
  tintDarkInk: z.string(),
})
