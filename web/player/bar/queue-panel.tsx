/** The upcoming tracks: reorder them by dragging or with the keyboard, jump to one, or remove one.
 * The queue's rules are in queue.ts. */
import type { ReactNode } from 'react'
import { Cover } from '#web/ui/images/cover.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { SortableList, type SortableTexts } from '#web/ui/controls/sortable.tsx'
import { t } from '#web/words/words.ts'
import { PlayableRow, RowTitle } from '#web/player/playing/playable-row.tsx'
import { coverSeedOf, type Playable, type Queue } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { QueueControls } from './queue-controls.tsx'

/** More would make dragging slow, and nobody looks that far ahead. */
const SHOWN_MAX = 100

type Entry = { key: string; name: string; index: number; track: Playable }

const text: SortableTexts = {
  help: t('player.sortHelp'),
  grip: (title) => t('player.sortGrip', { title }),
  lifted: (title, place, count) => t('player.sortLifted', { title, place, count }),
  moved: (title, place, count) => t('player.sortMoved', { title, place, count }),
  dropped: (title, place, count) => t('player.sortDropped', { title, place, count }),
  cancelled: (title, place, count) => t('player.sortCancelled', { title, place, count }),
}

export function QueuePanel() {
  const tracks = usePlayer((state) => state.activeTrackList)
  const index = usePlayer((state) => state.activeTrackIndex)
  const shuffle = usePlayer((state) => state.shuffle)
  const history = usePlayer((state) => state.shuffleHistory)
  const nextCount = usePlayer((state) => state.nextCount)
  const autoplay = usePlayer((state) => state.autoplay)
  const { clearUpcoming, move } = usePlayer.getState()
  const upcoming = listUpcoming({ tracks, index, shuffle, history, nextCount })
  const shown = upcoming.slice(0, SHOWN_MAX)
  const current = tracks[index]
  const hiddenCount = upcoming.length - shown.length
  const sort = (sorted: Entry[]) => {
    const moved = findMove(shown, sorted)
    if (moved) move(moved.from, moved.to)
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
            onClick={clearUpcoming}
            className="min-h-11 shrink-0 px-2 text-sm font-semi underline underline-offset-4"
          >
            {t('player.clearQueue')}
          </button>
        )}
      </header>
      {shown.length === 0 && <p className="mt-1 max-w-[44ch]">{t('player.queueEmpty')}</p>}
      <SortableList
        entries={shown}
        label={t('player.queue')}
        words={text}
        isDisabled={shuffle}
        onSort={sort}
        className="-mx-1"
        rowClassName="rounded-item text-inherit"
      >
        {(entry, _place, grip) => <QueueRow entry={entry} grip={shuffle ? null : grip} />}
      </SortableList>
      <p className="mt-3 text-sm">
        {hiddenCount > 0 && t(hiddenCount === 1 ? 'player.queueMoreOne' : 'player.queueMore', { count: hiddenCount })}
        {hiddenCount === 0 && autoplay && t('player.queueAutoplay')}
      </p>
    </section>
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

type Upcoming = Pick<Queue, 'shuffle' | 'nextCount'> & {
  tracks: readonly Playable[]
  index: number
  history: readonly string[]
}

/** With shuffle on: first the tracks added with "Play next", then every track not yet played. */
function listUpcoming({ tracks, index, shuffle, history, nextCount }: Upcoming): Entry[] {
  const heard = new Set(shuffle ? history : [])
  const seen = new Map<string, number>()
  const firstChance = index + 1 + nextCount
  const order = Array.from(tracks.keys()).filter((at) => {
    if (!shuffle) return at > index
    const isAsked = at > index && at < firstChance
    return isAsked || (at !== index && !heard.has(tracks[at]?.id ?? ''))
  })
  if (shuffle) order.sort((one, other) => Number(isAskedFor(other)) - Number(isAskedFor(one)))
  function isAskedFor(at: number): boolean {
    return at > index && at < firstChance
  }
  return order.flatMap((at) => {
    const track = tracks[at]
    if (!track) return []
    // The same song may be in a queue twice.
    const count = (seen.get(track.id) ?? 0) + 1
    seen.set(track.id, count)
    return { key: `${track.id} ${count}`, name: track.title, index: at, track }
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
