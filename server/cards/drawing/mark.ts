/** The logo as a fragment of SVG, 29 wide and 26 high, and the arcs that replace a missing cover. */
import type { Box } from './lettering.ts'

const BOLT = 'M11.5 1 2 14.6h6.4L5.2 25 16 10.6H9.4z'
const ARCS = ['M17.6 17.6a6.6 6.6 0 0 0 0-9.4', 'M21.9 21.6a12.4 12.4 0 0 0 0-17.4']
const HEIGHT = 26

export function drawMark(x: number, y: number, heightPx: number, colour: string): string {
  const arcs = ARCS.map(
    (d) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.9" stroke-linecap="round"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${heightPx / HEIGHT})"><path d="${BOLT}" fill="${colour}"/>${arcs.join('')}</g>`
}

const RINGS = 6

/** Arcs around the upper right corner of a square. */
export function drawArcs({ x, y, width }: Box, colour: string): string {
  const step = width / RINGS
  const arcs = Array.from({ length: RINGS }, (_, ring) => {
    const radius = (ring + 0.5) * step
    return `M${x + width - radius} ${y}A${radius} ${radius} 0 0 0 ${x + width} ${y + radius}`
  })
  return `<path d="${arcs.join('')}" fill="none" stroke="${colour}" stroke-width="${step * 0.46}"/>`
}
