/** Saves the current track, with a short confirmation: in the bar and on the full screen. */
import { useKept } from '#web/likes/kept.ts'
import { t } from '#web/words/words.ts'
import type { Playable } from '#web/player/state/queue.ts'

export function SaveWord({ track: { id, title }, className }: { track: Playable; className: string }) {
  const { isKept, toggle } = useKept(id)
  return (
    <button type="button" onClick={toggle} className={className}>
      {t(isKept ? 'player.saved' : 'player.save')}
      <span className="sr-only"> {title}</span>
    </button>
  )
}
