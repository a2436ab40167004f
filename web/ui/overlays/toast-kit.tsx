/** The toast library, loaded with the first toast. The API and the position are in toast.tsx. */
import { Toaster, toast } from 'sonner'

export const pushToast = toast

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
