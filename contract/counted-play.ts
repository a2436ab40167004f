/** What has to be heard of a sound before it counts as played. Plain numbers, so that the smallest player can bring them.
 * How plays are reported is plays.ts. */

/** What must have been heard of a track or episode; of one that is shorter than this, half of it. */
const COUNTED_SECONDS = 30

/** What has to be heard of a sound of this length before it counts, in seconds. */
export function countedSeconds(durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds >= COUNTED_SECONDS) return COUNTED_SECONDS
  return durationSeconds / 2
}
