/** Performers of albums and tracks: artists of this server, or only names. Pages link to an artist of another user after that
 * user has confirmed it. Being named gives no right and no money. The albums on which an artist appears are in albums.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, TITLE_MAX, formList, text } from '#contract/fields.ts'
import { PERFORMERS_MAX, PerformerRole } from '#contract/performer-roles.ts'

export const NewPerformer = z.strictObject({
  name: text(TITLE_MAX),
  role: PerformerRole,
  /** An artist of this server; null for a name only. */
  artistId: z.optional(z.nullable(Id)),
})
const list = z.array(NewPerformer).check(z.maxLength(PERFORMERS_MAX))

/** All performers in order, in a JSON request. Null and an empty list clear them. */
export const NewPerformers = z.optional(z.nullable(list))
/** The same in a form, as JSON text. */
export const FormPerformers = formList(list)

/** Without a link (name only, not confirmed, artist not public) the id and the URL are null. The owner of the release also
 * gets the ids of artists that have not confirmed. */
export const Performer = z.object({
  /** Of a linked artist, its current name; otherwise as it was entered. */
  name: z.string(),
  role: PerformerRole,
  artistId: z.nullable(Id),
  artistUrl: z.nullable(z.string()),
})

/** A byline in parts: names, which may be links, and the words between them, which have no role. */
export const BylinePart = z.object({
  text: z.string(),
  role: z.nullable(PerformerRole),
  artistUrl: z.nullable(z.string()),
})

const Appearance = z.object({ artistId: Id, albumId: Id })

export const confirmAppearance = {
  method: 'PUT',
  path: '/artists/:artistId/appearances/:albumId',
  access: 'user',
  summary: 'Confirms that an artist performs on an album, which links it there and on the tracks',
  params: Appearance,
  data: Appearance,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const removeAppearance = {
  method: 'DELETE',
  path: '/artists/:artistId/appearances/:albumId',
  access: 'user',
  summary: 'Removes an artist from the performers of an album and its tracks, for good; only the name stays there',
  params: Appearance,
  data: Appearance,
  errors: ['forbidden'],
} as const satisfies Endpoint

/** Of calls that change credits and performers. */
export const performerErrors = [
  'recipients-unknown',
  'performer-repeated',
  'performer-unknown',
  'performer-refused',
] as const
