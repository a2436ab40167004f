/** Selects the days that are shown: four presets, or a custom range. The choice is stored in the URL. */
import { useState, type FormEvent } from 'react'
import { RANGE_MAX_DAYS } from '#contract/listening/stats.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { type Choice, isRange, ownTimeZone, PRESETS, type Preset } from './day-ranges.ts'
import { describeRange } from './wordings.ts'

const CHIP = classNames(
  'min-h-11 shrink-0 rounded-pill border border-line px-4 text-sm font-semi whitespace-nowrap text-ink-2 md:min-h-9',
  'transition-colors hover:border-line-2 hover:text-ink',
  'aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-beige',
)

export function RangePicker({ choice: { preset, range } }: { choice: Choice }) {
  const [search, setSearch] = useSearchParams()
  const show = (days: Record<string, string>) => {
    const { days: _days, from: _from, to: _to, ...filter } = Object.fromEntries(search)
    setSearch({ ...filter, ...days }, { replace: true, preventScrollReset: true })
  }
  const [isOpen, setIsOpen] = useState(preset === null)
  const choose = (days: Preset) => {
    setIsOpen(false)
    show({ days: String(days) })
  }
  return (
    <div>
      <div role="group" aria-label={t('analytics.range')} className="flex flex-wrap gap-2">
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={preset === days && !isOpen}
            onClick={() => choose(days)}
            className={CHIP}
          >
            {nameOfPreset(days)}
          </button>
        ))}
        <button type="button" aria-pressed={isOpen} onClick={() => setIsOpen(true)} className={CHIP}>
          {t('analytics.ownRange')}
        </button>
      </div>
      {isOpen && <OwnRange key={`${range.from} ${range.to}`} range={range} onRange={show} />}
      <p className="mt-3 text-sm text-ink-2">{describeRange(range, ownTimeZone())}</p>
    </div>
  )
}

function nameOfPreset(days: Preset): string {
  if (days === 1) return t('analytics.today')
  return days === 365 ? t('analytics.year') : t('analytics.days', { count: days })
}

function OwnRange({ range, onRange }: { range: Choice['range']; onRange: (range: Choice['range']) => void }) {
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [isWrong, setIsWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRight = isRange({ from, to }, RANGE_MAX_DAYS)
    setIsWrong(!isRight)
    if (isRight) onRange({ from, to })
  }
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-wrap items-start gap-3">
      <Field
        label={t('analytics.from')}
        type="date"
        value={from}
        error={isWrong ? t('analytics.rangeWrong', { max: RANGE_MAX_DAYS }) : undefined}
        onChange={(event) => setFrom(event.target.value)}
        className="w-44"
      />
      <Field
        label={t('analytics.to')}
        type="date"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        className="w-44"
      />
      <Button type="submit" className="mt-7">
        {t('analytics.show')}
      </Button>
    </form>
  )
}
