/** How a track follows another: after a cut, without a gap, or over the end of the one before. */
import type { Transition } from '#web/player/engine/transitions.ts'
import { currentTrack, type Queue } from './queue.ts'

export const CROSSFADE_MAX_SECONDS = 12
/** Of a short track at most this part is faded. */
const PART_MAX = 1 / 3

/** Speech is never faded, and neither are songs of an album that follow each other in its order. */
export function transitionTo(next: Queue, from: Queue, crossfadeSeconds: number): Transition {
  const [before, after] = [currentTrack(from), currentTrack(next)]
  if (before?.contentType !== 'track' || after?.contentType !== 'track') return 'cut'
  const isInOrder = !from.shuffle && next.activeTrackIndex === from.activeTrackIndex + 1
  const isOneAlbum = before.albumId !== undefined && before.albumId === after.albumId
  const part = Math.min(before.durationSeconds, after.durationSeconds) * PART_MAX
  const fadeSeconds = Math.min(crossfadeSeconds, CROSSFADE_MAX_SECONDS, part)
  return (isInOrder && isOneAlbum) || fadeSeconds <= 0 ? 'gapless' : { fadeSeconds }
}
