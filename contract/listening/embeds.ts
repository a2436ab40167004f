/** Embeds: what other sites request to show our content in their pages (oEmbed 1.0). The player in such a page is not a
 * call; it is in server/embeds/pages.ts. */
import * as z from 'zod/mini'
import type { Endpoint, Wire } from '#contract/endpoint.ts'
import type { ColorInfo, TitleFit } from '#contract/fields.ts'
import type { getHorizon } from './horizon.ts'

/** What can be embedded. The same names start the paths of our own pages. */
export const embedTypes = ['track', 'album', 'playlist', 'episode', 'podcast', 'artist'] as const
export const EmbedType = z.enum(embedTypes)
export type EmbedType = z.infer<typeof EmbedType>

/** The maximum number of audio items in one player. */
export const EMBED_ITEMS_MAX = 50

export type EmbedItem = {
  id: string
  title: string
  /** The artist, if the items have different ones. */
  byline: string | null
  audioUrl: string
  /** Seconds; 0 while unknown. */
  durationSeconds: number
  isExplicit: boolean
}

/** What an embedded player shows. */
export type EmbedContent = {
  type: EmbedType
  id: string
  title: string
  /** The artist or owner; null if the title says so. */
  byline: string | null
  /** The path of its page here, and that of the artist or owner. */
  path: string
  bylinePath: string | null
  artworkUrl: string | null
  colours: z.infer<typeof ColorInfo> | null
  titleFit: z.infer<typeof TitleFit>
  /** Of the first sound; null while there is none. */
  horizon: Wire<typeof getHorizon> | null
  sounds: EmbedItem[]
}

/** The default size of a player. */
export function embedSize(type: EmbedType): { width: number; height: number } {
  return { width: 600, height: type === 'track' || type === 'episode' ? 252 : 400 }
}

const URL_MAX = 1_000
/** A number of pixels in a query. Any other value is refused. */
const Pixels = z.codec(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), z.int(), {
  decode: (wire) => Number.parseInt(wire, 10),
  encode: String,
})

export const getOembed = {
  method: 'GET',
  path: '/oembed',
  base: '',
  access: 'public',
  isRaw: true,
  summary: 'How to embed a page of this server in another site (oEmbed 1.0, JSON only)',
  query: z.object({
    url: z.string().check(z.minLength(1), z.maxLength(URL_MAX)),
    maxwidth: z.optional(Pixels),
    maxheight: z.optional(Pixels),
    format: z.optional(z.string().check(z.maxLength(20))),
  }),
  data: z.object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    /** Seconds. */
    cache_age: z.int(),
    thumbnail_url: z.optional(z.string()),
    thumbnail_width: z.optional(z.int()),
    thumbnail_height: z.optional(z.int()),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  errors: ['format-not-offered'],
} as const satisfies Endpoint
