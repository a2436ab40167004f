/** What is shared of a track or episode in the queue or in a row. */
import type { ShareTarget } from '#web/frame/share-target.ts'
import type { Playable } from '#web/player/state/queue.ts'

export function shareTargetOf({ id, title, artist, artworkUrl, contentHref, durationSeconds }: Playable): ShareTarget {
  return { path: contentHref, title, byline: artist, artworkUrl, contentId: id, durationSeconds }
}
