/** The soundbites of an episode: each plays its short piece and then stops. */
import type { Soundbite } from '#contract/catalog/episodes.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { PlayIcon } from '#web/ui/icon.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { playPiece } from './play-from.ts'

export function Soundbites({ soundbites, playable }: { soundbites: readonly Soundbite[]; playable: Playable }) {
  return (
    <section className="mt-(--band)">
      <h2 className="mb-[clamp(1rem,2vw,2rem)] title-1">{t('episode.soundbites')}</h2>
      <ul className="flex flex-wrap gap-3">
        {soundbites.map(({ startTime, duration, title }) => (
          <li key={`${startTime} ${title}`} className="min-w-0">
            <button
              type="button"
              onClick={() => playPiece(playable, startTime, startTime + duration)}
              className="flex min-h-14 max-w-full items-center gap-3 rounded-bar border border-line px-4 py-2 text-left hover:underline"
            >
              <PlayIcon size={18} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 font-semi wrap-anywhere">{title}</span>
              <span className="numeral shrink-0 text-sm">{formatDuration(duration)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
