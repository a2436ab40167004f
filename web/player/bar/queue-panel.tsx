/** The upcoming tracks: reorder them by dragging or with the keyboard, jump to one, or remove one.
 * The queue's rules are in queue.ts. */
import { useState, type ReactNode } from 'react'
import { Cover } from '#web/ui/images/cover.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { SortableList, type SortableTexts } from '#web/ui/controls/sortable.tsx'
import { t } from '#web/words/words.ts'
import { PlayableRow, RowTitle } from '#web/player/playing/playable-row.tsx'
import { coverSeedOf, type Playable, type Queue } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { clearUpcoming, upcomingIndexes } from '#web/player/state/upcoming.ts'
import { QueueControls } from './queue-controls.tsx'

/** More at once would make dragging slow. */
const SHOWN_STEP = 100

type Entry = { key: string; name: string; index: number; track: Playable }

/** `count` is that of the whole queue; the list knows only what it shows. */
const sortTexts = (count: number): SortableTexts => ({
  help: t('player.sortHelp'),
  grip: (title) => t('player.sortGrip', { title }),
  lifted: (title, place) => t('player.sortLifted', { title, place, count }),
  moved: (title, place) => t('player.sortMoved', { title, place, count }),
  dropped: (title, place) => t('player.sortDropped', { title, place, count }),
  cancelled: (title, place) => t('player.sortCancelled', { title, place, count }),
})

export function QueuePanel() {
  const activeTrackList = usePlayer((state) => state.activeTrackList)
  const activeTrackIndex = usePlayer((state) => state.activeTrackIndex)
  const shuffle = usePlayer((state) => state.shuffle)
  const shuffleHistory = usePlayer((state) => state.shuffleHistory)
  const nextCount = usePlayer((state) => state.nextCount)
  const repeat = usePlayer((state) => state.repeat)
  const autoplay = usePlayer((state) => state.autoplay)
  const [shownMax, setShownMax] = useState(SHOWN_STEP)
  const [cleared, setCleared] = useState<Cleared | null>(null)
  const upcoming = listUpcoming({ activeTrackList, activeTrackIndex, shuffle, shuffleHistory, nextCount, repeat })
  const shown = upcoming.slice(0, shownMax)
  const current = activeTrackList[activeTrackIndex]
  const hiddenCount = upcoming.length - shown.length
  const more = t('player.queueMore', { count: Math.min(hiddenCount, SHOWN_STEP) })
  const sort = (sorted: Entry[]) => {
    const moved = findMove(shown, sorted)
    if (moved) usePlayer.getState().move(moved.from, moved.to)
  }
  const clear = () => {
    setCleared({ tracks: upcoming.map(({ track }) => track), nextCount })
    const state = usePlayer.getState()
    state.change(clearUpcoming(state))
  }
  return (
    <section aria-labelledby="up-next" className="max-w-[46rem]">
      <QueueControls />
      {current && <CurrentRow track={current} />}
      <header className="mt-2 flex min-h-11 items-center justify-between gap-3">
        <h3 id="up-next" className="text-lg">
          {t(shuffle ? 'player.upNextShuffled' : 'player.upNext')}
        </h3>
        {upcoming.length > 0 && (
          <button
            type="button"
            onClick={clear}
            className="min-h-11 shrink-0 px-2 text-sm font-semi underline underline-offset-4"
          >
            {t('player.clearQueue')}
          </button>
        )}
      </header>
      <ClearedNote cleared={cleared} onDone={() => setCleared(null)} />
      {shown.length === 0 && !cleared && <p className="mt-1 max-w-[44ch]">{t('player.queueEmpty')}</p>}
      <SortableList
        entries={shown}
        label={t('player.queue')}
        words={sortTexts(upcoming.length)}
        isDisabled={shuffle}
        onSort={sort}
        className="-mx-1"
        rowClassName="rounded-item text-inherit"
      >
        {(entry, _place, grip) => <QueueRow entry={entry} grip={shuffle ? null : grip} />}
      </SortableList>
      {hiddenCount > 0 && (
        <WordButton label={more} onClick={() => setShownMax(shownMax + SHOWN_STEP)} className="mt-3 text-sm">
          {more}
        </WordButton>
      )}
      {hiddenCount === 0 && autoplay && <p className="mt-3 text-sm">{t('player.queueAutoplay')}</p>}
    </section>
  )
}

type Cleared = { tracks: readonly Playable[]; nextCount: number }

/** A toast could not be reached beside the open dialog. “Undo” puts the tracks after the one that plays then. */
function ClearedNote({ cleared, onDone }: { cleared: Cleared | null; onDone: () => void }) {
  const putBack = ({ tracks, nextCount }: Cleared) => {
    const { playNext, append } = usePlayer.getState()
    playNext(tracks.slice(0, nextCount))
    append(tracks.slice(nextCount))
    onDone()
  }
  return (
    <p role="status" className="flex items-center gap-3 text-sm">
      {cleared && (
        <>
          {t('player.queueCleared')}
          <WordButton label={t('common.undo')} onClick={() => putBack(cleared)}>
            {t('common.undo')}
          </WordButton>
        </>
      )}
    </p>
  )
}

/** Phones show its names right above. */
function CurrentRow({ track }: { track: Playable }) {
  const { id, title, artist, artworkUrl, contentHref } = track
  return (
    <ol aria-label={t('player.nowPlayingTitle')} className="@container mt-3 max-md:hidden">
      <PlayableRow ids={[id]} className="flex min-h-22 items-center gap-3 px-2 py-1.5">
        <Cover src={artworkUrl} alt="" seed={coverSeedOf(track)} sizes="48px" className="w-12 shrink-0" />
        <span className="min-w-0 flex-1">
          <RowTitle id={id} href={contentHref}>
            {title}
          </RowTitle>
          <span className="block truncate text-sm">{artist}</span>
        </span>
      </PlayableRow>
    </ol>
  )
}

function QueueRow({ entry: { track, index }, grip }: { entry: Entry; grip: ReactNode }) {
  const { jump, remove } = usePlayer.getState()
  return (
    <div className="flex items-center gap-1">
      {grip}
      <button
        type="button"
        onClick={() => jump(index)}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-item px-1 text-left hover:bg-sunken"
      >
        <Cover
          src={track.artworkUrl}
          alt=""
          seed={coverSeedOf(track)}
          sizes="44px"
          className="size-11 shrink-0 max-[17rem]:hidden"
        />
        <span className="min-w-0">
          <span className="sr-only">{t('player.play')} </span>
          <span className="block truncate font-semi">{track.title}</span>
          <span className="block truncate text-sm">{track.artist}</span>
        </span>
      </button>
      <WordButton
        label={t('player.removeFromQueue', { title: track.title })}
        onClick={() => remove(index)}
        className="shrink-0 px-1 text-sm"
      >
        {t('row.remove')}
      </WordButton>
    </div>
  )
}

/** What is still to play. */
function listUpcoming(queue: Queue): Entry[] {
  const seen = new Map<string, number>()
  return upcomingIndexes(queue).flatMap((index) => {
    const track = queue.activeTrackList[index]
    if (!track) return []
    // The same song may be in a queue twice.
    const count = (seen.get(track.id) ?? 0) + 1
    seen.set(track.id, count)
    return { key: `${track.id} ${count}`, name: track.title, index, track }
  })
}

/** The indices, in the whole queue, of the moved track before and after the move. */
function findMove(before: readonly Entry[], after: readonly Entry[]): { from: number; to: number } | null {
  const first = before.findIndex((entry, at) => entry.key !== after[at]?.key)
  const [stood, came, behind] = [before[first], after[first], before[first + 1]]
  if (!stood || !came) return null
  const hasGoneDown = came.key === behind?.key
  const moved = hasGoneDown ? stood : came
  const to = before[after.indexOf(moved)]
  return to ? { from: moved.index, to: to.index } : null
}
