/** Episodes of podcasts: creating one (the response contains the URL to PUT the audio to), editing, reading, lists. */
import * as z from 'zod/mini'
import { Credit, NewCredits } from './credits.ts'
import { FormLicence, Licence } from './releases.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  DESCRIPTION_MAX,
  Id,
  ListQuery,
  TITLE_MAX,
  optionalText,
  orderWithin,
  audioResponseFields,
  text,
  TitleFit,
} from '#contract/fields.ts'
import { NOTES_MAX } from './imagery.ts'
import { AnnouncedFile, AudioExtension } from './uploads.ts'

export const PODCAST_EPISODES_MAX = 5_000
const ORDER_MAX = 100_000
const ARTWORK_URL_MAX = 2_000
export const SEASON_MAX = 999
export const EPISODE_NUMBER_MAX = 99_999

/** Trailers and bonus episodes are not counted among the episodes of a season. */
export const episodeKinds = ['full', 'trailer', 'bonus'] as const
export type EpisodeKind = z.output<typeof EpisodeKind>
export const EpisodeKind = z.enum(episodeKinds)

export const SOUNDBITES_MAX = 20
/** In seconds. Apps ask for 15 to 120. */
export const SOUNDBITE_LENGTH_MAX = 600
/** Of titles and places, as the feed's namespace limits them. */
export const LABEL_MAX = 128
/** Longer than any audio that is accepted. */
const LAST_SECOND = 50_000

/** A short piece of an episode that makes listeners curious; both times in seconds. */
export type Soundbite = z.output<typeof Soundbite>
export const Soundbite = z.object({ startTime: z.number(), duration: z.number(), title: z.string() })
const NewSoundbite = z.strictObject({
  startTime: z.number().check(z.minimum(0), z.maximum(LAST_SECOND)),
  duration: z.number().check(z.minimum(1), z.maximum(SOUNDBITE_LENGTH_MAX)),
  title: text(LABEL_MAX),
})

const GEO_MAX = 40
/** Latitude and longitude in degrees: '55.605,13.0038'. */
const GEO = /^([-+]?\d{1,2}(?:\.\d{1,8})?)\s*,\s*([-+]?\d{1,3}(?:\.\d{1,8})?)$/

/** 'latitude,longitude' without spaces; null if it is not a place on Earth. */
export function parseGeo(typed: string): string | null {
  const [, latitude, longitude] = GEO.exec(typed.trim()) ?? []
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return null
  return `${Number(latitude)},${Number(longitude)}`
}

export const Episode = z.object({
  id: Id,
  podcastId: Id,
  /** In the feed and on nostr: of an imported episode, the one that it had elsewhere. */
  guid: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  season: z.nullable(z.int()),
  /** Within its season, if the podcast has seasons. */
  number: z.nullable(z.int()),
  kind: EpisodeKind,
  podcast: z.string(),
  podcastUrl: z.string(),
  userId: Id,
  ...audioResponseFields,
})
export const EpisodeDetail = z.extend(Episode, {
  credits: z.array(Credit),
  /** Markdown, as in liner notes. */
  notes: z.nullable(z.string()),
  /** How long its transcript is; 0 without one. */
  transcriptCharacters: z.int(),
  titleFit: TitleFit,
  /** Null: it shows the artwork of its podcast. */
  ownArtworkUrl: z.nullable(z.string()),
  soundbites: z.array(Soundbite),
  /** What it is about, or where it was recorded: 'Malmö, Sweden'. */
  location: z.nullable(z.string()),
  geo: z.nullable(z.string()),
  licence: z.nullable(Licence),
})

export const NewSoundbites = z.optional(z.array(NewSoundbite).check(z.maxLength(SOUNDBITES_MAX)))
export const FormGeo = z.optional(
  z.nullable(
    z.string().check(
      z.maxLength(GEO_MAX),
      z.refine((geo) => geo === '' || parseGeo(geo) !== null, 'a latitude and a longitude'),
    ),
  ),
)

const textFields = {
  description: optionalText(DESCRIPTION_MAX),
  notes: optionalText(NOTES_MAX),
  season: z.optional(z.nullable(orderWithin(SEASON_MAX))),
  number: z.optional(z.nullable(orderWithin(EPISODE_NUMBER_MAX))),
  kind: z.optional(EpisodeKind),
  explicit: z.optional(z.boolean()),
  isExplicit: z.optional(z.boolean()),
  credits: NewCredits,
  soundbites: NewSoundbites,
  location: optionalText(LABEL_MAX),
  geo: FormGeo,
  licence: FormLicence,
}

export const createEpisode = {
  method: 'POST',
  path: '/episodes',
  access: 'user',
  summary: 'Adds an episode to a podcast; PUT the audio file to the returned presignedUrl',
  body: z.strictObject({
    podcastId: Id,
    title: text(TITLE_MAX),
    order: orderWithin(ORDER_MAX),
    extension: AudioExtension,
    file: z.optional(AnnouncedFile),
    ...textFields,
  }),
  data: z.object({
    id: Id,
    podcastId: Id,
    title: z.string(),
    description: z.nullable(z.string()),
    season: z.nullable(z.int()),
    number: z.nullable(z.int()),
    kind: EpisodeKind,
    order: z.int(),
    isDraft: z.boolean(),
    isExplicit: z.boolean(),
    rawUrl: z.string(),
    presignedUrl: z.string(),
  }),
  fallback: fallbacks.createEpisode,
  errors: ['audio-extension-unsupported', 'forbidden', 'recipients-unknown'],
  isSecret: true,
} as const satisfies Endpoint

export const updateEpisode = {
  method: 'PUT',
  path: '/episodes/update',
  access: 'user',
  summary:
    'Updates an episode. Absent fields stay, null or an empty text clears. With `extension` the response has a ' +
    'presignedUrl; the old audio plays until the new file is ready',
  body: z.strictObject({
    episodeId: Id,
    podcastId: z.optional(Id),
    title: z.optional(text(TITLE_MAX)),
    order: z.optional(orderWithin(ORDER_MAX)),
    /** A picture of this episode, uploaded with addContentPicture. */
    artworkUrl: optionalText(ARTWORK_URL_MAX),
    extension: z.optional(AudioExtension),
    file: z.optional(AnnouncedFile),
    ...textFields,
  }),
  data: z.extend(EpisodeDetail, { rawUrl: z.optional(z.string()), presignedUrl: z.optional(z.string()) }),
  fallback: fallbacks.editEpisode,
  errors: [
    'audio-extension-unsupported',
    'forbidden',
    'parent-mismatch',
    'picture-unknown',
    'recipients-unknown',
    'rule-broken',
  ],
  isSecret: true,
} as const satisfies Endpoint

export const deleteEpisode = {
  method: 'DELETE',
  path: '/episodes/:episodeId',
  access: 'user',
  summary: 'Deletes an episode; its payments stay in the ledger',
  params: z.object({ episodeId: Id }),
  data: z.object({ id: Id, title: z.string(), podcastId: Id }),
  fallback: fallbacks.deleteEpisode,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const listOwnEpisodes = {
  method: 'GET',
  path: '/episodes/account',
  access: 'user',
  summary:
    'Published episodes of the caller, newest first; with unpublished=true drafts and unfinished ones come before them',
  query: ListQuery,
  data: z.array(Episode),
} as const satisfies Endpoint

export const listPodcastEpisodes = {
  ...publicRead,
  path: '/episodes/:podcastId/podcast',
  summary: 'The episodes of a podcast, newest first; for the owner also unfinished ones, with unpublished=true',
  params: z.object({ podcastId: Id }),
  query: ListQuery,
  data: z.array(Episode),
} as const satisfies Endpoint

export const getEpisode = {
  ...publicRead,
  path: '/episodes/:episodeId',
  summary: 'An episode',
  params: z.object({ episodeId: Id }),
  data: EpisodeDetail,
  errors: ['content-gone'],
} as const satisfies Endpoint
