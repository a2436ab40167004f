/** All bookmarks of the account, newest first, by the track or episode they are of. */
import { useQueryClient } from '@tanstack/react-query'
import { addBookmark, deleteBookmark, listBookmarks } from '#contract/listening/bookmarks.ts'
import type { Wire } from '#contract/endpoint.ts'
import { PartStates, RowsComing } from '#web/content/part-states.tsx'
import { usePagesBefore } from '#web/data/pages-before.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { BookmarkRows } from '#web/player/bookmarks/bookmark-rows.tsx'
import { attempt } from '#web/player/bookmarks/bookmarks.ts'
import { playablesOfEpisodes, playablesOfTracks } from '#web/player/state/playables.ts'
import { playFrom } from '#web/player/state/store.ts'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { coverSeedOf } from '#web/player/state/queue.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

type Entry = Wire<typeof listBookmarks>['bookmarks'][number]

export function BookmarksPart() {
  const query = usePagesBefore(listBookmarks)
  const entries = query.data?.pages.flatMap((page) => page.bookmarks) ?? []
  const empty = <EmptyShelf title={t('shelf.titlePress')} sentence={t('bookmarks.empty')} />
  return (
    <PartStates query={query} isEmpty={entries.length === 0} empty={empty} waiting={<RowsComing />}>
      <ul className="flex flex-col gap-8">
        {[...Map.groupBy(entries, ({ contentId }) => contentId)].map(([contentId, own]) => (
          <li key={contentId}>
            <OfContent entries={own} />
          </li>
        ))}
      </ul>
    </PartStates>
  )
}

function OfContent({ entries }: { entries: readonly Entry[] }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const { track = null, episode = null } = entries[0] ?? {}
  const [playable] = track ? playablesOfTracks([track]) : playablesOfEpisodes(episode ? [episode] : [])
  const title = playable?.title ?? t('bookmarks.gone')
  const remove = async (bookmarkId: string) => {
    const removed = entries.find(({ id }) => id === bookmarkId)
    if (!(await attempt(queries, call(deleteBookmark, { params: { bookmarkId } }))) || !removed) return
    const { contentId, positionSeconds, note } = removed
    showToast(t('bookmarks.removed'), {
      label: t('common.undo'),
      onClick: () => void attempt(queries, call(addBookmark, { body: { contentId, positionSeconds, note } })),
    })
  }
  return (
    <>
      <div className="flex items-center gap-3">
        {playable && (
          <Cover
            src={playable.artworkUrl}
            alt=""
            seed={coverSeedOf(playable)}
            sizes="56px"
            className="size-[56px] shrink-0"
          />
        )}
        <div className="min-w-0">
          {playable ? (
            <>
              <Link to={playable.contentHref} className="block text-lg font-semi wrap-anywhere hover:underline">
                {playable.title}
              </Link>
              <p className="truncate text-sm text-ink-2">{playable.artist}</p>
            </>
          ) : (
            <p className="text-ink-2">{title}</p>
          )}
        </div>
      </div>
      <div className="mt-2 max-w-[46rem]">
        <BookmarkRows
          bookmarks={entries.toSorted((one, other) => one.positionSeconds - other.positionSeconds)}
          label={t('bookmarks.of', { title })}
          onPlay={playable && ((seconds) => playFrom(playable, seconds))}
          onRemove={(id) => void remove(id)}
        />
      </div>
    </>
  )
}
