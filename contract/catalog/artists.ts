/** Artists: creating one, and reading it with its best tracks and albums. */
import * as z from 'zod/mini'
import { TopMessage } from '#contract/community/comments.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  BIO_MAX,
  ColorInfo,
  FormBoolean,
  Id,
  Instant,
  PageQuery,
  Pagination,
  Picture,
  TITLE_MAX,
  optionalText,
  text,
  linkResponseFields,
  linkFields,
  TitleFit,
} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { Room } from '#contract/community/rooms.ts'
import { artistFactFields, Member } from './artist-facts.ts'
import { FormFeedUrl } from './moving/feed-address.ts'
import { releaseFields } from './releases.ts'
import { TrackInfo } from './tracks.ts'
import { Role } from '#contract/team-roles.ts'

export const Artist = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  artistUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** Where it comes from. */
  location: z.nullable(z.string()),
  genreIds: z.array(z.int()),
  members: z.array(Member),
  ...linkResponseFields,
  /** Whether listeners may create clips of its tracks. */
  allowsClips: z.boolean(),
  verified: z.boolean(),
  /** Taken down by an operator: only its owner and the team still see it. */
  isTakenDown: z.boolean(),
  msatTotal: Msat,
  colorInfo: z.nullable(ColorInfo),
  createdAt: Instant,
  updatedAt: Instant,
  /** Always false: deleted artists are not returned. */
  deleted: z.boolean(),
})

const AlbumCard = z.object({
  id: Id,
  title: z.string(),
  artworkUrl: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  isSingle: z.boolean(),
  ...releaseFields,
})

export const ArtistPage = z.extend(Artist, {
  titleFit: TitleFit,
  genres: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
  topAlbums: z.array(AlbumCard),
  /** With a countdown, the next first. */
  coming: z.array(z.object({ id: Id, title: z.string(), artworkUrl: z.nullable(z.string()), publishedAt: Instant })),
  topTracks: z.array(TrackInfo),
  topMessages: z.array(TopMessage),
  room: z.nullable(Room),
})

export const createArtist = {
  method: 'POST',
  path: '/artists/create',
  access: 'user',
  summary: 'Creates an artist',
  isForm: true,
  body: z.strictObject({
    name: text(TITLE_MAX),
    bio: optionalText(BIO_MAX),
    ...artistFactFields,
    ...linkFields,
    artwork: Picture,
  }),
  data: Artist,
  fallback: fallbacks.createArtist,
  errors: ['picture-invalid'],
} as const satisfies Endpoint

export const updateArtist = {
  method: 'POST',
  path: '/artists/update',
  access: 'user',
  summary:
    'Updates an artist. Absent fields stay, an empty text clears; a new name changes the URL, the old one redirects',
  isForm: true,
  body: z.strictObject({
    artistId: Id,
    name: z.optional(text(TITLE_MAX)),
    bio: optionalText(BIO_MAX),
    allowsClips: z.optional(FormBoolean),
    /** As of a podcast. */
    newFeedUrl: FormFeedUrl,
    ...artistFactFields,
    ...linkFields,
    artwork: Picture,
  }),
  data: Artist,
  fallback: fallbacks.editArtist,
  errors: ['picture-invalid', 'forbidden'],
} as const satisfies Endpoint

export const deleteArtist = {
  method: 'DELETE',
  path: '/artists/:artistId',
  access: 'user',
  summary: 'Deletes an artist without albums; its payments stay in the ledger',
  params: z.object({ artistId: Id }),
  data: z.object({ id: Id, name: z.string() }),
  fallback: fallbacks.deleteArtist,
  errors: ['has-children', 'forbidden'],
} as const satisfies Endpoint

export const listOwnArtists = {
  method: 'GET',
  path: '/artists/account',
  access: 'user',
  summary: 'The artists of the caller, and those in whose team the caller is',
  query: PageQuery,
  data: z.array(
    z.extend(Artist, { role: Role, newFeedUrl: z.nullable(z.string()), newFeedSince: z.nullable(Instant) }),
  ),
} as const satisfies Endpoint

export const getArtist = {
  ...publicRead,
  path: '/artists/:artistId',
  summary: 'An artist with its newest albums and best tracks',
  params: z.object({ artistId: Id }),
  data: ArtistPage,
  errors: ['content-gone'],
} as const satisfies Endpoint

export const getArtistByUrl = {
  ...getArtist,
  path: '/artists/:artistUrl/url',
  summary: 'An artist by the name in its URL',
  params: z.object({ artistUrl: z.string().check(z.maxLength(300)) }),
  errors: ['content-gone', 'moved'],
} as const satisfies Endpoint

export const listArtists = {
  ...publicRead,
  path: '/artists',
  summary: 'All artists with something published, by name',
  query: PageQuery,
  data: z.object({ artists: z.array(Artist), pagination: Pagination }),
} as const satisfies Endpoint
