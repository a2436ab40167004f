/** The classification of content: music genres with subgenres, podcast categories with subcategories. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { ClassificationNumber } from '#contract/fields.ts'

/** They change with new versions of the server, the counts with each release. */
const rarelyChanged = { ...publicRead, cacheSeconds: 60 } as const

/** `slug` is the name in the URL; `count` is the number of published releases or podcasts. */
export const Classification = z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int() })

export const listGenres = {
  ...rarelyChanged,
  path: '/meta/music/genres',
  summary: 'The genres of music, by name, with how many published releases are in each',
  data: z.array(Classification),
} as const satisfies Endpoint

export const listSubgenres = {
  ...rarelyChanged,
  path: '/meta/music/subgenres/:genreId',
  summary: 'The subgenres of a genre, by name',
  params: z.object({ genreId: ClassificationNumber }),
  data: z.array(Classification),
} as const satisfies Endpoint

export const listAllSubgenres = {
  ...rarelyChanged,
  path: '/meta/music/subgenres',
  summary: 'All subgenres, each with its genre',
  data: z.array(z.object({ id: z.int(), genreId: z.int(), name: z.string(), slug: z.string() })),
} as const satisfies Endpoint

export const listPodcastCategories = {
  ...rarelyChanged,
  path: '/meta/podcast/categories',
  summary: 'The categories of podcasts, by name, with how many published podcasts are in each',
  data: z.array(Classification),
} as const satisfies Endpoint

export const listPodcastSubcategories = {
  ...rarelyChanged,
  path: '/meta/podcast/subcategories/:categoryId',
  summary: 'The subcategories of a category, by name; some have none',
  params: z.object({ categoryId: ClassificationNumber }),
  data: z.array(Classification),
} as const satisfies Endpoint
