/** Tracks that the server sorted by their sats, most first: without those that have none, unless none has any. */
import type { TrackWire } from '#web/player/state/playables.ts'

export const isZapped = (tracks: readonly TrackWire[]): boolean => (tracks[0]?.msatTotal ?? 0) > 0

export const mostZapped = (tracks: TrackWire[]): TrackWire[] =>
  isZapped(tracks) ? tracks.filter(({ msatTotal }) => msatTotal > 0) : tracks
