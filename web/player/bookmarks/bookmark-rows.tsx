/** Rows of bookmarks: the second, which plays from there, the note, and a button that deletes it. */
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { ShownBookmark } from './bookmarks.ts'

export function BookmarkRows({
  bookmarks,
  label,
  onPlay,
  onRemove,
}: {
  bookmarks: readonly ShownBookmark[]
  label: string
  /** Absent when the content can no longer be played. */
  onPlay?: ((seconds: number) => void) | undefined
  onRemove: (id: string) => void
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {bookmarks.map(({ id, positionSeconds, note }) => {
        const time = formatDuration(positionSeconds)
        return (
          <li key={id} className="flex items-center gap-3">
            <button
              type="button"
              disabled={!onPlay}
              onClick={() => onPlay?.(positionSeconds)}
              className="flex min-h-14 min-w-0 flex-1 items-baseline gap-4 py-2.5 text-left enabled:hover:underline"
            >
              <span className="sr-only">{t('bookmarks.playFrom')} </span>
              <span className="w-14 shrink-0 font-semi">{time}</span>
              <span className="min-w-0 break-words">{note ?? t('bookmarks.noNote')}</span>
            </button>
            <WordButton
              label={t('bookmarks.remove', { time })}
              onClick={() => onRemove(id)}
              className="shrink-0 px-1 text-sm"
            >
              {t('row.delete')}
            </WordButton>
          </li>
        )
      })}
    </ul>
  )
}
