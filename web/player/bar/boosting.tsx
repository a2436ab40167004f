/** Paying what plays from another server. The dialog is loaded with the first press, and stays with what was playing then. */
import { lazy, Suspense, useRef } from 'react'
import { create } from 'zustand'
import type { Playable } from '#web/player/state/queue.ts'

const BoostDialog = lazy(async () => ({ default: (await import('./boost-dialog.tsx')).BoostDialog }))

export const useBoosting = create<{ item: Playable | null }>()(() => ({ item: null }))

export function Boosting() {
  const item = useBoosting((state) => state.item)
  const last = useRef(item)
  if (item !== null) last.current = item
  if (last.current === null) return null
  const [, search] = last.current.contentHref.split('?')
  return (
    <Suspense fallback={null}>
      <BoostDialog
        key={last.current.id}
        item={last.current}
        playlistId={new URLSearchParams(search).get('playlist')}
        isOpen={item !== null}
        onClose={() => useBoosting.setState({ item: null })}
      />
    </Suspense>
  )
}
