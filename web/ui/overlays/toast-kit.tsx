/** The toast library, loaded with the first toast. The API and the position are in toast.tsx. */
import { Toaster, toast } from 'sonner'

/** Time to reach the button, also by keyboard: the list of toasts is focused with Alt + T. */
const UNDO_MS = 15_000

export const pushToast = toast

export type Undo = { label: string; onClick: () => void }

export function pushSuccess(message: string, undo?: Undo): void {
  toast.success(message, undo && { duration: UNDO_MS, action: undo })
}

export function ToastStack({
  position,
  offset,
}: {
  position: 'bottom-center' | 'top-center'
  offset: { top: string } | { bottom: string }
}) {
  return (
    <Toaster
      position={position}
      offset={offset}
      mobileOffset={offset}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[356px] font-text max-w-full items-center gap-3 rounded-bar border border-line bg-highlight px-4 py-3 text-sm font-medium text-ink shadow-float',
          icon: 'shrink-0',
          actionButton: 'ml-auto min-h-11 shrink-0 px-2 font-semi underline underline-offset-4',
          success: '[&_[data-icon]]:text-mint',
          error: '[&_[data-icon]]:text-pink',
        },
      }}
    />
  )
}
