/** What changed in the selected days, compared with as much time before: largest change first. Shown by changes.tsx. */
import type { getAudience } from '#contract/listening/audience.ts'
import type { Wire } from '#contract/endpoint.ts'
import { formatNumber } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { playSources } from './wordings.ts'

export type Audience = Wire<typeof getAudience>
export type Change = { key: string; name: string; now: number; before: number }

const SHOWN_MAX = 8

/** Plays come first, whether they changed or not: everything else is to be seen beside them. */
export function listChanges({ playTotal, playsBefore, ...audience }: Audience): Change[] {
  const { listeners, followers, saves, playlists, sources, moved } = audience
  const others: Change[] = [
    ...(listeners
      ? [{ key: 'listeners', name: t('analytics.listeners'), now: listeners.total, before: listeners.before }]
      : []),
    ...(followers ? [gainedOf('followers', t('analytics.newFollowers'), followers)] : []),
    gainedOf('saves', t('analytics.newSaves'), saves),
    gainedOf('playlists', t('analytics.newPlaylists'), playlists),
    // A single source or title says the same as all plays.
    ...(sources.length > 1
      ? sources.map((one) => ({
          key: one.source,
          name: t(playSources[one.source]),
          now: one.playTotal,
          before: one.playsBefore,
        }))
      : []),
    ...(moved.length > 1
      ? moved.map((one) => ({ key: one.trackId, name: one.title, now: one.playTotal, before: one.playsBefore }))
      : []),
  ]
  const changed = others
    .filter(({ now, before }) => now !== before)
    .toSorted((one, other) => Math.abs(other.now - other.before) - Math.abs(one.now - one.before))
  return [{ key: 'plays', name: t('analytics.plays'), now: playTotal, before: playsBefore }, ...changed].slice(
    0,
    SHOWN_MAX,
  )
}

const gainedOf = (key: string, name: string, { gained, gainedBefore }: Audience['saves']): Change => ({
  key,
  name,
  now: gained,
  before: gainedBefore,
})

/** '+12', '−3' or '0'. */
export const formatChange = ({ now, before }: Change): string =>
  formatNumber(now - before, { signDisplay: 'exceptZero' }).replace('-', '−')
