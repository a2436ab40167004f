/** Three songs, each a block in the colours of its cover and one press from playing. */
import { Link } from '#web/navigation/link.tsx'
import { chooseThree, THREE, type ChartTrack } from '#web/content/choose-three.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

/** Nothing where there are not three. */
export function ThreeToPress({
  chart,
  featuredArtistUrl,
}: {
  chart: readonly ChartTrack[]
  featuredArtistUrl: string | undefined
}) {
  const tracks = chooseThree(chart, featuredArtistUrl)
  if (tracks.length < THREE) return null
  return (
    <section className="mt-(--band)" aria-labelledby="three">
      <h2 id="three" className="mb-[clamp(1.25rem,2.4vw,2.5rem)] title-1">
        <span className="block">{t('home.threePress')}</span> <span className="block">{t('home.threeHere')}</span>
      </h2>
      <ul className="bleed grid md:grid-cols-3">
        {tracks.map((track) => (
          <li
            key={track.id}
            style={floodStyle(track.colorInfo)}
            className="flood flex min-w-0 max-md:flex-row-reverse md:flex-col"
          >
            <Cover
              src={track.artworkUrl}
              alt=""
              seed={track.albumId}
              sizes="(min-width: 761px) 33vw, 44vw"
              className="max-md:w-[44vw] max-md:shrink-0 max-md:self-start"
            />
            <div className="relative flex min-w-0 flex-1 flex-col justify-between gap-4 px-(--gut) py-4 md:pb-6">
              <div className="md:absolute md:-top-11 md:right-(--gut)">
                <PlayDisc list={playablesOfTracks([track])} title={track.title} />
              </div>
              <div className="min-w-0 md:mt-8">
                <h3 className="title-2">
                  <Link to={`/track/${track.id}`} className="hover:underline">
                    {track.title}
                  </Link>
                </h3>
                <p className="mt-1 flex flex-wrap justify-between gap-x-4">
                  <Link to={artistHref(track.artistUrl)} className="leading-6 hover:underline">
                    {track.artist}
                  </Link>
                  {track.duration !== null && <span className="max-md:hidden">{formatDuration(track.duration)}</span>}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
