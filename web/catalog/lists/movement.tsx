/** How a chart position has changed since the day before: up or down by a number, new, or unchanged. `inWords` where there is
 * room to say it. */
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'

export type Moved = { rank: number; previousRank: number | null; isNew: boolean }

export function Movement({ rank, previousRank, isNew, inWords = false }: Moved & { inWords?: boolean }) {
  if (isNew) return <span className="shrink-0 font-semi text-pink">{t('top.isNew')}</span>
  if (previousRank === null) return null
  const places = previousRank - rank
  if (places === 0) return <span className={inWords ? 'text-ink-3' : 'sr-only'}>{t('top.unmoved')}</span>
  const since = t(places > 0 ? 'top.up' : 'top.down', { places: Math.abs(places) })
  if (inWords) return <span>{since}</span>
  return (
    <span className={classNames('shrink-0 font-semi', places > 0 ? 'rising text-mint' : 'falling text-ink-3')}>
      <span aria-hidden="true">{Math.abs(places)}</span>
      <span className="sr-only">{since}</span>
    </span>
  )
}
