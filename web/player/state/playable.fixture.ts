/** A track for tests of the queue. */
import type { Playable } from './queue.ts'

export const playableOf = (id: string): Playable => ({
  id,
  title: id,
  artist: 'Ann',
  artworkUrl: null,
  audioUrl: `/files/${id}.mp3`,
  durationSeconds: 60,
  contentType: 'track',
  contentHref: `/track/${id}`,
  parentContentHref: '/artist/ann',
})
