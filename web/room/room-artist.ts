/** The artist of a live chat as on their page, and the chat's metadata on nostr: name, description and image. */
import type { getArtistByUrl } from '#contract/catalog/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { ChannelMetadata } from '#protocols/nostr/channel.ts'

export type ChatArtist = Wire<typeof getArtistByUrl>

export function metadataOf(
  { name, bio, artworkUrl }: Pick<ChatArtist, 'name' | 'bio' | 'artworkUrl'>,
  relays: readonly string[],
  publicUrl: string,
): ChannelMetadata {
  const picture = artworkUrl === null ? null : new URL(artworkUrl, publicUrl || location.origin).href
  return { name, about: bio, picture, relays: [...relays] }
}
