/** The first three of the Top 40, each a band in the colours of its record: the rank as large as the cover, and the sound
 * to the window's edge. */
import { Link } from '#web/navigation/link.tsx'
import { useViewTransitionState } from '#web/navigation/navigation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { EarnsMark, ExplicitMark } from '#web/content/badges.tsx'
import type { ChartTrack } from '#web/content/choose-three.ts'
import { LateSmallHorizon } from '#web/content/late-horizon.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow, usePlaying } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { bylineHref } from '#web/player/state/playables.ts'
import type { ChartProps } from './chart-rows.tsx'
import { Movement } from './movement.tsx'

/** The side of the cover and the height of the rank, by rank. */
const SIZES = ['chart-first', 'chart-second', 'chart-third']
/** Characters of a title that would have too many lines. */
const LONG = 36

export function ChartBands({ tracks, ...props }: ChartProps) {
  return (
    <ol className="bleed">
      {tracks.map((track, index) => (
        <Band key={track.id} track={track} index={index} {...props} />
      ))}
    </ol>
  )
}

function Band({ track, index, list, unit, ids }: Omit<ChartProps, 'tracks'> & { track: ChartTrack; index: number }) {
  const href = `/track/${track.id}`
  const isLeaving = useViewTransitionState(href)
  const { isPlaying } = usePlaying([track.id])
  const { id: contentId, title, artist, artworkUrl } = track
  return (
    <PlayableRow
      ids={[contentId]}
      style={floodStyle(track.colorInfo)}
      className={classNames('chart-band flood', SIZES[index])}
    >
      <span className="chart-rank numeral">{track.rank}</span>
      <span className="chart-cover relative">
        <Cover
          src={artworkUrl}
          alt=""
          seed={track.albumId}
          isEager={index === 0}
          sizes="(min-width: 761px) 25vw, 44vw"
          {...(isLeaving && { transitionName: 'cover' })}
        />
        <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === contentId)} />
      </span>
      <div className="chart-words">
        <div className="pt-[clamp(0.5rem,1.2vw,1.5rem)] pr-(--gut)">
          <h2 className={classNames('band-title', title.length > LONG && 'band-title-long')}>
            <Link to={href} viewTransition className="hover:underline">
              {title}
            </Link>
          </h2>
          <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6">
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 md:text-lg">
              <Link to={bylineHref(track)} className="leading-6 font-semi hover:underline">
                {artist}
              </Link>
              {track.isExplicit && <ExplicitMark />}
              <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
              <Movement {...track} inWords />
            </p>
            <SatsZapButton
              content={{ contentId, title, artist, artworkUrl }}
              amountMsat={track.msatChart}
              unit={unit}
              hasUnit
              className="text-2xl md:text-3xl"
            />
          </div>
        </div>
        <div className="chart-wave">
          <LateSmallHorizon contentId={contentId} ids={ids} isPlaying={isPlaying} isOnGround />
        </div>
      </div>
    </PlayableRow>
  )
}
