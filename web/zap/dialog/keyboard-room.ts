/** Padding at the bottom of a sheet for the on-screen keyboard, which covers the page without resizing it.
 * Does nothing on devices without such a keyboard. */
import { useEffect, type RefObject } from 'react'

/** A smaller change of height comes from the toolbar of the browser. */
const KEYBOARD_MIN_PX = 100
/** Space between the keyboard and the focused field. */
const GAP_PX = 20

export function useKeyboardRoom(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    const update = () => {
      const { current } = sheet
      if (current === null) return
      // While the page is zoomed, the viewport is smaller for another reason.
      const coveredPx = view.scale === 1 ? Math.round(innerHeight - view.height - view.offsetTop) : 0
      const padding = coveredPx >= KEYBOARD_MIN_PX ? `${coveredPx}px` : ''
      if (current.style.paddingBottom === padding) return
      current.style.paddingBottom = padding
      const field = document.activeElement
      if (!(field instanceof HTMLElement) || !current.contains(field)) return
      field.style.scrollMarginBottom = padding === '' ? '' : `${coveredPx + GAP_PX}px`
      field.scrollIntoView({ block: 'nearest' })
    }
    update()
    view.addEventListener('resize', update)
    view.addEventListener('scroll', update)
    return () => {
      view.removeEventListener('resize', update)
      view.removeEventListener('scroll', update)
    }
  }, [sheet])
}
