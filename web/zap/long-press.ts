/** Press and hold: a shortcut on a button. The click that follows the hold is ignored.
 * Keyboard users have a key for the same action. */
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
      // Not every browser fires a click afterwards; a later click must not be ignored.
      setTimeout(() => (isHeld.current = false), CLICK_FOLLOWS_MS)
    },
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long touch would open the browser's context menu.
    onContextMenu: (event) => isHeld.current && event.preventDefault(),
    onClick: () => {
      stop()
      if (!isHeld.current) onPress()
      isHeld.current = false
    },
  }
}
