/** Mounted once in the shell and almost empty: the zap code is loaded with the first zap, or when the previous page
 * left one open. It records which element opened the dialog, because that cannot be determined later. */
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { hasStoredZaps } from './payment/storage-key.ts'
import { useZap } from './zap.ts'

type Room = ComponentType<{ restoreFocus: () => void }>

export function ZapHost() {
  const isOpen = useZap((state) => state.target !== null)
  const [Room, setRoom] = useState<Room | null>(null)
  const restoreFocus = useOpener(isOpen)
  useEffect(() => {
    if (Room !== null || !(isOpen || hasStoredZaps())) return
    import('./zap-room.tsx').then(
      ({ ZapRoom }) => setRoom(() => ZapRoom),
      () => {
        // The page remains usable; the next press tries again.
        useZap.getState().closeZap()
        showErrorToast(t('failure.offline'))
      },
    )
  }, [Room, isOpen])
  return Room && <Room restoreFocus={restoreFocus} />
}

/** Returns the focus to the element that opened the dialog, however it is closed. The
 * component library only knows the focus since it was loaded, which for the first zap
 * is after the press; and some browsers do not focus a pressed button at all. */
function useOpener(isOpen: boolean): () => void {
  const pressed = useRef<Element | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('button, a') : null
    }
    addEventListener('click', note, { capture: true })
    return () => removeEventListener('click', note, { capture: true })
  }, [])
  useEffect(() => {
    const { activeElement } = document
    if (isOpen) opener.current = activeElement === document.body ? pressed.current : activeElement
  }, [isOpen])
  return useCallback(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [])
}
