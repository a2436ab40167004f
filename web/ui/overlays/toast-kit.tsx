/** The toast library, loaded with the first toast. The API and the position are in toast.tsx. */
import { Toaster, toast, type ExternalToast } from 'sonner'

/** Longer than every text of ours with a usual name in it: what is left out is of a name. */
const SUCCESS_MAX = 160
const ERROR_MAX = 200
/** The sentence may continue after the name. */
const TAIL = 50

export const pushToast = {
  success: (message: string, options?: ExternalToast) => toast.success(shorten(message, SUCCESS_MAX), options),
  error: (message: string, options?: ExternalToast) => toast.error(shorten(message, ERROR_MAX), options),
}

/** Without its middle when it is too long. The page shows names in full. */
function shorten(message: string, max: number): string {
  const characters = [...message]
  if (characters.length <= max) return message
  return `${characters.slice(0, max - TAIL - 1).join('')}…${characters.slice(-TAIL).join('')}`
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
