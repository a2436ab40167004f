/** The newest episode across the window, in the colours of its show. */
import { getEpisode } from '#contract/catalog/episodes.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { type EpisodeWire, playablesOfEpisodes, podcastHref } from '#web/player/state/playables.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'

export function PodcastBand({ episode }: { episode: EpisodeWire }) {
  const fit = usePageData(getEpisode, { params: { episodeId: episode.id } })?.titleFit ?? null
  const list = playablesOfEpisodes([episode])
  return (
    <section
      style={floodStyle(episode.colorInfo)}
      className="flood bleed mt-(--band) px-(--gut) pt-[clamp(1.5rem,3vw,3rem)]"
    >
      <div className="@container mb-[clamp(1.5rem,4vw,4rem)]">
        <div className="flex items-start justify-between gap-x-6 gap-y-4 @max-[30rem]:flex-wrap">
          <Cover
            src={episode.artworkUrl}
            alt=""
            seed={episode.podcastId}
            sizes="160px"
            className="w-[clamp(84px,11vw,200px)] shrink-0"
          />
          <div className="min-w-0 flex-1 @max-[30rem]:order-last @max-[30rem]:basis-full">
            <p className="title-2">
              <Link to={podcastHref(episode.podcastUrl)} className="hover:underline">
                {episode.podcast}
              </Link>
            </p>
            {episode.description !== null && (
              <p className="mt-2 line-clamp-3 max-w-[52ch] max-md:hidden">{episode.description}</p>
            )}
          </div>
          <PlayDisc list={list} title={episode.title} />
        </div>
      </div>
      <div className="podcast-title">
        <FittedTitle title={episode.title} fit={fit} level="h2" isAcross>
          {(shown) => (
            <Link to={`/episode/${episode.id}`} className="hover:underline">
              {shown}
            </Link>
          )}
        </FittedTitle>
      </div>
      <LateHorizon contentId={episode.id} title={episode.title} list={list} />
    </section>
  )
}
