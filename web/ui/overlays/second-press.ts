/** The second press of a double press does nothing in a dialog that the first one opened, and nothing on a button that appeared
 * between the two: without this, a double tap on Zap also pressed the button that pays, and a double click closed what it had
 * opened. */
import { useLayoutEffect } from 'react'

/** Presses with a finger at the same place, within this time, are one double press. Of those with a mouse the browser counts. */
const TOUCH_MS = 500
const TOUCH_PX = 40
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role]'

/** The last press. `place` is null for the one that opened the dialog, which happened before this module listened. */
type Press = { atMs: number; place: Place | null; there: WeakSet<Element> }
type Place = { clientX: number; clientY: number }

export function useSecondPressGuard(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    guard(listening.signal)
    return () => listening.abort()
  }, [isOpen])
}

/** Listens before the component library, which is on the document and closes a dialog when the pointer is lifted beside it. */
function guard(signal: AbortSignal): void {
  const listen = <Type extends keyof WindowEventMap>(type: Type, work: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, work, { capture: true, passive: false, signal })
  let last: Press = { atMs: performance.now(), place: null, there: new WeakSet() }
  // Events of pointers do not count clicks.
  let clicks = 0
  listen('mousedown', ({ detail }) => {
    clicks = detail
  })
  listen('pointerup', (event) => {
    const isSecond = event.pointerType === 'touch' ? isNear(last, event.timeStamp, event) : clicks > 1
    if (isSecond) last = refuse(event, last)
  })
  listen('touchend', (event) => {
    const [touch] = event.changedTouches
    if (touch !== undefined && isNear(last, event.timeStamp, touch)) last = refuse(event, last)
  })
  listen('click', (event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    const isSecond = event.detail > 1 || (isTouch && isNear(last, event.timeStamp, event))
    last = isSecond ? refuse(event, last) : recordPress(event)
  })
  // A key that is held down presses again and again.
  listen('keydown', (event) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button') !== null
    if (event.repeat && isOnControl && (event.key === 'Enter' || event.key === ' ')) stop(event)
  })
}

function isNear({ atMs, place }: Press, nowMs: number, { clientX, clientY }: Place): boolean {
  const isSamePlace = place === null || Math.hypot(clientX - place.clientX, clientY - place.clientY) < TOUCH_PX
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
  return { atMs: timeStamp, place: { clientX, clientY }, there: new WeakSet(document.querySelectorAll('*')) }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
