/** The classification of content: music genres with subgenres, podcast categories with subcategories. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ClassificationNumber } from '#contract/fields.ts'

/** They change with new versions of the server, the counts with each release. */
const CACHE_SECONDS = 60

/** `slug` is the name in the URL; `count` is the number of published releases or podcasts. */
export const Classification = z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int() })

export const listGenres = {
  method: 'GET',
  path: '/meta/music/genres',
  access: 'public',
  cacheSeconds: CACHE_SECONDS,
  summary: 'The genres of music, by name, with how many published releases are in each',
  data: z.array(Classification),
} as const satisfies Endpoint

export const listSubgenres = {
  method: 'GET',
  path: '/meta/music/subgenres/:genreId',
  access: 'public',
  cacheSeconds: CACHE_SECONDS,
  summary: 'The subgenres of a genre, by name',
  params: z.object({ genreId: ClassificationNumber }),
  data: z.array(Classification),
} as const satisfies Endpoint

export const listAllSubgenres = {
  method: 'GET',
  path: '/meta/music/subgenres',
  access: 'public',
  cacheSeconds: CACHE_SECONDS,
  summary: 'All subgenres, each with its genre',
  data: z.array(z.object({ id: z.int(), genreId: z.int(), name: z.string(), slug: z.string() })),
} as const satisfies Endpoint

export const listPodcastCategories = {
  method: 'GET',
  path: '/meta/podcast/categories',
  access: 'public',
  cacheSeconds: CACHE_SECONDS,
  summary: 'The categories of podcasts, by name, with how many published podcasts are in each',
  data: z.array(Classification),
} as const satisfies Endpoint

export const listPodcastSubcategories = {
  method: 'GET',
  path: '/meta/podcast/subcategories/:categoryId',
  access: 'public',
  cacheSeconds: CACHE_SECONDS,
  summary: 'The subcategories of a category, by name; some have none',
  params: z.object({ categoryId: ClassificationNumber }),
  data: z.array(Classification),
} as const satisfies Endpoint
