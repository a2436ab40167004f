/** Where an episode is in its show: its season, its number, and what it is when it is a trailer or a bonus. Episodes saved
 * for offline listening by an earlier version have none of these. */
import type { EpisodeWire } from '#web/player/state/playables.ts'
import { t } from '#web/words/words.ts'

type Kind = EpisodeWire['kind'] | undefined

export function nameOfKind(kind: Kind): string {
  if (kind === 'trailer') return t('catalog.trailer')
  if (kind === 'bonus') return t('catalog.bonus')
  return t('search.episode')
}

/** 'Season 2', 'Episode 5'. */
export function placeOf({ season, number }: Pick<EpisodeWire, 'season' | 'number'>): string[] {
  return [
    ...(season ? [t('catalog.season', { season })] : []),
    // Not written as an amount: 1024 has no separator.
    ...(number ? [t('catalog.episodeNumber', { number: String(number) })] : []),
  ]
}

/** A trailer or a bonus, which lists name. */
export const isSpecial = (kind: Kind): boolean => kind === 'trailer' || kind === 'bonus'
