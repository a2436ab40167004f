/** A row of a list of tracks or episodes. While its audio is selected in the player, background and text change places and
 * the title is large. Every list that can be played uses these rows. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { usePlayer } from '#web/player/state/store.ts'

/** Whether one of these tracks is selected in the player, and whether it is playing. */
export function usePlaying(ids: readonly string[]): { isCurrent: boolean; isPlaying: boolean } {
  const isCurrent = usePlayer((state) => state.activeTrackId !== null && ids.includes(state.activeTrackId))
  const isSounding = usePlayer((state) => state.isPlaying)
  return { isCurrent, isPlaying: isCurrent && isSounding }
}

export function PlayableRow({
  ids,
  className,
  style,
  children,
}: {
  /** What the row plays: one, unless it stands for a saved album. */
  ids: readonly string[]
  className: string
  style?: CSSProperties | undefined
  children: ReactNode
}) {
  const { isCurrent } = usePlaying(ids)
  return (
    <li
      {...(isCurrent && { 'aria-current': true })}
      style={style}
      className={classNames('group/row', isCurrent && 'inverse', className)}
    >
      {children}
    </li>
  )
}

/** The title of a dense row, linked to its page. */
export function RowTitle({
  id,
  href,
  className,
  children,
}: {
  id: string
  href: string
  /** While it is not selected. */
  className?: string
  children: string
}) {
  const { isCurrent } = usePlaying([id])
  return (
    // What stands beside it goes below it before a line has less than 8 em.
    <span className={classNames('min-w-0', isCurrent && '@container flex-[1_1_9rem]')}>
      <Link
        to={href}
        className={classNames(
          'min-w-0 hover:underline',
          isCurrent ? 'line-clamp-2 title-2 title-in-room py-0.5' : classNames('block truncate leading-6', className),
        )}
      >
        {children}
      </Link>
    </span>
  )
}
