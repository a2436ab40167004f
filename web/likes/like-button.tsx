/** A text button to like a track, album, episode or playlist. Applied immediately, and reverted with a message if the server
 * refuses. All likes share one set of ids (library-entry.ts). */
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'
import { useLibraryEntry } from './library-entry.ts'

export function LikeButton({
  contentId,
  title,
  className,
}: {
  contentId: string
  /** The title of the content, for screen readers. */
  title: string
  className?: string
}) {
  const { isSaved, toggle } = useLibraryEntry(contentId)
  return (
    <WordButton label={t('library.like', { title })} aria-pressed={isSaved} onClick={toggle} className={className}>
      {t('library.likeWord')}
    </WordButton>
  )
}
