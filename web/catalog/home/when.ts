/** When to hear a song, in one sentence: by its genre, or by how long it takes. Nothing is invented for a single song. */
import { t, type TranslationKey } from '#web/words/words.ts'
import type { TrackWire } from '#web/player/state/playables.ts'

/** By the ids of server/migrations/0006-classification.sql, which never change. */
const BY_GENRE: Readonly<Record<number, TranslationKey>> = {
  1: 'when.dance',
  2: 'when.walk',
  3: 'when.quiet',
  4: 'when.evening',
  5: 'when.sing',
  6: 'when.rain',
  7: 'when.listen',
  8: 'when.morning',
  9: 'when.wayHome',
  10: 'when.listen',
  11: 'when.morning',
  12: 'when.dance',
  13: 'when.sing',
  14: 'when.wayHome',
  15: 'when.evening',
  16: 'when.dance',
  17: 'when.loud',
  18: 'when.walk',
  19: 'when.loud',
  20: 'when.evening',
  21: 'when.dance',
  22: 'when.loud',
  23: 'when.listen',
  24: 'when.listen',
  25: 'when.morning',
}

const SECONDS_PER_MINUTE = 60

/** No sentence appears twice: a second song of a genre gets the sentence of its length. */
export function whenToHear(tracks: readonly TrackWire[]): string[] {
  const used = new Set<TranslationKey>()
  return tracks.map(({ genreId, duration }) => {
    const key = genreId === null ? undefined : BY_GENRE[genreId]
    if (key === undefined || used.has(key)) {
      return t('when.minutes', { count: Math.max(1, Math.round((duration ?? 0) / SECONDS_PER_MINUTE)) })
    }
    used.add(key)
    return t(key)
  })
}
