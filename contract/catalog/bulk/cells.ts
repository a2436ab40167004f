/** The tracks of an artist, or the episodes of a podcast, as a table of texts: reading it, and changing many cells together. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { DESCRIPTION_MAX, Id, orderWithin, text, TITLE_MAX } from '#contract/fields.ts'
import { EPISODE_NUMBER_MAX, EpisodeKind, SEASON_MAX } from '#contract/catalog/episodes.ts'
import { Isrc, Iswc } from '#contract/catalog/release-codes.ts'
import { DISC_MAX, TrackOrder } from '#contract/catalog/tracks.ts'

export const CELL_ROWS_MAX = 2_000
const CELL_CHANGES_MAX = 2_000

/** The columns, in this order. */
export const trackCells = ['title', 'disc', 'order', 'isrc', 'iswc', 'explicit'] as const
export const episodeCells = ['title', 'season', 'number', 'kind', 'explicit', 'description'] as const
const cellFields = [
  'title',
  'disc',
  'order',
  'isrc',
  'iswc',
  'season',
  'number',
  'kind',
  'explicit',
  'description',
] as const
export type CellField = (typeof cellFields)[number]
const CellField = z.enum(cellFields)

const optionalNumber = (max: number) => z.union([z.literal(''), orderWithin(max)])

/** What each cell may contain. '' clears it. */
export const cellSchemas = {
  title: text(TITLE_MAX),
  disc: orderWithin(DISC_MAX),
  order: TrackOrder,
  isrc: Isrc,
  iswc: Iswc,
  season: optionalNumber(SEASON_MAX),
  number: optionalNumber(EPISODE_NUMBER_MAX),
  kind: EpisodeKind,
  explicit: z.enum(['yes', 'no']),
  description: z.string().check(z.trim(), z.maxLength(DESCRIPTION_MAX)),
} as const satisfies Record<CellField, z.ZodMiniType>

const CellText = z.string().check(z.maxLength(DESCRIPTION_MAX))
const CellChange = z.strictObject({
  id: Id,
  field: CellField,
  /** What the caller saw. Another saved text: 409. */
  from: CellText,
  to: CellText,
})
export type CellChange = z.output<typeof CellChange>

export const readCells = {
  method: 'GET',
  path: '/cells/:contentId',
  access: 'user',
  summary: 'The tracks of an artist or the episodes of a podcast of the caller, as texts; at most 2 000',
  params: z.object({ contentId: Id }),
  data: z.array(
    z.object({
      id: Id,
      /** The album of a track; null for an episode. */
      album: z.nullable(z.string()),
      cells: z.record(z.string(), z.string()),
    }),
  ),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const changeCells = {
  method: 'PUT',
  path: '/cells/:contentId',
  access: 'user',
  summary: 'Changes many of these texts, or none. 409: `cells` were changed elsewhere, to `saved`',
  params: z.object({ contentId: Id }),
  body: z.strictObject({ changes: z.array(CellChange).check(z.minLength(1), z.maxLength(CELL_CHANGES_MAX)) }),
  /** The new texts as saved, in the order of the changes. */
  data: z.array(z.string()),
  errors: ['forbidden', 'cell-invalid', 'cells-changed'],
} as const satisfies Endpoint
