/** Episodes the user has started on any device: pressing one resumes where they stopped.
 * Only for signed-in users, so it is loaded after the page. */
import { listPositions } from '#contract/listening/positions.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSession } from '#web/session/session.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { playablesOfEpisodes } from '#web/player/state/playables.ts'
import { formatLength } from '#web/content/number-formats.ts'

type Position = Wire<typeof listPositions>[number]

const INPUT = { query: { unfinished: 'true', limit: '6' } }

export function ContinueListening() {
  const isSignedIn = useSession((state) => state.session !== null)
  const positions = usePageData(listPositions, INPUT, { isEnabled: isSignedIn }) ?? []
  if (!isSignedIn || positions.length === 0) return null
  return (
    <Section title={t('home.continueTitle')}>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {positions.map((position) => (
          <Begun key={position.contentId} position={position} />
        ))}
      </ul>
    </Section>
  )
}

function Begun({ position: { episode, positionSeconds } }: { position: Position }) {
  const total = episode.duration ?? 0
  const left = Math.max(0, total - positionSeconds)
  return (
    <li className="group/row grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3.5">
      <span className="relative block">
        <Cover src={episode.artworkUrl} alt="" seed={episode.id} sizes="72px" />
        <CoverPlayButton list={playablesOfEpisodes([episode])} index={0} />
      </span>
      <span className="min-w-0">
        <Link to={`/episode/${episode.id}`} className="block truncate font-semi hover:underline">
          {episode.title}
        </Link>
        <span className="block truncate text-sm text-ink-2">{episode.podcast}</span>
        <span className="mt-1.5 flex items-center gap-2.5 text-xs text-ink-2">
          <span className="flex-1">
            <Progress
              isHidden
              label={t('home.heardOf', { title: episode.title })}
              part={total === 0 ? 0 : Math.min(1, positionSeconds / total)}
            />
          </span>
          {t('home.left', { length: formatLength(left) })}
        </span>
      </span>
    </li>
  )
}
