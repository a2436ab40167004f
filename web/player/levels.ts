/** How much louder or softer a sound is played so that all are equally loud: EBU R128 loudness against one target.
 * Songs of an album that follow each other are moved together, so that the quiet one among them stays quiet. */

import type { Playable, Queue } from './queue.ts'

/** LUFS; what most services play at. */
const TARGET_LUFS = -14
/** Very quiet recordings are not torn up: their noise would come along. */
const RAISE_MAX_DB = 6
const LOWER_MAX_DB = 18
/** Raising leaves so much room below the loudest a sample can be. */
const HEADROOM_DB = 1

export type Measured = { loudnessLufs: number | null; truePeakDb: number | null }

function gainFor({ loudnessLufs, truePeakDb }: Measured): number {
  if (loudnessLufs === null) return 1
  const wantedDb = Math.min(RAISE_MAX_DB, Math.max(-LOWER_MAX_DB, TARGET_LUFS - loudnessLufs))
  const roomDb = truePeakDb === null ? 0 : Math.max(0, -HEADROOM_DB - truePeakDb)
  return 10 ** (Math.min(wantedDb, Math.max(0, roomDb)) / 20)
}

export type Shape = Measured & { albumLoudnessLufs: number | null; albumTruePeakDb: number | null }

/** By its album where a neighbour in the queue is of the same one, by itself otherwise. */
export function levelOf(queue: Queue, track: Playable, shape: Shape): number {
  const at = queue.activeTrackList.indexOf(track)
  const isAmongItsOwn = [at - 1, at + 1].some((place) => {
    const neighbour = queue.activeTrackList[place]
    return neighbour?.albumId !== undefined && neighbour.albumId === track.albumId
  })
  const isWhole = isAmongItsOwn && !queue.shuffle && shape.albumLoudnessLufs !== null
  if (!isWhole) return gainFor(shape)
  return gainFor({ loudnessLufs: shape.albumLoudnessLufs, truePeakDb: shape.albumTruePeakDb })
}
