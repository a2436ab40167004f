/** The second press of a double press does nothing in a dialog that the first one opened, and nothing on a button that appeared
 * between the two: without this, a double tap on Zap also pressed the button that pays, and a double click closed what it opened. */
import { useLayoutEffect } from 'react'

/** Presses with a finger at the same place, within this time, are one double press. Of those with a mouse the browser counts. */
const TOUCH_MS = 500
const TOUCH_PX = 40
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role]'

/** The last press. `place` is null for the one that opened the dialog, which happened before this module listened. */
type Press = { atMs: number; place: { x: number; y: number } | null; there: WeakSet<Element> }

export function useSecondPressGuard(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    // Before the listeners of the component library, which are on the document.
    const options = { capture: true, signal: listening.signal }
    let last: Press = { atMs: performance.now(), place: null, there: new WeakSet() }
    window.addEventListener(
      'touchend',
      (event) => {
        const [touch] = event.changedTouches
        if (touch !== undefined && isNear(last, event.timeStamp, touch)) last = refuse(event, last)
      },
      { ...options, passive: false },
    )
    window.addEventListener(
      'click',
      (event) => {
        const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
        if (event.detail > 1 || (isTouch && isNear(last, event.timeStamp, event))) last = refuse(event, last)
        else last = recordPress(event)
      },
      options,
    )
    // A key that is held down presses again and again.
    window.addEventListener(
      'keydown',
      (event) => {
        const isOnControl = event.target instanceof Element && event.target.closest('a, button') !== null
        if (event.repeat && isOnControl && (event.key === 'Enter' || event.key === ' ')) stop(event)
      },
      options,
    )
    return () => listening.abort()
  }, [isOpen])
}

function isNear({ atMs, place }: Press, nowMs: number, { clientX, clientY }: { clientX: number; clientY: number }) {
  const isSamePlace = place === null || Math.hypot(clientX - place.x, clientY - place.y) < TOUCH_PX
  return isSamePlace && nowMs - atMs < TOUCH_MS
}

/** Unless what it hits was there at the first press. */
function refuse(event: Event, last: Press): Press {
  const hit = event.target instanceof Element ? (event.target.closest(CONTROLS) ?? event.target) : null
  if (hit !== null && last.there.has(hit)) return last
  stop(event)
  return { ...last, atMs: event.timeStamp }
}

function recordPress({ timeStamp, clientX, clientY }: MouseEvent): Press {
  const there = new WeakSet(document.querySelectorAll('*'))
  return { atMs: timeStamp, place: { x: clientX, y: clientY }, there }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
