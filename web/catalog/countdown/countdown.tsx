/** The time until a date, and the date. The server writes both; the browser counts on, in cells whose size does not change.
 * Screen readers read the date and the time left once, and are not interrupted by the seconds. */
import { useEffect, useState } from 'react'
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { formatZone } from '#web/words/zone.ts'
import { t } from '#web/words/words.ts'

const SECOND_MS = 1_000
const UNITS = [
  { unit: 'day', seconds: 86_400, name: 'coming.days' },
  { unit: 'hour', seconds: 3_600, name: 'coming.hours' },
  { unit: 'minute', seconds: 60, name: 'coming.minutes' },
  { unit: 'second', seconds: 1, name: 'coming.seconds' },
] as const

/** `onEnd`: called each second from the date on, until the component is unmounted. */
export function Countdown({ publishedAt, onEnd }: { publishedAt: string; onEnd: () => void }) {
  const end = Date.parse(publishedAt)
  const [now, setNow] = useState(() => Date.now())
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const tick = () => {
      setNow(Date.now())
      setIsLive(true)
      if (Date.now() >= end) onEnd()
    }
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [end, onEnd])
  const left = partsOf(Math.max(0, Math.ceil((end - now) / SECOND_MS)))
  // A new key replaces what the server wrote a moment ago.
  return (
    <div key={String(isLive)} suppressHydrationWarning>
      <p className="text-lg font-semi">
        <time dateTime={publishedAt} suppressHydrationWarning>
          {t('coming.out', { date: describe(new Date(end), isLive) })}
        </time>
      </p>
      <div className="@container mt-3 max-w-104" aria-hidden="true">
        <div className="grid grid-cols-2 gap-x-4 gap-y-2 @min-[20rem]:grid-cols-4 @min-[20rem]:gap-x-2">
          {UNITS.map(({ unit, name }, index) => (
            <p key={unit} className="flex flex-col">
              <span className="title-1 tabular-nums" suppressHydrationWarning>
                {String(left[index]).padStart(2, '0')}
              </span>
              <span className="text-sm">{t(name)}</span>
            </p>
          ))}
        </div>
      </div>
      <TimeLeft left={left} />
    </div>
  )
}

/** The value of the first render, so that it does not change while a screen reader reads it. */
function TimeLeft({ left }: { left: readonly number[] }) {
  const [first] = useState(left)
  const parts = UNITS.slice(0, 3).map(({ unit }, index) =>
    formatNumber(first[index] ?? 0, { style: 'unit', unit, unitDisplay: 'long' }),
  )
  return (
    <p className="sr-only" suppressHydrationWarning>
      {t('coming.left', { time: parts.join(', ') })}
    </p>
  )
}

function partsOf(seconds: number): number[] {
  let rest = seconds
  return UNITS.map(({ seconds: length }) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count
  })
}

/** With the time zone: in the browser the visitor's own, with its place; on the server, which does not know it, UTC. */
function describe(date: Date, isLocal: boolean): string {
  const parts = { dateStyle: 'long', timeStyle: 'short' } as const
  if (!isLocal) return `${formatMoment(date, { ...parts, timeZone: 'UTC' })} UTC`
  return `${formatMoment(date, parts)}, ${formatZone(date)}`
}
