/** The kinds of studio content that can be published on nostr, and whether it is public here. */
import type { getAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { getPodcast } from '#contract/catalog/podcasts.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { isOut } from '#web/studio/publishing/status.ts'

/** Made of audio. */
export type NostrWork =
  | { kind: 'album'; album: Wire<typeof getAlbum> }
  | { kind: 'podcast'; podcast: Wire<typeof getPodcast> }
export type NostrContent = NostrWork | { kind: 'event'; concert: ConcertWire }

export function isPublicWork(content: NostrContent): boolean {
  if (content.kind === 'event') return !content.concert.isDraft && !content.concert.isCancelled
  return isOut(content.kind === 'album' ? content.album : content.podcast)
}
