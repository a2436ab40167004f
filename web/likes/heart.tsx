/** The heart: likes a track, album, episode or playlist, and follows an artist or a show. Applied immediately, and
 * reverted with a message if the server refuses. All hearts share one set of ids (library-entry.ts). */
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { HeartIcon } from '#web/ui/icon.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { useLibraryEntry } from './library-entry.ts'

export function HeartButton({
  contentId,
  title,
  isWord = false,
  className,
}: {
  contentId: string
  /** The title of the content, for screen readers. */
  title: string
  /** As a word, for the top of a page. */
  isWord?: boolean
  className?: string
}) {
  const { isSaved, toggle } = useLibraryEntry(contentId)
  if (isWord) {
    return (
      <WordButton label={t('library.like', { title })} aria-pressed={isSaved} onClick={toggle}>
        {t('library.likeWord')}
      </WordButton>
    )
  }
  return (
    <IconButton
      label={t('library.like', { title })}
      aria-pressed={isSaved}
      onClick={toggle}
      className={classNames(isSaved && 'text-pink!', className)}
    >
      <HeartIcon
        size={18}
        aria-hidden="true"
        className={classNames('transition-transform', isSaved && 'scale-110 fill-current')}
      />
    </IconButton>
  )
}
