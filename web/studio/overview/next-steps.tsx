/** Next steps of the owner: drafts that can be published. Draws nothing when there are none. */
import { Link } from '#web/navigation/link.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'

const STEPS_MAX = 5

type Step = { key: string; href: string; title: string; words: string }

function stepsOf({ albums, podcasts }: Pick<Own, 'albums' | 'podcasts'>): Step[] {
  const contents = [
    ...albums.map((album) => ({
      ...album,
      href: `/studio/albums/${album.id}`,
      count: album.trackCount,
      isAlbum: true,
    })),
    ...podcasts.map((podcast) => ({
      ...podcast,
      title: podcast.name,
      href: `/studio/podcasts/${podcast.id}`,
      count: podcast.episodeCount,
      isAlbum: false,
    })),
  ]
  const drafts = contents.filter(({ status }) => status === 'draft')
  return drafts.slice(0, STEPS_MAX).map(({ id, href, title, count, readyCount, isAlbum }) => {
    const words =
      count === 0
        ? t(isAlbum ? 'studio.nextEmptyAlbum' : 'studio.nextEmptyPodcast')
        : t(readyCount > 0 ? 'studio.nextPublish' : 'studio.nextNotReady')
    return { key: id, href, title, words }
  })
}

export function NextSteps({ own }: { own: Own }) {
  const steps = stepsOf(own)
  if (steps.length === 0) return null
  return (
    <Section title={t('studio.next')}>
      <ul className="border-t border-line">
        {steps.map(({ key, href, title, words }) => (
          <li key={key} className="border-b border-line">
            <Link to={href} className="group flex flex-wrap items-baseline gap-x-4 py-3">
              <span className="font-semi group-hover:underline">{title}</span>
              <span className="text-sm text-ink-2">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
