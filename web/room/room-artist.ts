/** The artist of a live chat, as on their page: loading it again, and the chat's metadata on nostr (name, description, image). */
import type { QueryClient } from '@tanstack/react-query'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { ChannelMetadata } from '#protocols/nostr/channel.ts'
import { queryKeyOf } from '#web/data/queries.ts'

export type ChatArtist = Wire<typeof getArtistByUrl>

export function metadataOf(
  { name, bio, artworkUrl }: Pick<ChatArtist, 'name' | 'bio' | 'artworkUrl'>,
  relays: readonly string[],
  publicUrl: string,
): ChannelMetadata {
  const picture = artworkUrl === null ? null : new URL(artworkUrl, publicUrl || location.origin).href
  return { name, about: bio, picture, relays: [...relays] }
}

export async function refreshArtist(queries: QueryClient): Promise<void> {
  await Promise.all([getArtist, getArtistByUrl].map((one) => queries.invalidateQueries({ queryKey: queryKeyOf(one) })))
}
