/** The name of a list of tracks that the server sorted by their sats, most first. */
import type { TrackWire } from '#web/player/state/playables.ts'
import { t } from '#web/words/words.ts'

/** With a song that has no zap, the list is not of the most zapped. */
export const nameOfTop = (tracks: readonly TrackWire[]): string =>
  tracks.every(({ msatTotal }) => msatTotal > 0) ? t('catalog.topTracks') : t('catalog.trackList')
