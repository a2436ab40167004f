/** Android's Back button and gesture close what is open, instead of leaving the page (HTML, 6.9 CloseWatcher). Other browsers do
 * not have them. */
import { useEffect, useEffectEvent, useReducer } from 'react'

type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }

export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  // A watcher closes once; what asks before it closes may still be open.
  const [closings, count] = useReducer((before: number) => before + 1, 0)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (!isOpen || CloseWatcher === undefined) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => {
      close()
      count()
    }
    return () => watcher.destroy()
  }, [isOpen, closings])
}
