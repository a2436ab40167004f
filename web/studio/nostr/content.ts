/** The kinds of studio content that can be published on nostr. */
import type { getAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { getPodcast } from '#contract/catalog/podcasts.ts'

export type NostrContent =
  | { kind: 'album'; album: Wire<typeof getAlbum> }
  | { kind: 'podcast'; podcast: Wire<typeof getPodcast> }
