/** How a chart position has changed since the day before: up or down by a number, new, or unchanged. */
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'

export type Moved = { rank: number; previousRank: number | null; isNew: boolean }

export function Movement({ rank, previousRank, isNew }: Moved) {
  if (isNew) return <span className="shrink-0 font-semi text-pink">{t('top.isNew')}</span>
  if (previousRank === null) return null
  const places = previousRank - rank
  if (places === 0) {
    return (
      <span className="shrink-0 text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('top.unmoved')}</span>
      </span>
    )
  }
  return (
    <span className={classNames('shrink-0 font-semi', places > 0 ? 'text-mint' : 'text-ink-3')}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'} {Math.abs(places)}
      </span>
      <span className="sr-only">{t(places > 0 ? 'top.up' : 'top.down', { places: Math.abs(places) })}</span>
    </span>
  )
}
