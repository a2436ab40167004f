/** The square artwork of a release, show or artist, or a generated drawing when there is none.
 * The server stores every artwork as `{name}.jpg`, with `{name}-{width}.webp` beside it. */
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const WIDTHS_PX = [96, 320, 640]
const SHAPES = { square: '', round: 'rounded-pill' } as const

export function Cover({
  src,
  alt,
  seed,
  sizes = '(min-width: 761px) 220px, 50vw',
  shape = 'square',
  isEager = false,
  transitionName,
  className,
}: {
  src: string | null | undefined
  /** '' when the title is shown beside it. */
  alt: string
  /** The seed of the generated drawing: an id or a name. */
  seed: string
  sizes?: string
  shape?: keyof typeof SHAPES
  /** The largest image of a page, fetched first. */
  isEager?: boolean
  /** With the same name on two pages, a view transition moves the cover from one to the other. */
  transitionName?: string | undefined
  className?: string
}) {
  const sources = src ? webSizes(src) : undefined
  return (
    <span
      className={classNames('block aspect-square overflow-hidden bg-sunken', SHAPES[shape], className)}
      style={transitionName ? { viewTransitionName: transitionName } : undefined}
    >
      {src ? (
        <img
          src={src}
          srcSet={sources}
          sizes={sources && sizes}
          alt={alt}
          width={640}
          height={640}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          className="block size-full object-cover"
        />
      ) : (
        <StandIn seed={seed} label={alt} />
      )}
    </span>
  )
}

/** Of a card that is a link with the class `group`: it rises when the card is pointed at. */
export function CardCover(props: Omit<ComponentProps<typeof Cover>, 'alt' | 'className'>) {
  return <Cover {...props} alt="" className="transition-transform duration-200 group-hover:-translate-y-1" />
}

/** `…/id.jpg?v=2` → `…/id-320.webp?v=2 320w, …`; undefined for a URL that is not from this server. */
export function webSizes(src: string): string | undefined {
  const match = /^([^?#]+)\.jpg(\?[^#]*)?$/.exec(src)
  if (!match?.[1]) return undefined
  return WIDTHS_PX.map((width) => `${match[1]}-${width}.webp${match[2] ?? ''} ${width}w`).join(', ')
}

/** Background, rings, and the one ring in another colour. */
const PALETTES = [
  ['#e6defd', '#5a35e0', '#1b1524'],
  ['#ffd9e8', '#d6246e', '#5a35e0'],
  ['#c9f5e3', '#0a7353', '#1b1524'],
  ['#f3e3c8', '#2a1648', '#d6246e'],
  ['#2a1f45', '#ab95ff', '#ffd9e8'],
  ['#5a35e0', '#f6eee2', '#5ee6b3'],
  ['#1b1524', '#ff8fb8', '#f6eee2'],
] as const

const RINGS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Arcs around a corner, with colours and spacing derived from
 * the seed. Few elements, because lists contain many of these. */
function StandIn({ seed, label }: { seed: string; label: string }) {
  let hash = 2166136261
  for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0
  const [ground, rings, odd] = PALETTES[((hash ^ (hash >>> 15)) >>> 4) % PALETTES.length] ?? PALETTES[0]
  const step = 15 + ((hash >>> 8) % 10)
  const width = step * (0.42 + ((hash >>> 12) % 4) * 0.09)
  const corner = [(hash >>> 16) & 1 ? 100 : 0, (hash >>> 17) & 1 ? 100 : 0] as const
  const oddRing = 2 + ((hash >>> 20) % 4)
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      className="block size-full"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect width="100" height="100" fill={ground} />
      <g fill="none" strokeWidth={width}>
        <path
          d={RINGS.map((ring) => (ring === oddRing ? '' : arcAround(corner, ring * step))).join('')}
          stroke={rings}
        />
        <path d={arcAround(corner, oddRing * step)} stroke={odd} />
      </g>
    </svg>
  )
}

/** The quarter of a circle that is inside the square, as a path. */
function arcAround([x, y]: readonly [number, number], radius: number): string {
  const [alongX, alongY] = [x === 0 ? radius : x - radius, y === 0 ? radius : y - radius]
  return `M${alongX} ${y}A${radius} ${radius} 0 0 ${x === y ? 1 : 0} ${x} ${alongY}`
}
