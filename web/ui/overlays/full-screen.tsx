/** A full-screen dialog that slides up from below. Focus is trapped; Escape closes.
 * For a question or a short form use dialog.tsx. */
import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useCloseRequest } from './close-request.ts'

export function FullScreen({
  isOpen,
  onClose,
  title,
  closeLabel,
  actions,
  className,
  style,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** Shown at the end of the header. */
  actions?: ReactNode
  className?: string
  style?: CSSProperties | undefined
  children: ReactNode
}) {
  useCloseRequest(isOpen, onClose)
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="relative z-50">
      <DialogPanel
        transition
        style={style}
        className={classNames(
          'fixed inset-0 flex flex-col pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
          'transition duration-200 ease-out data-closed:translate-y-8 data-closed:opacity-0',
          className,
        )}
      >
        <div className="bar-sizes flex h-14 shrink-0 items-center gap-2 pr-[calc(var(--gut)-10px)] pl-[calc(var(--gut)-12px)] md:h-16">
          <IconButton label={closeLabel} kind="strong" onClick={onClose}>
            <ChevronDownIcon size={24} aria-hidden="true" />
          </IconButton>
          <DialogTitle className="min-w-0 flex-1 truncate font-text max-sm:invisible text-base font-semi tracking-normal">
            {title}
          </DialogTitle>
          {actions}
        </div>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  )
}
