/** A dialog in the middle of a wide screen, a bottom sheet on a phone. Focus is trapped; Escape closes. */
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useLayoutEffect, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useCloseRequest } from './close-request.ts'
import { useSecondPressGuard } from './second-press.ts'

export function Dialog({
  isOpen,
  onClose,
  title,
  aside,
  closeLabel,
  width = 'regular',
  isInAddress = false,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Secondary text beside the title. */
  aside?: ReactNode
  closeLabel: string
  width?: 'regular' | 'wide'
  /** The address says that it is open, so Back closes it anyway. */
  isInAddress?: boolean
  children: ReactNode
}) {
  useCloseRequest(isOpen && !isInAddress, onClose)
  useFocusReturn(isOpen)
  useSecondPressGuard(isOpen)
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="relative z-50">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-200 data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-end justify-center overflow-y-auto md:items-center md:p-6">
        <DialogPanel
          transition
          className={classNames(
            'max-h-[92dvh] w-full overflow-y-auto rounded-t-dialog border border-line bg-highlight px-5 pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-dialog',
            'transition duration-200 ease-out data-closed:translate-y-6 data-closed:opacity-0 md:rounded-dialog md:p-6 md:data-closed:translate-y-2',
            width === 'wide' ? 'md:max-w-2xl' : 'md:max-w-[430px]',
          )}
        >
          <div className="mb-4 flex items-start gap-3">
            <DialogTitle className="min-w-0 flex-1 self-center text-xl">
              {/* A title may be a whole sentence. */}
              <span className="line-clamp-3 wrap-anywhere">{title}</span>
            </DialogTitle>
            {aside !== undefined && <span className="self-center text-sm text-ink-2">{aside}</span>}
            <IconButton label={closeLabel} size="small" onClick={onClose} className="-mr-1.5">
              <CloseIcon size={20} aria-hidden="true" />
            </IconButton>
          </div>
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

/** A little longer than the closing animation. */
const LEAVING_MS = 260

/** To the element that opened the dialog. The component library only knows the focus since it was loaded, which for the first
 * dialog is after the press. */
function useFocusReturn(isOpen: boolean): void {
  // Before the library moves the focus into the dialog.
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }, LEAVING_MS)
    }
  }, [isOpen])
}
