/** Three songs, one press from playing, each with a sentence for when to hear it. */
import type { listTopTracks } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { artistHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { type Block, Blocks, BLOCKS } from './blocks.tsx'
import { whenToHear } from './when.ts'

type ChartTrack = Wire<typeof listTopTracks>[number]

/** The best placed that can be played, one of each artist, without the featured one and without explicit ones. */
function chooseThree(chart: readonly ChartTrack[], featuredArtistUrl: string | undefined): ChartTrack[] {
  const artists = new Set([featuredArtistUrl])
  return chart
    .filter(({ artistUrl, isExplicit, liveUrl }) => {
      if (isExplicit || liveUrl === null || artists.has(artistUrl)) return false
      artists.add(artistUrl)
      return true
    })
    .slice(0, BLOCKS)
}

const blockOf = (track: ChartTrack, sentence: string): Block => ({
  id: track.id,
  title: track.title,
  href: `/track/${track.id}`,
  by: track.artist,
  byHref: artistHref(track.artistUrl),
  coverUrl: track.artworkUrl,
  seed: track.albumId,
  colours: track.colorInfo,
  list: playablesOfTracks([track]),
  sentence,
  note: track.duration === null ? null : formatDuration(track.duration),
})

/** Nothing where there are not three. */
export function ThreeToPress({
  chart,
  featuredArtistUrl,
}: {
  chart: readonly ChartTrack[]
  featuredArtistUrl: string | undefined
}) {
  const tracks = chooseThree(chart, featuredArtistUrl)
  const sentences = whenToHear(tracks)
  if (tracks.length < BLOCKS) return null
  return (
    <section className="mt-(--band)" aria-labelledby="three">
      <header className="mb-[clamp(1.25rem,2.4vw,2.5rem)] flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id="three" className="title-1">
          <span className="block">{t('home.threePress')}</span> <span className="block">{t('home.threeHere')}</span>
        </h2>
        <p className="max-w-[36ch]">{t('minute.threeNote')}</p>
      </header>
      <Blocks blocks={tracks.map((track, index) => blockOf(track, sentences[index]!))} />
    </section>
  )
}
