/** Saves the current track, with a short confirmation: in the bar and on the full screen. */
import { useLibraryEntry } from '#web/likes/library-entry.ts'
import { t } from '#web/words/words.ts'
import type { Playable } from '#web/player/state/queue.ts'

export function SaveStatus({ track: { id, title }, className }: { track: Playable; className: string }) {
  const { isSaved, toggle } = useLibraryEntry(id)
  return (
    <button type="button" onClick={toggle} className={className}>
      {t(isSaved ? 'player.saved' : 'player.save')}
      <span className="sr-only"> {title}</span>
    </button>
  )
}
