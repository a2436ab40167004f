/** The dialog for sharing, fetched when it is first wanted. It stays then, so that it can go softly, and what opened it
 * has the focus again. */
import { lazy, Suspense, useRef } from 'react'
import type { ShareTarget } from './share-target.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

export function LateShareDialog(props: { target: ShareTarget; isOpen: boolean; onClose: () => void }) {
  const wasOpen = useRef(false)
  if (props.isOpen) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <Suspense fallback={null}>
      <ShareDialog {...props} />
    </Suspense>
  )
}
