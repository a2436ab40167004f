/** Room at the foot of a sheet for the keyboard of a phone, which lies over the page without making it smaller.
 * Where there is no such keyboard, nothing happens. */
import { useEffect, type RefObject } from 'react'

/** Less is the browser's own bar coming and going. */
const LEAST_PX = 100
/** Between the keyboard and what is being written. */
const AIR_PX = 20

export function useKeyboardRoom(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    const make = () => {
      const { current } = sheet
      if (current === null) return
      // While somebody magnifies the page, the view is smaller for another reason.
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
