/** What changed in the selected days, compared with as much time before: largest change first. Shown by changes.tsx. */
import type { getAudience } from '#contract/listening/audience.ts'
import type { Wire } from '#contract/endpoint.ts'
import { PlaySource } from '#contract/play-sources.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatCount, formatSatsAmount, playSources } from './wordings.ts'

export type Audience = Wire<typeof getAudience>
/** In msat. */
export type Earned = { now: number; before: number }
/** `inSentence`: the name within a sentence. Amounts of money are in msat. */
export type Change = { key: string; name: string; inSentence: string; now: number; before: number; isMoney: boolean }

const SHOWN_MAX = 8

/** Earnings, if there were any, and plays come first, whether they changed or not: everything else is seen beside them. */
export function listChanges(audience: Audience, earned: Earned | null): Change[] {
  const { playTotal, playsBefore, listeners, growth, parts } = audience
  const ofKind = (kind: Audience['parts'][number]['kind']) => parts.filter((part) => part.kind === kind)
  // A single source or title says the same as all plays.
  const several = [ofKind('source'), ofKind('content')].filter(({ length }) => length > 1).flat()
  const others: Change[] = [
    ...(listeners ? [changeOf('listeners', t('analytics.listeners'), listeners.total, listeners.before)] : []),
    ...growth.map(({ kind, gained, gainedBefore }) => changeOf(kind, t(gains[kind]), gained, gainedBefore)),
    ...several.map((part) => {
      const name = nameOfPart(part)
      const change = changeOf(part.key, name, part.playTotal, part.playsBefore)
      return part.kind === 'content' ? { ...change, inSentence: name } : change
    }),
  ]
  const changed = others.filter(({ now, before }) => now !== before).toSorted(bySize)
  const hasEarned = earned !== null && earned.now + earned.before > 0
  return [
    ...(hasEarned ? [changeOf('earnings', t('analytics.earnings'), earned.now, earned.before, true)] : []),
    changeOf('plays', t('analytics.plays'), playTotal, playsBefore),
    ...changed,
  ].slice(0, SHOWN_MAX)
}

/** German writes nouns with a capital; the other languages do so at the beginning of a label only. */
function changeOf(key: string, name: string, now: number, before: number, isMoney = false): Change {
  const isCapital = currentLanguage() === 'de'
  const inSentence = isCapital ? name : name.slice(0, 1).toLocaleLowerCase(currentLanguage()) + name.slice(1)
  return { key, name, inSentence, now, before, isMoney }
}

/** Below this, a change of proportion says little: 0 to 1 follower is not more than 100 to 300 plays. */
const FEW = 10
const FEW_MSAT = 1_000_000

/** In proportion to the larger of the two: so plays, followers and sats are comparable. */
const sizeOf = ({ now, before, isMoney }: Change) =>
  Math.abs(now - before) / (Math.max(now, before) + (isMoney ? FEW_MSAT : FEW))
const bySize = (one: Change, other: Change) => sizeOf(other) - sizeOf(one)

/** Null: nothing changed. */
export function largestOf(changes: readonly Change[]): Change | null {
  return changes.filter(({ now, before }) => now !== before).toSorted(bySize)[0] ?? null
}

const gains: Record<Audience['growth'][number]['kind'], TranslationKey> = {
  follower: 'analytics.newFollowers',
  save: 'analytics.newSaves',
  playlist: 'analytics.newPlaylists',
}

/** Of a source that this version does not know, the name in the contract. */
export function nameOfPart({ kind, key, title }: Audience['parts'][number]): string {
  if (kind === 'content') return title
  const source = PlaySource.options.find((one) => one === key)
  return source === undefined ? key : t(playSources[source])
}

export const formatFigure = (value: number, { isMoney }: Change): string =>
  isMoney ? formatSatsAmount(value) : formatCount(value)

/** '+12', '−3', '0' or '+12 sats'. */
export function formatChange(change: Change): string {
  const difference = change.now - change.before
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  return sign + formatFigure(Math.abs(difference), change)
}
