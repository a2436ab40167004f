/** The chapters of an episode; pressing one plays from there. Lyrics are lyrics-panel.tsx. */
import { useQuery } from '@tanstack/react-query'
import { getChapters } from '#contract/catalog/moments.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { ChapterLink } from '#web/player/chapter-link.tsx'
import { usePlayer } from '#web/player/state/store.ts'

/** A chapter is highlighted slightly before it begins. */
const EARLY_SECONDS = 0.2

export function ChaptersPanel({ episodeId }: { episodeId: string }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getChapters, { params: { episodeId } }))
  const seek = usePlayer((state) => state.seek)
  const chapters = query.data ?? []
  const at = usePlayer(({ trackPlayedSeconds }) =>
    chapters.findLastIndex(({ startTime }) => startTime <= trackPlayedSeconds + EARLY_SECONDS),
  )
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed onRetry={() => void query.refetch()} />
  if (chapters.length === 0) return <p className="max-w-[40ch] text-lg">{t('player.chaptersNone')}</p>
  return (
    <ol className="-mx-2 flex flex-col gap-0.5 md:text-xl">
      {chapters.map(({ startTime, title, href, artworkUrl }, index) => (
        <li key={startTime} className="flex items-center gap-1" aria-current={index === at ? 'true' : undefined}>
          <button
            type="button"
            onClick={() => seek(startTime)}
            className={classNames(
              'flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-item px-2 py-1.5 text-left',
              index === at ? 'bg-sunken font-semi' : 'hover:bg-sunken',
            )}
          >
            <span className="w-14 shrink-0 text-sm md:w-20 md:text-base">{formatDuration(startTime)}</span>
            {artworkUrl !== undefined && (
              <Cover src={artworkUrl} alt="" seed={title} sizes="44px" className="size-11 shrink-0" />
            )}
            <span className="min-w-0 md:font-display md:font-heavy md:leading-[1.15]">{title}</span>
          </button>
          <ChapterLink chapter={{ title, href }} className="grid size-11 shrink-0 place-items-center rounded-pill">
            <ExternalIcon size={18} aria-hidden="true" />
          </ChapterLink>
        </li>
      ))}
    </ol>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
      {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={classNames('h-6', width)} />
      ))}
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <ErrorState level="part" title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={onRetry} />
}
