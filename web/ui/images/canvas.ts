/** Drawing on a canvas that follows its size, the colours of the page, and the theme. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

export type Sheet = { context: CanvasRenderingContext2D; width: number; height: number }

/** An empty canvas in the pixels of the screen, measured in CSS pixels; null while it has no size. */
export function openCanvas(canvas: HTMLCanvasElement): Sheet | null {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  const context = canvas.getContext('2d')
  if (!context || width === 0) return null
  const scale = devicePixelRatio || 1
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth
    canvas.height = pixelHeight
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  return { context, width, height }
}

/** Draws with every render, and again when the size or the colours change. */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: (canvas: HTMLCanvasElement) => void,
): void {
  const latest = useRef(draw)
  latest.current = draw
  useLayoutEffect(() => {
    if (canvas.current) latest.current(canvas.current)
  })
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const redraw = () => latest.current(target)
    const size = new ResizeObserver(redraw)
    size.observe(target)
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      size.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', redraw)
    }
  }, [canvas])
}
