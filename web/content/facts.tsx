/** The facts beside content: its splits, and what it has received. */
import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '#web/words/words.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { Rolling } from '#web/ui/rolling.tsx'
import { formatSats } from '#web/words/sats.ts'
import { useRecipientShares } from './recipient-shares.ts'

const ReceivedNotes = lazy(async () => ({ default: (await import('./received-notes.tsx')).ReceivedNotes }))
const SharedParts = lazy(async () => ({ default: (await import('./shared-parts.tsx')).SharedParts }))

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2.5 font-text text-sm font-semi tracking-normal text-ink-2">{title}</h2>
      {children}
    </section>
  )
}

/** Of one recipient. Several are a poster (split-poster.tsx). */
export function RecipientShares({ contentId, isEnabled = true }: { contentId: string; isEnabled?: boolean }) {
  const { parts, feeNote, timeSplits } = useRecipientShares(contentId, isEnabled)
  const [only] = parts
  if (!only || parts.length > 1) return null
  return (
    <Fact title={t('catalog.whoGetsWhat')}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semi break-words">{only.name}</span>
        <span className="numeral text-3xl">{only.amount}</span>
      </p>
      <p className="mt-1.5 text-sm text-ink-2">{feeNote}</p>
      {timeSplits.length > 0 && (
        <Suspense fallback={null}>
          <SharedParts timeSplits={timeSplits} />
        </Suspense>
      )}
    </Fact>
  )
}

export function Received({ amountMsat }: { amountMsat: number }) {
  return (
    <Fact title={t('catalog.received')}>
      {amountMsat === 0 ? (
        <p className="text-ink-2">{t('catalog.receivedNone')}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="numeral text-3xl">
            <Rolling text={formatSats(amountMsat)} />
          </span>
          <span className="font-semi text-ink-2">{satsUnit(formatSats(amountMsat))}</span>
        </p>
      )}
      <Suspense fallback={null}>{amountMsat > 0 && <ReceivedNotes amountMsat={amountMsat} />}</Suspense>
    </Fact>
  )
}

/** Facts about content, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <div className="mt-(--band) grid gap-x-[clamp(2rem,5vw,6rem)] gap-y-10 [grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
      {children}
    </div>
  )
}
