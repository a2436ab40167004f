/** Search: one ranked answer over artists, albums, tracks, podcasts, episodes, playlists and people. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { ColorInfo, FormInteger, Id, PUBLIC_CACHE_SECONDS } from './fields.ts'
import { Episode } from './episodes.ts'
import { TrackInfo } from './tracks.ts'

export const TERM_MAX = 200
export const searchTypes = ['artist', 'album', 'track', 'podcast', 'episode', 'playlist', 'profile'] as const
export type SearchType = (typeof searchTypes)[number]

const flatFields = {
  title: true,
  artistId: true,
  artistUrl: true,
  avatarUrl: true,
  userId: true,
  albumId: true,
  albumTitle: true,
  liveUrl: true,
  duration: true,
  order: true,
  msatTotal: true,
  hasPromo: true,
  isExplicit: true,
} as const

export const SearchHit = z.object({
  id: Id,
  type: z.enum(searchTypes),
  name: z.string(),
  /** Whose it is: the artist, the show, the person; null for artists, shows and people. */
  artist: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  /** What stands in its address: a slug, a username, or the id. */
  url: z.string(),
  /** Whole, so that a hit can be played at once. */
  track: z.nullable(TrackInfo),
  episode: z.nullable(Episode),
  /** The fields of `track` again, in hits that are tracks only: the first implementation's clients read them here. */
  ...z.partial(z.pick(TrackInfo, flatFields)).shape,
})

export const search = {
  method: 'GET',
  path: '/search',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'What fits a term best, of all kinds or of one; forgives typing errors, accents and scripts',
  query: z.object({
    term: z.string().check(z.maxLength(TERM_MAX)),
    type: z.optional(z.enum(searchTypes)),
    limit: z.optional(FormInteger),
  }),
  data: z.array(SearchHit),
} as const satisfies Endpoint
