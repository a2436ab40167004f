/** The shelf of a server with nothing in it: outlines of what will be there, across the window. */
import type { CSSProperties } from 'react'
import { Outlines } from './outlines.tsx'

const BOARD = {
  '--names': '2.5rem',
  '--board': 'linear-gradient(to top, light-dark(#1b1524, #08050e) var(--names), transparent 0)',
} as CSSProperties

export function EmptyRoom() {
  return (
    <div
      style={BOARD}
      className="bleed md:gut mt-6 flex overflow-clip md:mt-9 md:h-[clamp(12rem,24vw,24rem)] md:bg-[image:var(--board)]"
    >
      <Outlines times={5} />
    </div>
  )
}
