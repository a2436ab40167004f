/** Loudness normalisation: the gain that brings a recording to the target loudness (EBU R128).
 * Consecutive songs of one album get the same gain, so that the quiet ones among them stay quiet. */

import type { Playable, Queue } from '#web/player/state/queue.ts'

/** In LUFS; the target of most streaming services. */
const TARGET_LUFS = -14
/** Limits how much very quiet recordings are raised, because their noise is raised too. */
const RAISE_MAX_DB = 6
const LOWER_MAX_DB = 18
/** Raising leaves this much headroom below full scale. */
const HEADROOM_DB = 1

export type Measured = { loudnessLufs: number | null; truePeakDb: number | null }

function gainFor({ loudnessLufs, truePeakDb }: Measured): number {
  if (loudnessLufs === null) return 1
  const wantedDb = Math.min(RAISE_MAX_DB, Math.max(-LOWER_MAX_DB, TARGET_LUFS - loudnessLufs))
  const roomDb = truePeakDb === null ? 0 : Math.max(0, -HEADROOM_DB - truePeakDb)
  return 10 ** (Math.min(wantedDb, Math.max(0, roomDb)) / 20)
}

export type Shape = Measured & { albumLoudnessLufs: number | null; albumTruePeakDb: number | null }

/** Uses the album's loudness when a neighbour in the queue is of the same album, otherwise the track's own. */
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
