/** The share dialog, loaded on first use. It stays mounted, so
 * that its closing animation runs and the focus returns. */
import { lazy, Suspense, useRef } from 'react'
import type { ShareTarget } from '#web/frame/share-target.ts'

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
