/** Three songs, one press from playing, each with a sentence for when to hear it. */
import { chooseThree, type ChartTrack } from '#web/content/choose-three.ts'
import { bylineHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { type Block, Blocks, BLOCKS } from './blocks.tsx'
import { whenToHear } from './when.ts'

const blockOf = (track: ChartTrack, sentence: string): Block => ({
  id: track.id,
  title: track.title,
  href: `/track/${track.id}`,
  by: track.byline,
  byHref: bylineHref(track),
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
