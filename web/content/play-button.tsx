/** Buttons that play a list: large in headers, small in rows, round on covers.
 * The same button pauses what is playing. */
import { classNames } from '#web/ui/class-names.ts'
import { PauseIcon, PlayIcon } from '#web/ui/icon.tsx'
import { usePlaying } from '#web/player/playing/playable-row.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { t } from '#web/words/words.ts'

/** Resumes or pauses when the track is selected in the player; otherwise starts the list. */
export function useToggle(list: readonly Playable[], index = 0): () => void {
  const { playList, togglePlaying } = usePlayer.getState()
  return () => {
    const selected = list[index]
    if (selected && usePlayer.getState().activeTrackId === selected.id) togglePlaying()
    else playList(list, index)
  }
}

/** The play disc: the largest control of a page, alone. */
export function PlayDisc({ list, title }: { list: readonly Playable[]; title: string }) {
  const { isCurrent, isPlaying } = usePlaying(list.map(({ id }) => id))
  const { playList, togglePlaying } = usePlayer.getState()
  if (list.length === 0) return null
  return (
    <button
      type="button"
      onClick={() => (isCurrent ? togglePlaying() : playList(list, 0))}
      aria-label={t(isPlaying ? 'catalog.pauseTitle' : 'catalog.playTitle', { title })}
      className="grid size-[min(4.5rem,24vw)] shrink-0 place-items-center rounded-pill bg-ink text-beige transition-transform active:scale-[0.97] md:size-[min(5.5rem,12vw)]"
    >
      {isPlaying ? <PauseIcon size={30} /> : <PlayIcon size={30} className="ml-1" />}
    </button>
  )
}

/** Overlays a cover: visible while playing, on touch devices and on hover. */
export function CoverPlayButton({
  list,
  index,
  className,
}: {
  list: readonly Playable[]
  index: number
  className?: string
}) {
  const selected = list[index]
  const { isCurrent, isPlaying } = usePlaying(selected ? [selected.id] : [])
  const toggle = useToggle(list, index)
  if (!selected) return null
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={t(isPlaying ? 'catalog.pauseTitle' : 'catalog.playTitle', { title: selected.title })}
      className={classNames('group/play absolute inset-0 grid place-items-center rounded-small', className)}
    >
      <span
        className={classNames(
          'grid size-8 place-items-center rounded-pill bg-ink text-beige transition-opacity',
          !isCurrent && 'pointer-fine:opacity-0 group-hover/row:opacity-100 group-focus-visible/play:opacity-100',
          // Touch devices cannot hover: there it is always shown, small and in a corner.
          !isCurrent && 'pointer-coarse:absolute pointer-coarse:right-1 pointer-coarse:bottom-1 pointer-coarse:size-6',
        )}
      >
        {isPlaying ? <PauseIcon size={13} /> : <PlayIcon size={12} className="ml-0.5" />}
      </span>
    </button>
  )
}

/** The number of a row, which turns into play and pause. */
export function RowPlayButton({
  list,
  index,
  number,
  title,
}: {
  list: readonly Playable[]
  /** -1 when there is nothing to play yet. */
  index: number
  number: number
  title: string
}) {
  const selected = list[index]
  const { isCurrent, isPlaying } = usePlaying(selected ? [selected.id] : [])
  const toggle = useToggle(list, index)
  if (!selected) return <span className="numeral text-center text-lg text-ink-3">{number}</span>
  return (
    <button
      type="button"
      onClick={toggle}
      // Voice control users say what they see, which is the number.
      aria-label={t(isPlaying ? 'catalog.pauseNumbered' : 'catalog.playNumbered', { number, title })}
      className="group/play relative grid size-11 place-items-center rounded-pill"
    >
      <span
        aria-hidden="true"
        className={classNames(
          'numeral text-lg transition-opacity group-hover/row:opacity-0 group-focus-visible/play:opacity-0',
          isCurrent && 'opacity-0',
        )}
      >
        {number}
      </span>
      <span
        className={classNames(
          'absolute inset-0 grid place-items-center transition-opacity group-focus-visible/play:opacity-100',
          isCurrent ? 'opacity-100' : 'opacity-0 group-hover/row:opacity-100',
        )}
      >
        {isPlaying ? (
          <>
            <Ringing className="group-hover/row:hidden group-focus-visible/play:hidden" />
            <PauseIcon size={16} className="hidden group-hover/row:block group-focus-visible/play:block" />
          </>
        ) : (
          <PlayIcon size={15} className="ml-0.5" />
        )}
      </span>
    </button>
  )
}

/** The arcs of the logo, animated one after the other: the track that is playing. */
function Ringing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className={classNames('size-5', className)}>
      <circle cx="4" cy="10" r="2.2" fill="currentColor" />
      {['M8 13.6a5 5 0 0 0 0-7.2', 'M11.4 16.4a9 9 0 0 0 0-12.8', 'M14.8 19a13 13 0 0 0 0-18'].map((arc, index) => (
        <path
          key={arc}
          d={arc}
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          className="animate-breathe"
          style={{ animationDelay: `${index * 220}ms` }}
        />
      ))}
    </svg>
  )
}
