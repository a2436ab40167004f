/** The heart: likes a track, album, episode or playlist, and follows an artist or a show. Shown at once, and put back with a
 * word when the server refuses. The same set of ids is behind all of them (kept.ts). */
import { IconButton } from '../ui/icon-button.tsx'
import { HeartIcon } from '../ui/icon.tsx'
import { classNames } from '../ui/class-names.ts'
import { t } from '../words/words.ts'
import { useKept } from './kept.ts'

export function HeartButton({
  contentId,
  title,
  isLarge = false,
  className,
}: {
  contentId: string
  /** What it is called, for who cannot see where the heart stands. */
  title: string
  /** In the headers of pages, beside the other large buttons. */
  isLarge?: boolean
  className?: string
}) {
  const { isKept, toggle } = useKept(contentId)
  return (
    <IconButton
      label={t('library.like', { title })}
      aria-pressed={isKept}
      onClick={toggle}
      className={classNames(
        isLarge && 'size-12 border-[1.5px] border-current !text-inherit',
        isKept && !isLarge && 'text-pink!',
        className,
      )}
    >
      <HeartIcon
        size={isLarge ? 20 : 18}
        aria-hidden="true"
        className={classNames('transition-transform', isKept && 'scale-110 fill-current')}
      />
    </IconButton>
  )
}
