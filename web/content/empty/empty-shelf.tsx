/** A page on which the user has no content yet: a title across it, one sentence, one button, and three covers or avatars of
 * this week's chart on a shelf, beside outlines of what will be there. */
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { artistHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { fitText } from '#web/ui/fit-text.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { PlayIcon } from '#web/ui/icon.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'
import { chooseThree, THREE, type ChartTrack } from '#web/content/choose-three.ts'
import { Outlines } from './outlines.tsx'

type EmptyShelfProps = {
  /** Short: it is fitted into the page. */
  title: string
  sentence: string
  /** What is on the shelf. */
  shows?: 'covers' | 'faces'
  /** Instead of playing the three. */
  action?: ReactNode | false
  level?: 'h1' | 'h2'
}

const TITLE_MOST = { '--title-most': 'min(25rem, 31svh)' } as CSSProperties

export function EmptyShelf({ title, sentence, shows = 'covers', action, level = 'h2' }: EmptyShelfProps) {
  const three = useThree()
  return (
    <div style={TITLE_MOST} className="pt-1 [&_.title-fit]:mb-2">
      <FittedTitle title={title} fit={fitText(title)} level={level} />
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <p className="max-w-[46ch] text-lg text-balance md:text-xl md:leading-[1.4]">{sentence}</p>
        {action || <PlayThree three={three} />}
      </div>
      {three.length === THREE && <ThreeOnShelf three={three} isRound={shows === 'faces'} />}
    </div>
  )
}

/** The three alone, below what a page says. */
export function ChartShelf() {
  const three = useThree()
  return three.length === THREE && <ThreeOnShelf three={three} isRound={false} />
}

/** Three of this week's chart; none while it is not known, or too short. */
function useThree(): ChartTrack[] {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, listTopTracks, { query: {} }))
  const three = chooseThree(data ?? [])
  return three.length === THREE ? three : []
}

function PlayThree({ three }: { three: readonly ChartTrack[] }) {
  const playList = usePlayer(({ playList: play }) => play)
  if (three.length === 0) return null
  return (
    <Button
      size="large"
      className="max-md:w-full md:min-h-15 md:px-9 md:text-lg"
      icon={<PlayIcon size={17} aria-hidden="true" />}
      onClick={() => playList(playablesOfTracks(three), 0)}
    >
      {t('shelf.playThree')}
    </Button>
  )
}

function ThreeOnShelf({ three, isRound }: { three: readonly ChartTrack[]; isRound: boolean }) {
  return (
    <div
      style={GROUND}
      className="bleed md:gut mt-6 flex overflow-clip max-md:flex-col md:mt-9 md:gap-3.5 md:bg-[image:var(--board)]"
    >
      <ul aria-label={t('shelf.fromChart')} className="flex shrink-0 max-md:flex-col md:w-[66%] md:gap-3.5">
        {three.map((track) => (
          <OnShelf key={track.id} track={track} isRound={isRound} />
        ))}
      </ul>
      {!isRound && <Outlines times={2} />}
    </div>
  )
}

/** Below the covers is the board that they are on, as high as their names. */
const GROUND = {
  '--names': '5.5rem',
  '--ground': 'light-dark(#1b1524, #08050e)',
  '--board': 'linear-gradient(to top, var(--ground) var(--names), transparent 0)',
} as CSSProperties

function OnShelf({ track, isRound }: { track: ChartTrack; isRound: boolean }) {
  const { id, title, artist, artistUrl, albumId, avatarUrl, artworkUrl, colorInfo } = track
  return (
    <li
      style={floodStyle(colorInfo)}
      className="flood relative flex min-w-0 flex-1 items-center max-md:h-28 md:flex-col md:items-stretch md:bg-transparent!"
    >
      <Cover
        src={isRound ? (avatarUrl ?? artworkUrl) : artworkUrl}
        alt=""
        seed={isRound ? artistUrl : albumId}
        shape={isRound ? 'round' : 'square'}
        sizes="(min-width: 761px) 22vw, 112px"
        className={isRound ? 'm-3 shrink-0 max-md:size-22 md:mx-[8%] md:my-6' : 'shrink-0 max-md:size-28'}
      />
      <p className="min-w-0 p-4 md:h-(--names) md:px-0 md:py-4 md:text-(--cream)">
        <Link
          to={isRound ? artistHref(artistUrl) : `/track/${id}`}
          className="line-clamp-1 font-display text-lg leading-[1.15] font-heavy lg:text-xl after:absolute after:inset-0 hover:underline"
        >
          {isRound ? artist : title}
        </Link>
        <span className="mt-0.5 block truncate text-sm">{isRound ? title : artist}</span>
      </p>
    </li>
  )
}
