/** What content has received, as one line on the ground below its split. */
import { lazy, Suspense } from 'react'
import { satsUnit } from '#web/format/sats-unit.ts'
import { Rolling } from '#web/ui/rolling.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

const ReceivedNotes = lazy(async () => ({ default: (await import('./received-notes.tsx')).ReceivedNotes }))

export function Received({ amountMsat }: { amountMsat: number }) {
  return (
    <section className="md:text-right">
      <div className="flex flex-wrap items-baseline gap-x-2 md:justify-end">
        <h2 className="font-text font-semi tracking-normal">{t('catalog.received')}</h2>
        <p className="flex items-baseline gap-x-1.5">
          <span className="numeral text-2xl">
            <Rolling text={formatSats(amountMsat)} />
          </span>
          <span className="font-semi">{satsUnit(formatSats(amountMsat))}</span>
        </p>
      </div>
      <Suspense fallback={null}>
        <ReceivedNotes amountMsat={amountMsat} />
      </Suspense>
    </section>
  )
}
