/** The Top 40 as type: huge numerals, where each stood the day before, a line of its week, and what it was paid. */
import type { ChartPhase, listTopTracks } from '#contract/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { HeartButton } from '../library/heart.tsx'
import { Link } from '../navigation/link.tsx'
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { SparkLine } from '../ui/spark-line.tsx'
import { t, type PlainWordKey } from '../words/words.ts'
import { ExplicitMark } from './badges.tsx'
import { Movement } from './movement.tsx'
import { CoverPlayButton } from './play-button.tsx'
import { artistHref, playablesOfTracks } from './playables.ts'
import { RowZapButton } from './zap-button.tsx'
import { formatSats } from '../words/sats.ts'

type ChartTrack = Wire<typeof listTopTracks>[number]

const UNITS: Record<ChartPhase, PlainWordKey> = {
  day: 'catalog.unitDay',
  week: 'catalog.unitWeek',
  month: 'catalog.unitMonth',
}

export function ChartList({
  tracks,
  phase = 'week',
  isWide = false,
}: {
  tracks: readonly ChartTrack[]
  phase?: ChartPhase
  isWide?: boolean
}) {
  const list = playablesOfTracks(tracks)
  const unit = t(UNITS[phase])
  // A line of a single day says nothing; what each has of the first does.
  const hasWeek = tracks.some(({ msatByDay }) => msatByDay.filter((msat) => msat > 0).length > 1)
  const mostMsat = Math.max(1, ...tracks.map(({ msatChart }) => msatChart))
  return (
    <>
      <Units unit={unit} isWide={isWide} columns={isWide ? 1 : Math.min(2, tracks.length)} />
      <ol className={classNames('grid', !isWide && 'gap-x-11 lg:grid-cols-2')}>
        {tracks.map((track) => (
          <li
            key={track.id}
            className={classNames(
              'group/row grid items-center gap-3 border-b border-line py-2.5 md:gap-3.5',
              isWide
                ? 'grid-cols-[38px_52px_minmax(0,1fr)_auto_44px] md:grid-cols-[76px_64px_minmax(0,1fr)_minmax(0,160px)_112px_88px]'
                : 'grid-cols-[38px_52px_minmax(0,1fr)_auto] md:grid-cols-[54px_52px_minmax(0,1fr)_84px_84px]',
            )}
          >
            <span
              className={classNames('numeral text-right', isWide ? 'text-2xl md:text-3xl' : 'text-2xl md:text-[38px]')}
            >
              {track.rank}
            </span>
            <span className="relative block">
              <Cover src={track.artworkUrl} alt="" seed={track.albumId} shape="small" sizes="64px" />
              <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
            </span>
            <ChartTitle track={track} />
            <span className="hidden md:block">
              {hasWeek ? <SparkLine values={track.msatByDay} /> : <Share part={track.msatChart / mostMsat} />}
            </span>
            <span className="text-right font-semi">
              {formatSats(track.msatChart)}
              <span className="sr-only"> {unit}</span>
            </span>
            {isWide && <ChartActions track={track} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Share({ part }: { part: number }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-pill bg-line">
      <span className="block h-full origin-left rounded-pill bg-purple" style={{ transform: `scaleX(${part})` }} />
    </span>
  )
}

/** Above each column of amounts, what they are. Screen readers are told in each row. */
function Units({ unit, isWide, columns }: { unit: string; isWide: boolean; columns: number }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'grid text-right text-xs text-ink-2',
        isWide ? 'pr-14 md:pr-26' : 'gap-x-11 lg:grid-cols-2',
      )}
    >
      <span>{unit}</span>
      {columns === 2 && <span className="hidden lg:block">{unit}</span>}
    </div>
  )
}

function ChartTitle({ track }: { track: ChartTrack }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2">
        <Link to={`/track/${track.id}`} className="min-w-0 truncate leading-6 font-semi hover:underline">
          {track.title}
        </Link>
        {track.isExplicit && <ExplicitMark />}
      </p>
      <p className="flex items-center gap-1.5 text-sm">
        <Link to={artistHref(track.artistUrl)} className="min-w-0 truncate leading-6 text-ink-2 hover:underline">
          {track.artist}
        </Link>
        <Movement {...track} />
      </p>
    </div>
  )
}

function ChartActions({ track }: { track: ChartTrack }) {
  return (
    <span className="flex">
      <span className="hidden md:block">
        <HeartButton contentId={track.id} title={track.title} />
      </span>
      <RowZapButton
        content={{ contentId: track.id, title: track.title, artist: track.artist, artworkUrl: track.artworkUrl }}
      />
    </span>
  )
}
