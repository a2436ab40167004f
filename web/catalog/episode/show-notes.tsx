/** The notes of an episode. A time in them, such as 12:34, plays from there. */
import { useMemo } from 'react'
import { parseMarkdown } from '#protocols/markdown.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { MarkdownBlocks } from '#web/ui/markdown-blocks.tsx'
import { t } from '#web/words/words.ts'
import { partTimes } from './note-times.ts'
import { playFrom } from './play-from.ts'

export function ShowNotes({ text, playable }: { text: string; playable: Playable | undefined }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  const writeText = (words: string) =>
    partTimes(words, playable?.durationSeconds ?? 0).map(({ text: part, seconds }, index) =>
      seconds === null || !playable ? (
        part
      ) : (
        <button
          key={index}
          type="button"
          aria-label={t('horizon.playFrom', { time: part })}
          onClick={() => playFrom(playable, seconds)}
          className="relative font-semi underline decoration-2 underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:no-underline"
        >
          {part}
        </button>
      ),
    )
  return (
    <section className="mt-(--band)">
      <h2 className="mb-5 title-1">{t('episode.notes')}</h2>
      <div className="flex max-w-[62ch] flex-col gap-4 text-[clamp(1.0625rem,1rem+0.3vw,1.3rem)] leading-[1.55]">
        <MarkdownBlocks blocks={blocks} writeText={writeText} />
      </div>
    </section>
  )
}
