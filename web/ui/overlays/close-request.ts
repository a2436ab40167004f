/** Back on a phone closes what is open, instead of leaving the page: by a CloseWatcher (HTML, 6.9) where the browser has one. */
import { useEffect, useEffectEvent, useReducer } from 'react'
import { closeOnBack } from './back-entries.ts'

type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }

export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  // Back closes once; what asks before it closes may still be open.
  const [closings, count] = useReducer((before: number) => before + 1, 0)
  const close = useEffectEvent(() => {
    onClose()
    count()
  })
  useEffect(() => {
    if (!isOpen) return
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (CloseWatcher === undefined) return closeOnBack(() => close())
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [isOpen, closings])
}
