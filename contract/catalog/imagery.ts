/** Images and texts that artists add to their pages: a banner, a gallery, a pick, and the liner notes of a release.
 * Covers are fields of the content they belong to. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Flood, Id } from '#contract/fields.ts'

export const GALLERY_MAX = 24
export const NOTES_PHOTOGRAPHS_MAX = 12
export const NOTES_MAX = 20_000
export const PICK_SENTENCE_MAX = 280
export const CAPTION_MAX = 280
export const ALT_MAX = 500

/** From the left or from the top, 0 to 1. */
const share = z.number().check(z.minimum(0), z.maximum(1))
const Focus = z.object({ x: z.number(), y: z.number() })
export const PhotographPlace = z.enum(['banner', 'gallery', 'notes'])

/** Printed in two inks: cream text is readable on every point of it. */
const Prints = z.object({ day: z.string(), night: z.string() })

export const Photograph = z.object({
  id: Id,
  /** The whole photograph, as uploaded. */
  url: z.string(),
  /** At most 960 px wide and high. */
  smallUrl: z.string(),
  width: z.int(),
  height: z.int(),
  focus: Focus,
  caption: z.nullable(z.string()),
  /** A description for readers who cannot see it. */
  alt: z.nullable(z.string()),
})

export const Banner = z.extend(Photograph, {
  /** For wide windows and for phones, each with where the focal point is in it. */
  wide: z.extend(Prints, { focus: Focus }),
  narrow: z.extend(Prints, { focus: Focus }),
  /** The colours of a page with the prints at its top. */
  colors: z.object({ day: Flood, night: Flood }),
})

const NotesPhotograph = z.extend(Photograph, { print: Prints })

/** The artist's own content or playlist that the artist recommends. */
const Pick = z.object({
  kind: z.enum(['track', 'album', 'episode', 'playlist']),
  id: Id,
  title: z.string(),
  /** The artist, show, or owner of the playlist. */
  byline: z.string(),
  artworkUrl: z.nullable(z.string()),
  sentence: z.string(),
})

export const Imagery = z.object({
  banner: z.nullable(Banner),
  gallery: z.array(Photograph),
  /** Also null while the picked content is not public. */
  pick: z.nullable(Pick),
})

export const LinerNotes = z.object({
  /** Markdown: headings, paragraphs, lists, rules, links, emphasis, code. Anything else is plain text. */
  text: z.nullable(z.string()),
  photographs: z.array(NotesPhotograph),
})

export const getImagery = {
  ...publicRead,
  path: '/artists/:artistId/imagery',
  summary: 'The banner, the gallery and the pick of an artist',
  params: z.object({ artistId: Id }),
  data: Imagery,
} as const satisfies Endpoint

export const setPick = {
  method: 'PUT',
  path: '/artists/:artistId/pick',
  access: 'user',
  summary: 'Sets what an artist recommends: a track, album, episode or playlist of the caller; null removes it',
  params: z.object({ artistId: Id }),
  body: z.strictObject({
    /** The id of the content or the playlist. */
    targetId: z.nullable(Id),
    sentence: z.optional(z.string().check(z.trim(), z.maxLength(PICK_SENTENCE_MAX))),
  }),
  data: Imagery,
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

export const getLinerNotes = {
  ...publicRead,
  path: '/albums/:albumId/notes',
  summary: 'The liner notes of an album; its owner also gets those of a draft',
  params: z.object({ albumId: Id }),
  data: LinerNotes,
} as const satisfies Endpoint

export const setLinerNotes = {
  method: 'PUT',
  path: '/albums/:albumId/notes',
  access: 'user',
  summary: 'Sets the text of the liner notes; an empty text removes it. Photographs are added with addPhotograph',
  params: z.object({ albumId: Id }),
  body: z.strictObject({ text: z.string().check(z.trim(), z.maxLength(NOTES_MAX)) }),
  data: LinerNotes,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const addPhotograph = {
  method: 'POST',
  path: '/content/:contentId/photographs',
  access: 'user',
  summary:
    'Uploads a photograph: for the banner or gallery of an artist, or the notes of an album. A banner is replaced',
  params: z.object({ contentId: Id }),
  isForm: true,
  body: z.strictObject({ place: PhotographPlace, photograph: z.file() }),
  data: Photograph,
  errors: ['forbidden', 'picture-invalid', 'rule-broken'],
} as const satisfies Endpoint

export const updatePhotograph = {
  method: 'PUT',
  path: '/photographs/:photographId',
  access: 'user',
  summary: 'Updates the focal point, caption or description of a photograph. Absent fields stay, an empty text clears',
  params: z.object({ photographId: Id }),
  body: z.strictObject({
    focus: z.optional(z.strictObject({ x: share, y: share })),
    caption: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(CAPTION_MAX)))),
    alt: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(ALT_MAX)))),
  }),
  data: Photograph,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const orderPhotographs = {
  method: 'PUT',
  path: '/content/:contentId/photographs/order',
  access: 'user',
  summary: 'Orders all photographs of a gallery or of liner notes, atomically',
  params: z.object({ contentId: Id }),
  body: z.strictObject({
    place: z.enum(['gallery', 'notes']),
    photographIds: z.array(Id).check(z.maxLength(GALLERY_MAX)),
  }),
  data: z.array(Photograph),
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

export const deletePhotograph = {
  method: 'DELETE',
  path: '/photographs/:photographId',
  access: 'user',
  summary: 'Deletes a photograph and its files',
  params: z.object({ photographId: Id }),
  data: z.null(),
  errors: ['forbidden'],
} as const satisfies Endpoint
