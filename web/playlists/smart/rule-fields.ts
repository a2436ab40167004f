/** The fields that a rule can have a condition on: their names, and the defaults of a new rule. */
import type * as z from 'zod/mini'
import { moods, type smartOrders, type SmartDefinition, type SmartRule } from '#contract/listening/smart-rules.ts'
import type { TranslationKey } from '#web/words/words.ts'

export type Rule = z.input<typeof SmartRule>
export type Definition = z.input<typeof SmartDefinition>
export type Field = Rule['field']

export const fieldNames: Record<Field, TranslationKey> = {
  genre: 'smart.genre',
  artist: 'smart.artist',
  mood: 'smart.mood',
  explicit: 'smart.explicit',
  seconds: 'smart.seconds',
  released: 'smart.released',
  'released-within': 'smart.releasedWithin',
  sats: 'smart.sats',
  liked: 'smart.liked',
  zapped: 'smart.zapped',
  plays: 'smart.plays',
  'not-played-within': 'smart.notPlayedWithin',
}

export const orderNames: Record<(typeof smartOrders)[number], TranslationKey> = {
  newest: 'smart.newest',
  oldest: 'smart.oldest',
  sats: 'smart.mostSats',
  'my-plays': 'smart.mostPlayed',
  random: 'smart.random',
}

/** The defaults of a rule whose field has just been selected. */
export function newRule(field: Field): Rule {
  switch (field) {
    case 'genre':
      return { field, genreIds: [] }
    case 'artist':
      return { field, artistIds: [] }
    case 'mood':
      return { field, mood: moods[0] }
    case 'explicit':
      return { field, is: false }
    case 'liked':
      return { field, is: true }
    case 'seconds':
      return { field, min: 60, max: 300 }
    case 'released':
      return { field }
    case 'released-within':
      return { field, days: 30 }
    case 'sats':
      return { field, min: 100 }
    case 'zapped':
      return { field, min: 1 }
    case 'plays':
      return { field, min: 1 }
    case 'not-played-within':
      return { field, days: 30 }
  }
}

/** False for a rule without a selected genre or artist, which is not sent yet. */
export const isWhole = (rule: Rule): boolean =>
  (rule.field !== 'genre' || rule.genreIds.length > 0) && (rule.field !== 'artist' || rule.artistIds.length > 0)
