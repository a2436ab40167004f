/** The public room of an artist: a channel of nostr (NIP-28) that the owner of the artist has made with a key of their own.
 * The server keeps which one it is; what is said in it is at the relays. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Hex32, Id } from './fields.ts'

const TAGS_MAX = 50
const TAG_ITEMS_MAX = 20
const TAG_LETTERS_MAX = 1_000
/** Letters of what the event says: name, words, picture and relays. */
const CONTENT_MAX = 16_000

/** The event that makes a channel (kind 40), as it is signed. Its content is JSON in a string. */
const ChannelEvent = z.strictObject({
  id: Hex32,
  pubkey: Hex32,
  created_at: z.int().check(z.nonnegative()),
  kind: z.literal(40),
  tags: z
    .array(z.array(z.string().check(z.maxLength(TAG_LETTERS_MAX))).check(z.maxLength(TAG_ITEMS_MAX)))
    .check(z.maxLength(TAGS_MAX)),
  content: z.string().check(z.maxLength(CONTENT_MAX)),
  sig: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})

/** `id`: that of the event that made it. `pubkey`: who signed that, and whose hiding counts for everybody. */
export const Room = z.object({ id: Hex32, pubkey: Hex32 })

const ArtistParams = z.object({ artistId: Id })

export const openRoom = {
  method: 'PUT',
  path: '/artists/:artistId/room',
  access: 'user',
  summary:
    'Gives an artist of mine the room that this event (kind 40) makes, signed by a key that is linked to my account',
  params: ArtistParams,
  body: z.strictObject({ event: ChannelEvent }),
  data: Room,
  errors: ['nostr-event-invalid', 'conflict', 'forbidden'],
} as const satisfies Endpoint

export const closeRoom = {
  method: 'DELETE',
  path: '/artists/:artistId/room',
  access: 'user',
  summary: 'Forgets the room of an artist of mine; what was said stays at the relays',
  params: ArtistParams,
  data: z.object({ artistId: Id }),
  errors: ['forbidden'],
} as const satisfies Endpoint
