/** The bookmarks of a track or episode on its page. */
import { BookmarkRows } from '#web/player/bookmarks/bookmark-rows.tsx'
import { useBookmarks } from '#web/player/bookmarks/bookmarks.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { playFrom } from '#web/player/state/store.ts'
import { t } from '#web/words/words.ts'

export function PageBookmarks({ playable }: { playable: Playable }) {
  const { bookmarks, remove } = useBookmarks(playable.id)
  if (bookmarks.length === 0) return null
  return (
    <section aria-labelledby="bookmarks" className="mt-11 max-w-[46rem]">
      <h2 id="bookmarks" className="mb-2 text-xl md:text-2xl">
        {t('bookmarks.title')}
      </h2>
      <div className="border-y border-line">
        <BookmarkRows
          bookmarks={bookmarks}
          label={t('bookmarks.of', { title: playable.title })}
          onPlay={(seconds) => playFrom(playable, seconds)}
          onRemove={(id) => void remove(id)}
        />
      </div>
    </section>
  )
}
