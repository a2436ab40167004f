/** The live chat of an artist: a Nostr channel (NIP-28) that the owner of the artist has created with their own key.
 * The server stores its id; the messages are on relays. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Hex32, Id, signedEvent } from '#contract/fields.ts'

/** Creates a channel (kind 40): its name, description, picture and relays. */
const ChannelEvent = signedEvent(40, { tags: 50, contentCharacters: 16_000 })

/** `id`: the id of the event that created it. `pubkey`: its author, whose moderation applies to everyone. */
export const Room = z.object({ id: Hex32, pubkey: Hex32 })

const ArtistParams = z.object({ artistId: Id })

export const openChatRoom = {
  method: 'PUT',
  path: '/artists/:artistId/room',
  access: 'user',
  summary: 'Sets the chat room of an artist of the caller: the channel of this event (kind 40), signed by a linked key',
  params: ArtistParams,
  body: z.strictObject({ event: ChannelEvent }),
  data: Room,
  errors: ['nostr-event-invalid', 'conflict', 'forbidden'],
} as const satisfies Endpoint

export const closeRoom = {
  method: 'DELETE',
  path: '/artists/:artistId/room',
  access: 'user',
  summary: 'Removes the chat room of an artist of the caller; its messages stay on the relays',
  params: ArtistParams,
  data: z.object({ artistId: Id }),
  errors: ['forbidden'],
} as const satisfies Endpoint
