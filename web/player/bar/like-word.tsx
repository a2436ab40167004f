/** Likes the current track: in the bar and on the full screen. */
import { useLibraryEntry } from '#web/likes/library-entry.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import type { Playable } from '#web/player/state/queue.ts'

export function LikeWord({ track: { id, title }, className }: { track: Playable; className: string }) {
  const { isSaved, toggle } = useLibraryEntry(id)
  return (
    <button
      type="button"
      aria-label={t('library.like', { title })}
      aria-pressed={isSaved}
      onClick={toggle}
      className={classNames('ticked', className)}
    >
      {t('library.likeWord')}
    </button>
  )
}
