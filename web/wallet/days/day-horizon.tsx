/** Thirty days as a horizon, fifteen on phones: what came in is above the line, what was zapped below it with
 * the covers it went to. It is a table for screen readers, and each day leads to its lines. */
import type { CSSProperties } from 'react'
import { formatSatsChange } from '#web/format/amounts.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatMoment } from '#web/words/format.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { WalletDay } from './query.ts'
import { partIn, partZapped, pickLargest } from './scale.ts'

const ON_PHONES = 15
/** A day stays 24 px wide, to be pressed. */
const ON_SMALL_PHONES = 13
const LABELS = { most: 4, apart: 6 }
const COVERS = { most: 12, apart: 2 }

const msatIn = (day: WalletDay) => day.msatIn
const msatZapped = (day: WalletDay) => day.msatZapped

/** The ground is darker than the paper, by day and by night. */
const GROUND = { '--under': 'light-dark(#1b1524, #08050e)' } as CSSProperties

/** Nothing while nothing came in and nothing was zapped. */
export function DayHorizon({ days }: { days: readonly WalletDay[] }) {
  const mostIn = Math.max(...days.map(msatIn))
  const mostZapped = Math.max(...days.map(msatZapped))
  if (days.every(({ lineCount }) => lineCount === 0)) return <QuietMonth />
  const labels = pickLargest(days, msatIn, LABELS)
  const largest = pickLargest(days.slice(-ON_PHONES), msatIn, { most: 1, apart: 1 })
  const covers = pickLargest(days, msatZapped, COVERS)
  return (
    <section
      style={GROUND}
      className={classNames(
        'bleed relative mt-2 overflow-clip [--out:clamp(170px,14vw,230px)]',
        mostIn > 0 ? '[--in:clamp(120px,11vw,200px)]' : '[--in:2.5rem]',
      )}
    >
      <p className="absolute top-0 right-(--gut) text-sm text-ink-2">
        <span className="max-md:hidden">{describeDays(days)}</span>
        <span className="md:hidden">{describeDays(days.slice(-ON_PHONES))}</span>
      </p>
      <div
        role="table"
        aria-label={t('wallet.daysTitle', { count: days.length })}
        className="lg:gut bg-[linear-gradient(transparent_var(--in),var(--under)_0)]"
      >
        <div role="rowgroup" className="sr-only">
          <div role="row">
            {COLUMNS.map((column) => (
              <span key={column} role="columnheader">
                {t(column)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="grid h-[calc(var(--in)+var(--out))] auto-cols-fr grid-flow-col">
          {days.map((day, place) => (
            <DayColumn
              key={day.day}
              day={day}
              parts={{ in: partIn(day.msatIn, mostIn), zapped: partZapped(day.msatZapped, mostZapped) }}
              daysAgo={days.length - 1 - place}
              label={labels.has(day.day) ? (largest.has(day.day) ? 'always' : 'wide') : 'none'}
              hasCover={covers.has(day.day)}
              isLate={place > days.length * 0.75}
            />
          ))}
        </div>
      </div>
      <p className="gut absolute inset-x-0 bottom-3 flex justify-between gap-4 text-sm text-(--cream)">
        <span>{t('wallet.zappedByDay')}</span>
        <span>{t('wallet.untilToday')}</span>
      </p>
    </section>
  )
}

const describeDays = (shown: readonly WalletDay[]): string =>
  t(shown.some(({ msatIn }) => msatIn > 0) ? 'wallet.cameIn' : 'wallet.nothingIn')

const COLUMNS = ['wallet.day', 'wallet.columnIn', 'wallet.columnZapped', 'wallet.columnOut'] as const

type ColumnProps = {
  day: WalletDay
  parts: { in: number; zapped: number }
  daysAgo: number
  label: 'always' | 'wide' | 'none'
  hasCover: boolean
  /** So far right that words are left of the bar. */
  isLate: boolean
}

function DayColumn({ day, parts, daysAgo, label, hasCover, isLate }: ColumnProps) {
  return (
    <div
      role="row"
      style={{ '--part-in': parts.in, '--part-zapped': parts.zapped } as CSSProperties}
      className={classNames(
        'relative',
        daysAgo >= ON_PHONES && 'max-md:hidden',
        daysAgo >= ON_SMALL_PHONES && 'max-[359px]:hidden',
      )}
    >
      <span role="rowheader">
        {day.lineCount > 0 ? (
          <Link
            to={`/transactions?day=${day.day}`}
            replace
            preventScrollReset
            title={describeDay(day)}
            className="absolute inset-0 z-10 hover:bg-[color-mix(in_srgb,var(--purple)_14%,transparent)]"
          >
            <span className="sr-only">{nameOf(day)}</span>
          </Link>
        ) : (
          <span className="sr-only">{nameOf(day)}</span>
        )}
      </span>
      <span role="cell">
        <span className="sr-only">{formatSats(day.msatIn)}</span>
        {parts.in > 0 && (
          <span
            aria-hidden="true"
            className="absolute bottom-(--out) left-[19%] h-[calc((var(--in)-max(34px,2rem))*var(--part-in))] w-[62%] origin-bottom animate-grow bg-ink forced-color-adjust-none"
          >
            {label !== 'none' && (
              <DayLabel text={formatSatsChange(day.msatIn)} isLargest={label === 'always'} isLate={isLate} />
            )}
          </span>
        )}
      </span>
      <span role="cell">
        <span className="sr-only">{formatSats(day.msatZapped)}</span>
        {parts.zapped > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-[calc(var(--in)+4px)] left-[19%] h-[calc((var(--out)-88px)*var(--part-zapped))] w-[62%] origin-top animate-grow bg-orange forced-color-adjust-none [animation-delay:250ms]"
          />
        )}
        {hasCover && day.most && (
          <span
            aria-hidden="true"
            className="absolute top-[calc(var(--in)+10px+(var(--out)-88px)*var(--part-zapped))] left-1/2 w-[clamp(24px,3.1vw,46px)] -translate-x-1/2"
          >
            <Cover src={day.most.artworkUrl} alt="" seed={day.most.contentId} sizes="46px" />
          </span>
        )}
      </span>
      <span role="cell" className="sr-only">
        {formatSats(day.msatOut)}
      </span>
    </div>
  )
}

/** Beside the largest bar, above others: the bars next to them are lower. */
function DayLabel({ text, isLargest, isLate }: { text: string; isLargest: boolean; isLate: boolean }) {
  const beside = isLate ? 'top-0 right-[calc(100%+8px)]' : 'top-0 left-[calc(100%+8px)]'
  const above = classNames('bottom-[calc(100%+4px)] max-lg:hidden', isLate ? 'right-0' : 'left-0')
  return (
    <span
      className={classNames(
        'absolute font-display text-lg leading-none font-heavy whitespace-nowrap',
        isLargest ? beside : above,
      )}
    >
      {text}
    </span>
  )
}

/** The date is a calendar date, not an instant. */
function nameOf({ day }: WalletDay): string {
  return formatMoment(new Date(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
}

function describeDay(day: WalletDay): string {
  const amounts = [
    day.msatIn > 0 && `${t('wallet.columnIn')} ${formatAmount(day.msatIn)}`,
    day.msatZapped > 0 && `${t('wallet.columnZapped')} ${formatAmount(day.msatZapped)}`,
    day.msatOut > 0 && `${t('wallet.columnOut')} ${formatAmount(day.msatOut)}`,
  ]
  return [nameOf(day), ...amounts.filter(Boolean)].join(' · ')
}

/** The background is there before anything is drawn on it. */
function QuietMonth() {
  return (
    <p
      style={GROUND}
      className="bleed gut mt-6 grid min-h-28 place-items-center bg-(--under) text-center text-(--cream)"
    >
      {t('wallet.quietMonth')}
    </p>
  )
}
