/** Who gets what, as one bar and a legend with exact amounts. Parts come in order; the house's is last and grey.
 * The amounts are formatted by the caller, so that what is shown is what will be paid. */
import { classNames } from './class-names.ts'

export type SplitPart = { key: string; name: string; weight: number; amount: string; isHouse?: boolean }

const COLOURS = ['bg-purple', 'bg-pink', 'bg-mint', 'bg-ink', 'bg-purple/55', 'bg-pink/55', 'bg-mint/55', 'bg-ink/55']

export function SplitBar({
  parts,
  hasLegend = true,
  unit,
}: {
  parts: SplitPart[]
  hasLegend?: boolean
  /** Stands behind each amount; none where the amounts carry their own. */
  unit?: string
}) {
  const colourOf = (part: SplitPart, index: number) =>
    part.isHouse ? 'bg-ink-3' : (COLOURS[index % COLOURS.length] ?? 'bg-ink')
  return (
    <div>
      <div aria-hidden="true" className="flex h-3.5 gap-0.5 overflow-hidden rounded-small">
        {parts.map((part, index) => (
          <span
            key={part.key}
            className={classNames('min-w-[3px] transition-[flex-grow] duration-200', colourOf(part, index))}
            style={{ flexGrow: part.weight, flexBasis: 0 }}
          />
        ))}
      </div>
      {hasLegend && (
        <ul className="mt-2.5">
          {parts.map((part, index) => (
            <li key={part.key} className="flex items-baseline gap-2 py-1 text-sm">
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
    </div>
  )
}
