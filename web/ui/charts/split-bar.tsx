/** The shares of a split, as one bar and a legend with exact amounts. Shares come in order; the platform fee is last
 * and grey. The amounts are formatted by the caller, so that the amounts shown are the amounts paid. */
import { useId, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export type SplitPart = { key: string; name: string; weight: number; amount: string; isHouse?: boolean }

const COLOURS = [
  'bg-share-1',
  'bg-share-2',
  'bg-share-3',
  'bg-share-4',
  'bg-share-1/55',
  'bg-share-2/55',
  'bg-share-3/55',
  'bg-share-4/55',
]

/** The colour of a share by its index, so that a table below the bar can use it too. */
export function colourOfPart(index: number, isHouse: boolean): string {
  return isHouse ? 'bg-ink-3' : (COLOURS[index % COLOURS.length] ?? 'bg-ink')
}

/** A longer legend can be collapsed to this many entries and the platform fee. */
const FOLDED_TO = 6

export function SplitBar({
  parts,
  hasLegend = true,
  unit,
  showAll,
}: {
  parts: SplitPart[]
  hasLegend?: boolean
  /** Shown after each amount; omit it when the amounts include their unit. */
  unit?: string
  /** The label of the button that expands a long legend. Without it, the whole legend is shown. */
  showAll?: (count: number) => string
}) {
  const legendId = useId()
  const legend = useRef<HTMLUListElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = showAll !== undefined && !isUnfolded && parts.length > FOLDED_TO + 2
  const isHidden = (part: SplitPart, index: number) => isFolded && index >= FOLDED_TO && part.isHouse !== true
  // The button disappears, so the focus moves to what it revealed.
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
