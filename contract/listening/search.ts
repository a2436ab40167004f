/** Search: one ranked result list of artists, albums, tracks, podcasts, episodes, playlists and users. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { ColorInfo, FormInteger, Id, TitleFit } from '#contract/fields.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'

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
  /** The artist, the show or the owner; null for artists, shows and users. */
  artist: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  /** The last part of its path: a slug, a username, or the id. */
  url: z.string(),
  /** Of the first hit only, which is shown across the page; null for the others. */
  nameFit: TitleFit,
  /** Complete, so that a hit can be played immediately. */
  track: z.nullable(TrackInfo),
  episode: z.nullable(Episode),
  /** The fields of `track` again, only for tracks: the first implementation's clients expect them here. */
  ...z.partial(z.pick(TrackInfo, flatFields)).shape,
})

export const search = {
  ...publicRead,
  path: '/search',
  summary:
    'The best matches for a term, of all kinds or a single kind; tolerates typing errors, accents and other scripts',
  query: z.object({
    term: z.string().check(z.maxLength(TERM_MAX)),
    type: z.optional(z.enum(searchTypes)),
    limit: z.optional(FormInteger),
  }),
  data: z.array(SearchHit),
} as const satisfies Endpoint

export const searchSpeech = {
  ...publicRead,
  path: '/search/speech',
  summary: 'Episodes in which all words are said within a minute, and the line',
  query: z.object({ term: z.string().check(z.maxLength(TERM_MAX)), limit: z.optional(FormInteger) }),
  data: z.array(z.object({ episode: Episode, /** In seconds. */ startTime: z.number(), text: z.string() })),
} as const satisfies Endpoint
