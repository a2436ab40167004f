/** The menu of a row with a track or an episode. The button is visible on hover and focus, and always on touch devices; the
 * entries are loaded with the menu (row-entries.tsx). */
import type { Playable } from '#web/player/state/queue.ts'
import { LateMenu } from '#web/ui/overlays/late-menu.tsx'
import { t } from '#web/words/words.ts'

const load = async () => (await import('./row-entries.tsx')).RowEntries

export function RowMenu({ playable }: { playable: Playable }) {
  return (
    <LateMenu
      load={load}
      label={t('row.moreOf', { title: playable.title })}
      button={t('row.more')}
      buttonClassName="min-h-11 min-w-11 px-1 text-sm font-semi underline decoration-[1.5px] underline-offset-4 transition-opacity aria-expanded:opacity-100 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-fine:opacity-0"
      playable={playable}
    />
  )
}
