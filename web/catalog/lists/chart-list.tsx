/** The Top 40: large numerals, the movement since the day before, a sparkline of the week and the amount received. */
import type { ChartPhase, listTopTracks } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { HeartButton } from '#web/likes/heart.tsx'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { SparkLine } from '#web/ui/charts/spark-line.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { ExplicitMark } from '#web/content/badges.tsx'
import { Movement } from './movement.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { RowZapButton } from '#web/content/zap-button.tsx'
import { formatSats } from '#web/words/sats.ts'

/** Depends on the width of the row. In the narrowest the title is below, across the whole row. */
const ROW = classNames(
  'grid-cols-[2rem_2.75rem_minmax(0,1fr)] @min-[20rem]/row:grid-cols-[2rem_2.75rem_minmax(0,1fr)_auto]',
  '@min-[28rem]/row:grid-cols-[3.125rem_3.25rem_minmax(0,1fr)_5.25rem_4.75rem] @min-[28rem]/row:gap-3.5',
)
const WIDE_ROW = classNames(
  'grid-cols-[2rem_2.75rem_minmax(0,1fr)_2.75rem] @min-[20rem]/row:grid-cols-[2rem_2.75rem_minmax(0,1fr)_auto_2.75rem]',
  '@min-[44rem]/row:grid-cols-[4.75rem_4rem_minmax(0,1fr)_minmax(0,10rem)_7rem_5.5rem] @min-[44rem]/row:gap-3.5',
)
const RANK = '@min-[28rem]/row:text-[2.375rem]'
const WIDE_RANK = '@min-[44rem]/row:text-3xl'

type ChartTrack = Wire<typeof listTopTracks>[number]

const UNITS: Record<ChartPhase, TranslationKey> = {
  day: 'catalog.unitDay',
  week: 'catalog.unitWeek',
  month: 'catalog.unitMonth',
}

const COLUMNS = {
  2: 'gap-x-11 @min-[60rem]/chart:grid-cols-2',
  3: 'gap-x-11 @min-[60rem]/chart:grid-cols-2 @min-[90rem]/chart:grid-cols-3',
}

export const unitOf = (phase: ChartPhase): string => t(UNITS[phase])

export function ChartList({
  tracks,
  list = playablesOfTracks(tracks),
  phase = 'week',
  isWide = false,
  columns = 2,
}: {
  tracks: readonly ChartTrack[]
  /** What plays on from a row: the whole chart, when these are a part of it. */
  list?: ReturnType<typeof playablesOfTracks>
  phase?: ChartPhase
  isWide?: boolean
  columns?: 2 | 3
}) {
  const unit = unitOf(phase)
  // A sparkline of a single day says nothing; a bar relative to the first place does.
  const hasWeek = tracks.some(({ msatByDay }) => msatByDay.filter((msat) => msat > 0).length > 1)
  const maxMsat = Math.max(1, ...tracks.map(({ msatChart }) => msatChart))
  return (
    <div className="@container/chart">
      <Units unit={unit} isWide={isWide} columns={isWide ? 1 : Math.min(columns, tracks.length)} />
      <ol className={classNames('grid', !isWide && COLUMNS[columns])}>
        {tracks.map((track) => (
          <li key={track.id} className="group/row @container/row border-b border-line py-2.5">
            <div className={classNames('grid items-center gap-2', isWide ? WIDE_ROW : ROW)}>
              <span className={classNames('numeral text-right text-2xl', isWide ? WIDE_RANK : RANK)}>{track.rank}</span>
              <span className="relative block">
                <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="64px" />
                <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
              </span>
              <ChartTitle track={track} />
              <span className={classNames('hidden', isWide ? '@min-[44rem]/row:block' : '@min-[28rem]/row:block')}>
                {hasWeek ? <SparkLine values={track.msatByDay} /> : <Share part={track.msatChart / maxMsat} />}
              </span>
              <span className="text-right font-semi">
                {formatSats(track.msatChart)}
                <span className="sr-only"> {unit}</span>
              </span>
              {isWide && <ChartActions track={track} />}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Share({ part }: { part: number }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-pill bg-line">
      <span className="block h-full origin-left rounded-pill bg-purple" style={{ transform: `scaleX(${part})` }} />
    </span>
  )
}

/** Labels above the columns of amounts. Screen readers get the unit in each row instead. */
function Units({ unit, isWide, columns }: { unit: string; isWide: boolean; columns: number }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'grid text-right text-xs text-ink-2',
        isWide ? 'pr-13 @min-[44rem]/chart:pr-26' : COLUMNS[columns === 3 ? 3 : 2],
      )}
    >
      <span>{unit}</span>
      {columns > 1 && <span className="hidden @min-[60rem]/chart:block">{unit}</span>}
      {columns > 2 && <span className="hidden @min-[90rem]/chart:block">{unit}</span>}
    </div>
  )
}

function ChartTitle({ track }: { track: ChartTrack }) {
  return (
    <div className="min-w-0 @max-[20rem]/row:order-last @max-[20rem]/row:col-span-full">
      <p className="flex items-center gap-x-2 @max-[24rem]/row:flex-wrap">
        <Link to={`/track/${track.id}`} className="min-w-0 truncate leading-6 font-semi hover:underline">
          {track.title}
        </Link>
        {track.isExplicit && <ExplicitMark />}
      </p>
      <p className="flex items-center gap-x-1.5 text-sm @max-[24rem]/row:flex-wrap">
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
      <span className="hidden @min-[44rem]/row:block">
        <HeartButton contentId={track.id} title={track.title} />
      </span>
      <RowZapButton
        content={{ contentId: track.id, title: track.title, artist: track.artist, artworkUrl: track.artworkUrl }}
      />
    </span>
  )
}
