/** What the listener remembers of a track or episode, on its page. Nothing is drawn when that is nothing, and its code is
 * loaded after the page. */
import { lazy, Suspense } from 'react'
import type { Playable } from '#web/player/state/queue.ts'
import { useHydrated } from '#web/data/use-hydrated.ts'

const PageBookmarks = lazy(async () => ({ default: (await import('./page-bookmarks.tsx')).PageBookmarks }))

export function LateBookmarks({ playable }: { playable: Playable | undefined }) {
  const isHydrated = useHydrated()
  if (!isHydrated || !playable) return null
  return (
    <Suspense fallback={null}>
      <PageBookmarks key={playable.id} playable={playable} />
    </Suspense>
  )
}
