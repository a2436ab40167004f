/** Outlines of spines: room on a shelf for records that are not there yet. */
import type { CSSProperties } from 'react'

/** Widths and heights of records that are not there yet, in px and percent. */
const SPINES: readonly (readonly [number, number])[] = [
  [26, 80],
  [18, 82],
  [18, 79],
  [14, 77],
  [22, 84],
  [26, 83],
  [22, 79],
  [22, 83],
  [34, 83],
  [22, 78],
  [18, 82],
  [34, 84],
  [14, 79],
  [22, 84],
  [18, 80],
  [22, 82],
  [34, 79],
  [14, 83],
]

/** `times`: for wider spaces. */
export function Outlines({ times = 1 }: { times?: number }) {
  return (
    <div
      aria-hidden="true"
      className="flex grow items-end overflow-clip max-md:gut max-md:flex-col md:mb-(--names,0px)"
    >
      {Array.from({ length: times }, () => SPINES)
        .flat()
        .map(([width, height], index) => (
          <span
            // The list never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            style={{ '--width': `${width}px`, '--height': `${height}%` } as CSSProperties}
            className="shrink-0 border border-[color-mix(in_srgb,var(--ink)_20%,var(--beige))] max-md:h-(--width) max-md:w-full max-md:border-t-0 max-md:[&:nth-child(n+9)]:hidden md:-ml-px md:h-(--height) md:w-(--width)"
          />
        ))}
    </div>
  )
}
