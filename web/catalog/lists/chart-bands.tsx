/** The first three of the Top 40, each a band in the colours of its record: the rank as large as the cover. */
import type { listTopTracks } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { ExplicitMark } from '#web/content/badges.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { RowZapButton } from '#web/content/zap-button.tsx'
import { artistHref, type playablesOfTracks } from '#web/player/state/playables.ts'
import { formatSats } from '#web/words/sats.ts'
import { Movement } from './movement.tsx'

type ChartTrack = Wire<typeof listTopTracks>[number]

/** The side of the cover and the height of the rank, by rank. */
const SIZES = ['chart-first', 'chart-second', 'chart-third']

export function ChartBands({
  tracks,
  list,
  unit,
}: {
  tracks: readonly ChartTrack[]
  list: ReturnType<typeof playablesOfTracks>
  unit: string
}) {
  return (
    <ol className="bleed">
      {tracks.map((track, index) => (
        <li
          key={track.id}
          style={floodStyle(track.colorInfo)}
          className={classNames('group/row chart-band flood', SIZES[index])}
        >
          <span className="chart-rank numeral">{track.rank}</span>
          <span className="chart-cover relative">
            <Cover
              src={track.artworkUrl}
              alt=""
              seed={track.albumId}
              isEager={index === 0}
              sizes="(min-width: 761px) 25vw, 44vw"
            />
            <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
          </span>
          <div className="chart-words min-w-0">
            <h2 className="title-1">
              <Link to={`/track/${track.id}`} className="hover:underline">
                {track.title}
              </Link>
            </h2>
            <p className="mt-2 flex flex-wrap items-center gap-x-2 font-semi md:text-lg">
              <Link to={artistHref(track.artistUrl)} className="leading-6 hover:underline">
                {track.artist}
              </Link>
              {track.isExplicit && <ExplicitMark />}
              <Movement {...track} />
            </p>
            <p className="mt-2 flex items-center gap-2">
              <span className="numeral text-2xl md:text-3xl">{formatSats(track.msatChart)}</span>
              <span className="text-sm">{unit}</span>
              <RowZapButton
                content={{
                  contentId: track.id,
                  title: track.title,
                  artist: track.artist,
                  artworkUrl: track.artworkUrl,
                }}
              />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
