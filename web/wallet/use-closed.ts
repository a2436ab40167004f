/** Work for after a dialog has been closed, by a button or by Back. */
import { useEffect, useEffectEvent, useRef } from 'react'

/** After the closing animation, so that nothing else flashes in it. */
const CLOSING_MS = 250

export function useClosed(isOpen: boolean, work: () => void): void {
  const wasOpen = useRef(false)
  const end = useEffectEvent(work)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isClosed) return
    const timer = setTimeout(() => end(), CLOSING_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
}
