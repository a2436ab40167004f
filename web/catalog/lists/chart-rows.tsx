/** Ranks 4 to 10 of the Top 40: rank and title in display, the small horizon, the sats. */
import { Link } from '#web/navigation/link.tsx'
import { useViewTransitionState } from '#web/navigation/navigation.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EarnsMark, ExplicitMark } from '#web/content/badges.tsx'
import type { ChartTrack } from '#web/content/choose-three.ts'
import { LateSmallHorizon } from '#web/content/late-horizon.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow, usePlaying } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { bylineHref, type playablesOfTracks } from '#web/player/state/playables.ts'
import { Movement } from './movement.tsx'

export type ChartProps = {
  tracks: readonly ChartTrack[]
  /** The whole chart, which plays on from a row. */
  list: ReturnType<typeof playablesOfTracks>
  unit: string
  /** All whose small horizons the page shows. */
  ids: readonly string[]
}

export function ChartRows({ tracks, ...props }: ChartProps) {
  return (
    <ol start={tracks[0]?.rank} className="@container">
      {tracks.map((track) => (
        <ChartRow key={track.id} track={track} {...props} />
      ))}
    </ol>
  )
}

function ChartRow({ track, list, unit, ids }: Omit<ChartProps, 'tracks'> & { track: ChartTrack }) {
  const href = `/track/${track.id}`
  const isLeaving = useViewTransitionState(href)
  const { isPlaying } = usePlaying([track.id])
  const { id: contentId, title, artist, artworkUrl } = track
  return (
    <PlayableRow ids={[contentId]} className="chart-row border-b border-line">
      <span className="chart-row-rank numeral @max-[44rem]:row-span-3">{track.rank}</span>
      <span className="relative @max-[44rem]:row-span-3">
        <Cover
          src={artworkUrl}
          alt=""
          seed={track.albumId}
          sizes="7vw"
          {...(isLeaving && { transitionName: 'cover' })}
        />
        <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === contentId)} />
      </span>
      <div className="min-w-0 @max-[44rem]:contents">
        <p className="flex @max-[44rem]:col-[3/-1]">
          <Link to={href} viewTransition className="chart-row-title line-clamp-2 min-w-0 py-0.5 hover:underline">
            {title}
          </Link>
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
          <Link to={bylineHref(track)} className="min-w-0 truncate leading-6 text-ink-2 hover:underline">
            {artist}
          </Link>
          {track.isExplicit && <ExplicitMark />}
          <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
          <Movement {...track} />
        </p>
      </div>
      <span className="h-[clamp(40px,4.6vw,92px)] @max-[44rem]:hidden">
        <LateSmallHorizon contentId={contentId} ids={ids} isPlaying={isPlaying} />
      </span>
      <SatsZapButton
        content={{ contentId, title, artist, artworkUrl }}
        amountMsat={track.msatChart}
        unit={unit}
        className="justify-self-end text-xl @max-[14rem]:col-start-3 @max-[14rem]:justify-self-start @min-[44rem]:text-[clamp(1.25rem,1rem+0.9vw,2.1rem)]"
      />
    </PlayableRow>
  )
}
