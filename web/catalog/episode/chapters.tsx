/** The chapters of an episode: each plays from where it begins. */
import { getChapters } from '#contract/catalog/moments.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { ChapterLink } from '#web/player/chapter-link.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { playFrom } from './play-from.ts'

/** Nothing when there are none. A page that shows them preloads `getChapters`. */
export function Chapters({ playable }: { playable: Playable }) {
  const chapters = usePageData(getChapters, { params: { episodeId: playable.id } }) ?? []
  if (chapters.length === 0) return null
  return (
    <section className="mt-(--band) mb-[clamp(1.5rem,3vw,3.5rem)]">
      <h2 className="mb-[clamp(1rem,2vw,2rem)] title-1">{t('episode.chapters')}</h2>
      <ol className="gap-x-[clamp(1.5rem,3.4vw,4rem)] md:columns-2">
        {chapters.map(({ startTime, title, href }) => (
          <li key={startTime} className="flex break-inside-avoid items-center gap-3 border-b border-line">
            <button
              type="button"
              onClick={() => playFrom(playable, startTime)}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-4 text-left hover:underline"
            >
              <span className="numeral w-16 shrink-0 text-lg">{formatDuration(startTime)}</span>
              <span className="min-w-0 font-semi break-words">{title}</span>
            </button>
            <ChapterLink
              chapter={{ title, href }}
              className="flex min-h-11 shrink-0 items-center underline decoration-[1.5px] underline-offset-4"
            >
              {t('episode.chapterLink')}
            </ChapterLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
