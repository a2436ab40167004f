/** The logo, its bolt alone, and its arcs as ornament.
 * The product has no other decoration. */
import { classNames } from './class-names.ts'
import { iconSize } from './line-icon.ts'

const BOLT = 'M11.5 1 2 14.6h6.4L5.2 25 16 10.6H9.4z'
const ARCS = ['M17.6 17.6a6.6 6.6 0 0 0 0-9.4', 'M21.9 21.6a12.4 12.4 0 0 0 0-17.4']

type DrawingProps = { className?: string }

/** The logo: a bolt with two arcs to its right. */
export function Mark({ size = 28, className }: DrawingProps & { size?: number | string }) {
  return (
    <svg
      height={size}
      viewBox="0 0 29 26"
      fill="none"
      aria-hidden="true"
      className={classNames('shrink-0', className ?? 'text-orange')}
    >
      <path d={BOLT} fill="currentColor" />
      {ARCS.map((path) => (
        <path key={path} d={path} stroke="currentColor" strokeWidth="2.9" strokeLinecap="round" />
      ))}
    </svg>
  )
}

/** The bolt alone means sats: beside balances and on zap buttons. */
export function Bolt({ size = 14, className }: DrawingProps & { size?: number }) {
  return (
    <svg
      style={iconSize(size)}
      viewBox="0 0 14 14"
      fill="currentColor"
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <path d="M8.6 0 1.8 8h4L5 14l7-8.4H7.6z" />
    </svg>
  )
}

/** The logo very large and faint, behind a featured release, in the text colour of its block. */
export function GreatMark({ className }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 240 200"
      fill="none"
      aria-hidden="true"
      className={classNames('pointer-events-none overflow-visible', className)}
    >
      <path d="M86 6 16 104h46L40 194l78-106H70z" fill="currentColor" />
      <g stroke="currentColor" strokeWidth="15" strokeLinecap="round">
        <path d="M128 134a46 46 0 0 0 0-66" />
        <path d="M160 166a90 90 0 0 0 0-130" />
        <path d="M192 196a134 134 0 0 0 0-190" />
      </g>
    </svg>
  )
}

const DRAWN = [14, 30, 46, 62, 78]

/** Animated arcs: the picture of an empty state. */
export function DrawnArcs({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 200 104" fill="none" aria-hidden="true" className={classNames('w-[200px]', className)}>
      {DRAWN.map((radius, index) => (
        <path
          key={radius}
          d={`M${100 - radius} 96a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
          pathLength={1}
          strokeDasharray="1"
          stroke="currentColor"
          strokeWidth="5"
          strokeLinecap="round"
          opacity={1 - index * 0.19}
          className="animate-draw"
          style={{ animationDelay: `${index * 80}ms` }}
        />
      ))}
      <circle cx="100" cy="96" r="4" fill="currentColor" />
    </svg>
  )
}

/** Arcs that ripple once from the centre of their parent. Change the `key` to play it again. */
export function Ripple({ className }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 100 100"
      fill="none"
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-0 m-auto overflow-visible text-orange', className)}
    >
      {[22, 32, 42].map((radius, index) => (
        <circle
          key={radius}
          cx="50"
          cy="50"
          r={radius}
          stroke="currentColor"
          strokeWidth="3"
          className="origin-center animate-ripple motion-reduce:hidden"
          style={{ animationDelay: `${index * 110}ms` }}
        />
      ))}
    </svg>
  )
}

/** The arcs of the logo, leaving what stands at their left. */
export function LeavingArcs({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 60 100" fill="none" aria-hidden="true" className={className}>
      {['M6 32a25 25 0 0 1 0 36', 'M20 18a45 45 0 0 1 0 64', 'M34 5a64 64 0 0 1 0 90'].map((arc, index) => (
        <path
          key={arc}
          d={arc}
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
          className="animate-rise"
          style={{ animationDelay: `${index * 90}ms` }}
        />
      ))}
    </svg>
  )
}
