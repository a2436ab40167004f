/** The type filter of the statement: any number of toggle chips. With none on, all types are shown.
 * Only types that occur are offered, and those in the URL. */
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { lineTypes, type LineType } from '#web/wallet/line-types.ts'

const CHIP = classNames(
  'min-h-11 shrink-0 md:min-h-9 rounded-pill border border-line px-3.5 text-sm font-semi whitespace-nowrap text-ink-2',
  'transition-colors hover:border-line-2 hover:text-ink',
  'aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-beige',
)

export function TypeFilter({
  offered,
  types,
  onTypes,
}: {
  /** Types that have lines. */
  offered: readonly LineType[]
  types: readonly LineType[]
  onTypes: (types: readonly LineType[]) => void
}) {
  const toggle = (type: LineType) =>
    onTypes(types.includes(type) ? types.filter((one) => one !== type) : [...types, type])
  const shown = lineTypes.filter(({ type }) => offered.includes(type) || types.includes(type))
  // With a single type there is nothing to filter.
  if (shown.length < 2 && types.length === 0) return null
  return (
    <div
      role="group"
      aria-label={t('wallet.filters')}
      className="scroll-quiet bleed gut flex gap-2 overflow-x-auto md:mx-0 md:flex-wrap md:px-0"
    >
      <button type="button" aria-pressed={types.length === 0} onClick={() => onTypes([])} className={CHIP}>
        {t('wallet.all')}
      </button>
      {shown.map(({ type, label }) => (
        <button
          key={type}
          type="button"
          aria-pressed={types.includes(type)}
          onClick={() => toggle(type)}
          className={CHIP}
        >
          {t(label)}
        </button>
      ))}
    </div>
  )
}
