/** The live chat of an artist: stores and removes the event that creates it. Messages are sent through nostr relays
 * only; protocols/nostr/channel.ts defines which events are messages. */
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type * as calls from '#contract/community/rooms.ts'
import { parseSignedChannel } from '#protocols/nostr/channel.ts'
import { InvalidEvent, type NostrEvent } from '#protocols/nostr/event.ts'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findArtist, lockArtist } from './artist-queries.ts'
import { type Catalog } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'

type Room = Data<typeof calls.openChatRoom>

/** Allowance for clocks that differ. */
const CLOCK_SKEW_MAX_SECONDS = 600

/** Owner only. An artist has one live chat; a new one requires that the first was removed. */
export async function openChatRoom(
  { database, clock }: Catalog,
  caller: Caller,
  artistId: string,
  given: unknown,
): Promise<Room> {
  await requireMay(database.read, caller, await findArtist(database.read, artistId), 'money')
  const { id, pubkey } = readGiven(given, clock.now())
  return database.transaction(async (tx) => {
    const artist = await requireMay(tx, caller, await lockArtist(tx, artistId), 'money')
    if (artist.room_id === id) return { id, pubkey }
    if (artist.room_id !== null) throw new AppError(409, 'conflict', 'This artist has a room already.')
    if ((await findOwnerOfKey(tx, pubkey)) !== artist.user_id) throw invalid('Its key is not linked to this account')
    await setColumns(tx, 'artist', artist.id, { room_id: id, room_pubkey: pubkey }, clock.now())
    return { id, pubkey }
  })
}

/** Owner only. A no-op without a live chat. */
export async function closeRoom(
  { database, clock }: Catalog,
  caller: Caller,
  artistId: string,
): Promise<Data<typeof calls.closeRoom>> {
  return database.transaction(async (tx) => {
    const artist = await requireMay(tx, caller, await lockArtist(tx, artistId), 'money')
    if (artist.room_id !== null) {
      await setColumns(tx, 'artist', artist.id, { room_id: null, room_pubkey: null }, clock.now())
    }
    return { artistId: artist.id }
  })
}

function readGiven(given: unknown, now: Date): NostrEvent {
  try {
    return parseSignedChannel(given, Math.floor(now.getTime() / 1_000) + CLOCK_SKEW_MAX_SECONDS)
  } catch (error) {
    throw error instanceof InvalidEvent ? invalid(error.message) : error
  }
}

function invalid(why: string): AppError {
  return new AppError(422, 'nostr-event-invalid', `${errorCodes['nostr-event-invalid']} ${why}.`)
}
