/** How much of an audio item must be heard before it counts as a play. Without dependencies, so that the smallest player can
 * include it. Reporting plays is in plays.ts. */

/** For a track or episode; for shorter ones, half of the duration. */
const COUNTED_SECONDS = 30

/** How many seconds of an audio item of this duration must be heard before it counts. */
export function countedSeconds(durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds >= COUNTED_SECONDS) return COUNTED_SECONDS
  return durationSeconds / 2
}
