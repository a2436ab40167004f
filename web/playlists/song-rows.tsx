/** Songs from several albums as rows: cover, title, artist, length, and the sats, which zap. For playlists, likes and
 * history. */
import type { ReactNode } from 'react'
import { ExplicitMark } from '#web/content/badges.tsx'
import { CoverPlayButton, RowPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow, RowTitle, usePlaying } from '#web/player/playing/playable-row.tsx'
import { Link } from '#web/navigation/link.tsx'
import { coverSeedOf, type Playable } from '#web/player/state/queue.ts'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDuration } from '#web/words/format.ts'
import { RowMenu } from './row-menu.tsx'

/** One row; `playable` is null when there is no audio. The same song may be in a list more than once. */
export type SongRow = {
  key: string
  playable: Playable | null
  isExplicit?: boolean
  /** What it has received. */
  msat: number
  /** Shown instead of the number: when it was heard. */
  aside?: string
  /** Shown below the artist: where an item of another server comes from, or who sees it. */
  note?: string
}

export function SongRows({
  rows,
  label,
  isNumbered = true,
}: {
  rows: readonly SongRow[]
  label: string
  isNumbered?: boolean
}) {
  const list = rows.flatMap(({ playable }) => playable ?? [])
  let place = -1
  return (
    <ol aria-label={label} className="@container max-md:-mx-2">
      {rows.map((row, index) => {
        if (row.playable === null) return null
        place += 1
        return (
          <Row
            key={row.key}
            row={row}
            playable={row.playable}
            list={list}
            index={place}
            number={isNumbered ? index + 1 : null}
          />
        )
      })}
    </ol>
  )
}

function Row({
  row,
  playable,
  list,
  index,
  number,
}: {
  row: SongRow
  playable: Playable
  list: readonly Playable[]
  index: number
  number: number | null
}) {
  const { isCurrent } = usePlaying([playable.id])
  const { id, title, artist, artworkUrl, isElsewhere } = playable
  return (
    <PlayableRow
      ids={[playable.id]}
      className={classNames(
        'flex min-h-15 items-center gap-1.5 border-b border-line px-2 py-1.5 transition-colors @min-[24rem]:gap-2.5',
        // The narrowest rows have their buttons below the title.
        '@max-[20.5rem]:flex-wrap @min-[42rem]:gap-3.5',
        isCurrent ? 'min-h-22' : 'hover:bg-sunken',
      )}
    >
      {number !== null && (
        <span className="-ml-2.5 grid w-11 shrink-0 place-items-center @max-[34rem]:hidden">
          <RowPlayButton list={list} index={index} number={number} title={title} />
        </span>
      )}
      <span className="relative w-12 shrink-0 @max-[20.5rem]:w-9">
        <Cover src={artworkUrl} alt="" seed={coverSeedOf(playable)} sizes="48px" />
        <CoverPlayButton list={list} index={index} {...(number !== null && { className: '@min-[34rem]:hidden' })} />
      </span>
      <SongNames playable={playable} isExplicit={row.isExplicit === true}>
        {row.note !== undefined && <p className="text-sm text-ink-2 wrap-anywhere">{row.note}</p>}
      </SongNames>
      {row.aside !== undefined && (
        <span className="max-w-[26%] text-sm text-ink-2 @max-[35rem]:hidden">{row.aside}</span>
      )}
      <span className="w-12 text-right text-sm text-ink-2 @max-[34rem]:hidden">
        {playable.durationSeconds > 0 && formatDuration(playable.durationSeconds)}
      </span>
      <div className="flex shrink-0 items-center gap-1.5 @max-[20.5rem]:ml-auto @min-[33rem]:gap-3">
        <RowMenu playable={playable} />
        {!isElsewhere && (
          <SatsZapButton
            content={{ contentId: id, title, artist, artworkUrl }}
            amountMsat={row.msat}
            isText
            className="@min-[33rem]:min-w-20"
          />
        )}
      </div>
    </PlayableRow>
  )
}

/** Title and artist, each linked to its page. */
export function SongNames({
  playable,
  isExplicit,
  children,
}: {
  playable: Playable
  isExplicit: boolean
  children?: ReactNode
}) {
  return (
    <div className="min-w-0 flex-1 @max-[20.5rem]:basis-[calc(100%-3.25rem)]">
      <p className="flex items-center gap-x-2 has-[.title-2]:flex-wrap @max-[24rem]:flex-wrap">
        <RowTitle id={playable.id} href={playable.contentHref} className="font-semi">
          {playable.title}
        </RowTitle>
        {isExplicit && <ExplicitMark />}
      </p>
      <Link to={playable.parentContentHref} className="block truncate text-sm leading-6 text-ink-2 hover:underline">
        {playable.artist}
      </Link>
      {children}
    </div>
  )
}
