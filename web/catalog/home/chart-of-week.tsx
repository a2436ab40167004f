/** The chart on the start page: three covers, each beside its rank as large as itself, and the rest in dense columns. */
import { ExplicitMark } from '#web/content/badges.tsx'
import type { ChartTrack } from '#web/content/choose-three.ts'
import { LateSmallHorizon } from '#web/content/late-horizon.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { usePlaying } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { bylineHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { ChartList, unitOf } from '#web/catalog/lists/chart-list.tsx'
import { Movement } from '#web/catalog/lists/movement.tsx'

const LARGE = 3

export function ChartOfWeek({ tracks }: { tracks: readonly ChartTrack[] }) {
  const list = playablesOfTracks(tracks)
  const [first, rest] = [tracks.slice(0, LARGE), tracks.slice(LARGE)]
  const ids = first.map(({ id }) => id)
  return (
    <>
      <ol className="grid gap-x-[clamp(1.5rem,3.4vw,4rem)] gap-y-10 md:grid-cols-3">
        {first.map((track) => (
          <LargeEntry key={track.id} track={track} list={list} ids={ids} />
        ))}
      </ol>
      {rest.length > 0 && (
        <div className="mt-[clamp(1.5rem,3vw,3.5rem)]">
          <ChartList tracks={rest} list={list} />
        </div>
      )}
    </>
  )
}

type LargeProps = { track: ChartTrack; list: ReturnType<typeof playablesOfTracks>; ids: readonly string[] }

function LargeEntry({ track, list, ids }: LargeProps) {
  const { isPlaying } = usePlaying([track.id])
  const { id: contentId, title, artist, artworkUrl } = track
  return (
    <li className="group/row @container min-w-0">
      <div className="chart-large">
        <span className="rank-figure numeral">{track.rank}</span>
        <span className="relative w-(--side) shrink-0">
          <Cover src={artworkUrl} alt="" seed={track.albumId} sizes="(min-width: 761px) 19vw, 56vw" />
          <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === contentId)} />
        </span>
      </div>
      <h3 className="mt-4 title-2 title-in-room">
        <Link to={`/track/${contentId}`} className="hover:underline">
          {title}
        </Link>
      </h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Link to={bylineHref(track)} className="min-w-0 truncate leading-6 hover:underline">
            {artist}
          </Link>
          {track.isExplicit && <ExplicitMark />}
          <Movement {...track} />
        </p>
        <SatsZapButton
          content={{ contentId, title, artist, artworkUrl }}
          amountMsat={track.msatChart}
          unit={unitOf('week')}
          className="shrink-0 text-xl"
        />
      </div>
      <div className="mt-2 h-[clamp(48px,5vw,84px)]">
        <LateSmallHorizon contentId={contentId} ids={ids} isPlaying={isPlaying} />
      </div>
    </li>
  )
}
