/** Padding at the bottom of a sheet for the on-screen keyboard, which covers the page without resizing it.
 * Does nothing on devices without such a keyboard. */
import { useEffect, type RefObject } from 'react'

/** Smaller changes are the browser's own toolbar. */
const LEAST_PX = 100
/** Space between the keyboard and the focused field. */
const AIR_PX = 20

export function useKeyboardRoom(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    const make = () => {
      const { current } = sheet
      if (current === null) return
      // While the page is zoomed, the viewport is smaller for another reason.
      const coveredPx = view.scale === 1 ? Math.round(innerHeight - view.height - view.offsetTop) : 0
      const room = coveredPx >= LEAST_PX ? `${coveredPx}px` : ''
      if (current.style.paddingBottom === room) return
      current.style.paddingBottom = room
      const field = document.activeElement
      if (!(field instanceof HTMLElement) || !current.contains(field)) return
      field.style.scrollMarginBottom = room === '' ? '' : `${coveredPx + AIR_PX}px`
      field.scrollIntoView({ block: 'nearest' })
    }
    make()
    view.addEventListener('resize', make)
    view.addEventListener('scroll', make)
    return () => {
      view.removeEventListener('resize', make)
      view.removeEventListener('scroll', make)
    }
  }, [sheet])
}
