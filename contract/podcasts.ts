/** Podcasts and their episodes: making them, reading them. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import {
  ColorInfo,
  DESCRIPTION_MAX,
  FormInteger,
  Id,
  Instant,
  PageQuery,
  Pagination,
  Picture,
  TITLE_MAX,
  optionalText,
  text,
  PUBLIC_CACHE_SECONDS,
  linkAnswers,
  linkFields,
  soundAnswers,
} from './fields.ts'
import { Msat } from './money.ts'
import { AudioExtension } from './tracks.ts'

export const Podcast = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  podcastUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  description: z.nullable(z.string()),
  ...linkAnswers,
  primaryCategoryId: z.nullable(z.int()),
  secondaryCategoryId: z.nullable(z.int()),
  primarySubcategoryId: z.nullable(z.int()),
  secondarySubcategoryId: z.nullable(z.int()),
  isDraft: z.boolean(),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  msatTotal: Msat,
})

export const Episode = z.object({
  id: Id,
  podcastId: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  podcast: z.string(),
  podcastUrl: z.string(),
  userId: Id,
  ...soundAnswers,
})

export const createPodcast = {
  method: 'POST',
  path: '/podcasts/create',
  access: 'user',
  summary: 'Makes a podcast, as a draft',
  isForm: true,
  body: z.strictObject({
    name: text(TITLE_MAX),
    description: optionalText(DESCRIPTION_MAX),
    ...linkFields,
    primaryCategoryId: z.optional(FormInteger),
    secondaryCategoryId: z.optional(FormInteger),
    primarySubcategoryId: z.optional(FormInteger),
    secondarySubcategoryId: z.optional(FormInteger),
    podcastId: z.optional(z.string()),
    artwork: Picture,
  }),
  data: Podcast,
  fallback: fallbacks.createPodcast,
  errors: ['picture-invalid'],
} as const satisfies Endpoint

export const listOwnPodcasts = {
  method: 'GET',
  path: '/podcasts/account',
  access: 'user',
  summary: 'The podcasts I own',
  data: z.array(z.extend(Podcast, { status: z.enum(['draft', 'published', 'scheduled']), episodeCount: z.int() })),
} as const satisfies Endpoint

export const getPodcast = {
  method: 'GET',
  path: '/podcasts/:podcastId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'A podcast with its published episodes',
  params: z.object({ podcastId: Id }),
  data: z.extend(Podcast, { episodes: z.array(Episode) }),
} as const satisfies Endpoint

export const getPodcastByUrl = {
  method: 'GET',
  path: '/podcasts/:podcastUrl/url',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'A podcast by the name in its address',
  params: z.object({ podcastUrl: z.string().check(z.maxLength(300)) }),
  data: z.extend(Podcast, { episodes: z.array(Episode) }),
} as const satisfies Endpoint

export const listPodcasts = {
  method: 'GET',
  path: '/podcasts',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Published podcasts, newest first',
  query: PageQuery,
  data: z.object({ podcasts: z.array(Podcast), pagination: Pagination }),
} as const satisfies Endpoint

export const createEpisode = {
  method: 'POST',
  path: '/episodes',
  access: 'user',
  summary: 'Adds an episode to a podcast; PUT the audio file to the answered presignedUrl',
  body: z.strictObject({
    podcastId: Id,
    title: text(TITLE_MAX),
    order: z.union([z.int().check(z.minimum(1), z.maximum(100_000)), FormInteger]),
    description: optionalText(DESCRIPTION_MAX),
    extension: AudioExtension,
    explicit: z.optional(z.boolean()),
    isExplicit: z.optional(z.boolean()),
  }),
  data: z.object({
    id: Id,
    podcastId: Id,
    title: z.string(),
    description: z.nullable(z.string()),
    order: z.int(),
    isDraft: z.boolean(),
    isExplicit: z.boolean(),
    rawUrl: z.string(),
    presignedUrl: z.string(),
  }),
  fallback: fallbacks.createEpisode,
  errors: ['audio-extension-unsupported', 'title-taken', 'forbidden'],
  isSecret: true,
} as const satisfies Endpoint

export const listPodcastEpisodes = {
  method: 'GET',
  path: '/episodes/:podcastId/podcast',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The episodes of a podcast, newest first; unfinished ones for the owner who asks with unpublished=true',
  params: z.object({ podcastId: Id }),
  query: z.object({ unpublished: z.optional(z.string()) }),
  data: z.array(Episode),
} as const satisfies Endpoint

export const getEpisode = {
  method: 'GET',
  path: '/episodes/:episodeId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'An episode',
  params: z.object({ episodeId: Id }),
  data: Episode,
} as const satisfies Endpoint
