/** The public data of a user, and which usernames are available. The caller's own account: account.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ColorInfo, Id, Instant, TitleFit } from '#contract/fields.ts'

/** A card of what the user has published. */
const PublicArtist = z.object({
  id: Id,
  name: z.string(),
  artistUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
})
const PublicPodcast = z.object({
  id: Id,
  name: z.string(),
  podcastUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
})
/** The release that received most. */
const PublicRecord = z.object({
  id: Id,
  title: z.string(),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
})

export const getProfile = {
  method: 'GET',
  path: '/accounts/public/:profileUrl',
  access: 'public',
  summary: 'A user by username; for a former username, profileUrl has the current one',
  params: z.object({ profileUrl: z.string().check(z.maxLength(100)) }),
  data: z.object({
    id: Id,
    /** The username. */
    name: z.string(),
    displayName: z.nullable(z.string()),
    artworkUrl: z.nullable(z.string()),
    /** The current URL of the profile. */
    profileUrl: z.string(),
    /** The favourites playlist, if its owner shares it. */
    userFavoritesId: z.nullable(Id),
    createdAt: Instant,
    titleFit: TitleFit,
    /** The release by which the user is best known; null when nothing is published. */
    record: z.nullable(PublicRecord),
    artists: z.array(PublicArtist),
    podcasts: z.array(PublicPodcast),
  }),
} as const satisfies Endpoint

export const checkUsername = {
  method: 'GET',
  path: '/accounts/user/check-username/:username',
  access: 'public',
  summary: 'Returns the name if it is available to the caller; 400 if it is invalid, 409 if it is taken',
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  retry: false,
  data: z.object({ username: z.string() }),
  errors: ['username-taken', 'username-invalid'],
} as const satisfies Endpoint

export const makeRandomUsername = {
  method: 'GET',
  path: '/accounts/user/random-username',
  access: 'public',
  summary: 'A generated username that is available now',
  data: z.object({ username: z.string() }),
} as const satisfies Endpoint
