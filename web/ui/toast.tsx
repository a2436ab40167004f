/** Short messages above the player. They repeat what the page shows; nothing is only ever said here. */
import { Toaster, toast } from 'sonner'

export function Toasts() {
  return (
    <Toaster
      position="bottom-center"
      offset={{ bottom: 'calc(var(--player-space, 0px) + 24px)' }}
      mobileOffset={{ bottom: 'calc(var(--player-space, 0px) + 88px)' }}
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
