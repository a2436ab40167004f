/** A chart in dense columns: rank, cover, title with the movement since the day before, sats. */
import type { ChartPhase } from '#contract/catalog/charts.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { EarnsMark, ExplicitMark } from '#web/content/badges.tsx'
import type { ChartTrack } from '#web/content/choose-three.ts'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { bylineHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { Movement } from './movement.tsx'

const UNITS: Record<ChartPhase, TranslationKey> = {
  day: 'catalog.unitDay',
  week: 'catalog.unitWeek',
  month: 'catalog.unitMonth',
}

export const unitOf = (phase: ChartPhase): string => t(UNITS[phase])

export function ChartList({
  tracks,
  list = playablesOfTracks(tracks),
  phase = 'week',
}: {
  tracks: readonly ChartTrack[]
  /** What plays on from a row: the whole chart, when these are a part of it. */
  list?: ReturnType<typeof playablesOfTracks>
  phase?: ChartPhase
}) {
  const unit = unitOf(phase)
  return (
    <ol start={tracks[0]?.rank} className="chart-columns">
      {tracks.map((track) => (
        <PlayableRow key={track.id} ids={[track.id]} className="@container border-b border-line">
          <div
            className={classNames(
              'grid min-h-14.5 grid-cols-[1.75rem_2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 @max-[19rem]:gap-x-2',
              // With large text on a phone, the sats are below the title.
              '@max-[14rem]:grid-cols-[1.25rem_2rem_minmax(0,1fr)] @max-[14rem]:gap-x-[6px]',
            )}
          >
            <span className="numeral text-right text-xl">{track.rank}</span>
            <span className="relative">
              <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="44px" className="rounded-[6px]" />
              <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
            </span>
            <ChartTitle track={track} />
            <SatsZapButton
              content={{ contentId: track.id, title: track.title, artist: track.byline, artworkUrl: track.artworkUrl }}
              amountMsat={track.msatChart}
              unit={unit}
              isText
              className="@max-[14rem]:col-start-3 @max-[14rem]:justify-start @max-[14rem]:justify-self-start"
            />
          </div>
        </PlayableRow>
      ))}
    </ol>
  )
}

function ChartTitle({ track }: { track: ChartTrack }) {
  return (
    <div className="min-w-0">
      <p className="flex">
        <Link to={`/track/${track.id}`} className="min-w-0 truncate leading-6 font-semi hover:underline">
          {track.title}
        </Link>
      </p>
      <p className="flex items-center gap-x-1.5 text-sm @max-[19rem]:flex-wrap">
        <Link to={bylineHref(track)} className="min-w-0 truncate leading-6 text-ink-2 hover:underline">
          {track.byline}
        </Link>
        {track.isExplicit && <ExplicitMark />}
        <Movement {...track} />
      </p>
      <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
    </div>
  )
}
