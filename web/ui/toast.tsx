/** Short messages: above the player on wide screens, below the header on phones, where thumbs and sheets are not.
 * They repeat what the page shows; nothing is only ever said here. */
import { useSyncExternalStore } from 'react'
import { Toaster, toast } from 'sonner'

const WIDE = '(min-width: 47.5625rem)'
const BELOW_HEADER = { top: 'calc(var(--header-space) + var(--strip-space) + 8px)' }
const ABOVE_PLAYER = { bottom: 'calc(var(--player-space) + 24px)' }

function onWidth(tell: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

export function Toasts() {
  const isWide = useSyncExternalStore(
    onWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  )
  const offset = isWide ? ABOVE_PLAYER : BELOW_HEADER
  return (
    <Toaster
      position={isWide ? 'bottom-center' : 'top-center'}
      offset={offset}
      mobileOffset={offset}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[356px] font-text max-w-full items-center gap-3 rounded-bar border border-line bg-highlight px-4 py-3 text-sm font-medium text-ink shadow-float',
          icon: 'shrink-0',
          success: '[&_[data-icon]]:text-mint',
          error: '[&_[data-icon]]:text-pink',
        },
      }}
    />
  )
}

/** Says that something was done. */
export function sayDone(message: string): void {
  toast.success(message)
}

/** Says that something went wrong; it stays longer. */
export function sayFailed(message: string): void {
  toast.error(message, { duration: 8_000 })
}
