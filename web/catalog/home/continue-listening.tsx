/** Episodes the user has started on any device, in place of the three songs: pressing one resumes where they stopped.
 * Only for signed-in users, so it is loaded after the page. */
import type { ReactNode } from 'react'
import { listPositions } from '#contract/listening/positions.ts'
import type { Wire } from '#contract/endpoint.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { formatLength } from '#web/content/number-formats.ts'
import { playablesOfEpisodes, podcastHref } from '#web/player/state/playables.ts'
import { t } from '#web/words/words.ts'
import { type Block, Blocks, BLOCKS } from './blocks.tsx'

type Position = Wire<typeof listPositions>[number]

const INPUT = { query: { unfinished: 'true', limit: String(BLOCKS) } }

/** `otherwise`: shown while they are not known, or when there are none. */
export function ContinueListening({ otherwise }: { otherwise: ReactNode }) {
  const positions = usePageData(listPositions, INPUT)
  if (!positions || positions.length === 0) return otherwise
  return (
    <section className="mt-(--band)">
      <h2 className="mb-[clamp(1.25rem,2.4vw,2.5rem)] title-1">{t('home.continueTitle')}</h2>
      <Blocks
        blocks={positions.flatMap(({ episode, positionSeconds }) => (episode ? blockOf(episode, positionSeconds) : []))}
      />
    </section>
  )
}

function blockOf(episode: NonNullable<Position['episode']>, positionSeconds: number): Block {
  const leftSeconds = Math.max(0, (episode.duration ?? 0) - positionSeconds)
  return {
    id: episode.id,
    title: episode.title,
    href: `/episode/${episode.id}`,
    by: episode.podcast,
    byHref: podcastHref(episode.podcastUrl),
    coverUrl: episode.artworkUrl,
    seed: episode.podcastId,
    colours: episode.colorInfo,
    list: playablesOfEpisodes([episode]),
    sentence: t('home.left', { length: formatLength(leftSeconds) }),
    note: null,
  }
}
