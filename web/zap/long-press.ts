/** A press that is held: the quick way of a button that has a slower one. The click that ends it is swallowed.
 * Keyboards have a key for the same. */
import { useRef, type MouseEvent, type PointerEvent } from 'react'

const HELD_MS = 500
const CLICK_FOLLOWS_MS = 350

type Handlers = {
  onPointerDown: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerLeave: () => void
  onPointerCancel: () => void
  onContextMenu: (event: MouseEvent) => void
  onClick: () => void
}

export function useLongPress(onPress: () => void, onLongPress: () => void): Handlers {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isHeld = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ button }) => {
      isHeld.current = false
      stop()
      if (button !== 0) return
      timer.current = setTimeout(() => {
        isHeld.current = true
        onLongPress()
      }, HELD_MS)
    },
    onPointerUp: () => {
      stop()
      // Not every browser lets a click follow; none may be swallowed later.
      setTimeout(() => (isHeld.current = false), CLICK_FOLLOWS_MS)
    },
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A finger that rests would open the menu of the browser.
    onContextMenu: (event) => isHeld.current && event.preventDefault(),
    onClick: () => {
      stop()
      if (!isHeld.current) onPress()
      isHeld.current = false
    },
  }
}
