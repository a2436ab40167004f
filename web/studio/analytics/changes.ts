/** What changed in the selected days, compared with as much time before: largest change first. Shown by changes.tsx. */
import type { getAudience } from '#contract/listening/audience.ts'
import type { Wire } from '#contract/endpoint.ts'
import { PlaySource } from '#contract/play-sources.ts'
import { formatNumber } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { playSources } from './wordings.ts'

export type Audience = Wire<typeof getAudience>
export type Change = { key: string; name: string; now: number; before: number }

const SHOWN_MAX = 8

/** Plays come first, whether they changed or not: everything else is to be seen beside them. */
export function listChanges(audience: Audience): Change[] {
  const { playTotal, playsBefore, listeners, growth, parts } = audience
  const ofKind = (kind: Audience['parts'][number]['kind']) => parts.filter((part) => part.kind === kind)
  // A single source or title says the same as all plays.
  const several = [ofKind('source'), ofKind('content')].filter(({ length }) => length > 1).flat()
  const others: Change[] = [
    ...(listeners
      ? [{ key: 'listeners', name: t('analytics.listeners'), now: listeners.total, before: listeners.before }]
      : []),
    ...growth.map(({ kind, gained, gainedBefore }) => ({
      key: kind,
      name: t(gains[kind]),
      now: gained,
      before: gainedBefore,
    })),
    ...several.map((part) => ({
      key: part.key,
      name: nameOfPart(part),
      now: part.playTotal,
      before: part.playsBefore,
    })),
  ]
  const changed = others
    .filter(({ now, before }) => now !== before)
    .toSorted((one, other) => Math.abs(other.now - other.before) - Math.abs(one.now - one.before))
  return [{ key: 'plays', name: t('analytics.plays'), now: playTotal, before: playsBefore }, ...changed].slice(
    0,
    SHOWN_MAX,
  )
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

/** '+12', '−3' or '0'. */
export const formatChange = ({ now, before }: Change): string =>
  formatNumber(now - before, { signDisplay: 'exceptZero' }).replace('-', '−')
