/** Who gets what, as one bar and a legend with exact amounts. Parts come in order; the house's is last and grey.
 * The amounts are formatted by the caller, so that what is shown is what will be paid. */
import { useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export type SplitPart = { key: string; name: string; weight: number; amount: string; isHouse?: boolean }

const COLOURS = ['bg-purple', 'bg-pink', 'bg-mint', 'bg-ink', 'bg-purple/55', 'bg-pink/55', 'bg-mint/55', 'bg-ink/55']

/** The colour of a part by its place, so that a table below the bar can carry it too. */
export function colourOfPart(index: number, isHouse: boolean): string {
  return isHouse ? 'bg-ink-3' : (COLOURS[index % COLOURS.length] ?? 'bg-ink')
}

/** A legend that is longer can be folded to this many, and the house. */
const FOLDED_TO = 6

export function SplitBar({
  parts,
  hasLegend = true,
  unit,
  showAll,
}: {
  parts: SplitPart[]
  hasLegend?: boolean
  /** Stands behind each amount; none where the amounts carry their own. */
  unit?: string
  /** What shows the rest of a long legend; without it, all of it is shown. */
  showAll?: (count: number) => string
}) {
  const legendId = useId()
  const legend = useRef<HTMLUListElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = showAll !== undefined && !isUnfolded && parts.length > FOLDED_TO + 2
  const isHidden = (part: SplitPart, index: number) => isFolded && index >= FOLDED_TO && part.isHouse !== true
  // The button goes, and leaves the keyboard at what it has shown.
  const unfold = () => {
    setUnfolded(true)
    legend.current?.focus({ preventScroll: true })
  }
  const colourOf = (part: SplitPart, index: number) => colourOfPart(index, part.isHouse === true)
  return (
    <div>
      <div aria-hidden="true" data-split className="flex h-3.5 gap-0.5 overflow-hidden rounded-small">
        {parts.map((part, index) => (
          <span
            key={part.key}
            className={classNames('min-w-[3px] transition-[flex-grow] duration-200', colourOf(part, index))}
            style={{ flexGrow: part.weight, flexBasis: 0 }}
          />
        ))}
      </div>
      {hasLegend && (
        <ul ref={legend} id={legendId} tabIndex={-1} data-quiet-focus className="mt-2.5">
          {parts.map((part, index) => (
            <li
              key={part.key}
              className={classNames('flex items-baseline gap-2 py-1 text-sm', isHidden(part, index) && 'hidden')}
            >
              <span
                aria-hidden="true"
                className={classNames('size-2.5 shrink-0 rounded-[3px]', colourOf(part, index))}
              />
              <span className="min-w-0 flex-1 truncate">{part.name}</span>
              <span className="font-bold whitespace-nowrap">
                {part.amount}
                {unit !== undefined && <span className="font-medium text-ink-2"> {unit}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasLegend && isFolded && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={legendId}
          onClick={unfold}
          className="min-h-9 text-sm font-semi text-purple hover:underline"
        >
          {showAll(parts.length)}
        </button>
      )}
    </div>
  )
}
