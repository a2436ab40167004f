/** What pages say about a release in a word: its kind and its year. What it is in detail is at the foot of its page. */
import type { TranslationKey } from '#web/words/words.ts'
import { t } from '#web/words/words.ts'

const KINDS: Partial<Record<string, TranslationKey>> = {
  ep: 'catalog.ep',
  single: 'catalog.single',
  live: 'catalog.live',
  compilation: 'catalog.compilation',
  mixtape: 'catalog.mixtape',
}

/** Releases saved for offline listening by an earlier version have no kind. */
export const describeKind = (kind: string): string => t(KINDS[kind] ?? 'catalog.album')

/** The original year, else the year of publication here. */
export const yearOf = (release: { originalDate: string | null; publishedAt: string | null }): string | undefined =>
  (release.originalDate ?? release.publishedAt)?.slice(0, 4)
