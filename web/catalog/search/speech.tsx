/** Lines of transcripts that have the words of a search: each plays its episode from there. */
import { useQuery } from '@tanstack/react-query'
import { searchSpeech } from '#contract/listening/search.ts'
import { playFrom } from '#web/catalog/episode/play-from.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { playablesOfEpisodes } from '#web/player/state/playables.ts'
import { PlayIcon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export function SpeechHits({ term }: { term: string }) {
  const { call } = useSite()
  const { data } = useQuery({
    ...callQuery(call, searchSpeech, { query: { term } }),
    placeholderData: (before) => before,
  })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('search.spoken')}>
      <ul className="border-t border-line">
        {data.map(({ episode, startTime, text }) => {
          const [playable] = playablesOfEpisodes([episode])
          return (
            <li key={episode.id} className="border-b border-line py-3">
              <button
                type="button"
                disabled={playable === undefined}
                onClick={() => playable && playFrom(playable, startTime)}
                aria-label={t('search.playSpoken', { time: formatDuration(startTime), text })}
                className="flex min-h-11 w-full items-start gap-3 text-left hover:underline"
              >
                <PlayIcon size={18} className="mt-1 shrink-0" />
                <span className="numeral w-14 shrink-0">{formatDuration(startTime)}</span>
                <q className="min-w-0 wrap-anywhere">{text}</q>
              </button>
              <Link
                to={`/episode/${episode.id}`}
                className="ms-[calc(18px+0.75rem)] inline-flex min-h-11 items-center text-sm text-ink-2 hover:underline"
              >
                {episode.podcast} · {episode.title}
              </Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
