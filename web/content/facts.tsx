/** The facts beside content: its splits, and what it has received. */
import { lazy, type ReactNode, Suspense } from 'react'
import { getTerms } from '#contract/payments/terms.ts'
import { useSettings } from '#web/data/site.ts'
import { SplitBar } from '#web/ui/charts/split-bar.tsx'
import { t } from '#web/words/words.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { percentOf, sumOf } from './number-formats.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'

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

export function RecipientShares({ contentId, isEnabled = true }: { contentId: string; isEnabled?: boolean }) {
  const terms = usePageData(getTerms, { params: { contentId } }, { isEnabled })
  const { brandName: brand } = useSettings()
  if (!terms || terms.recipients.length === 0) return null
  const whole = sumOf(terms.recipients.map(({ share }) => share))
  const parts = terms.recipients.map(({ name, displayName, share }) => ({
    key: name,
    name: displayName ?? name,
    weight: share,
    amount: t('catalog.percent', { percent: percentOf(share, whole) }),
  }))
  const fee = terms.feePpm / 10_000
  return (
    <Fact title={t('catalog.whoGetsWhat')}>
      <SplitBar parts={parts} showAll={(count) => t('catalog.allShares', { count })} />
      <p className="mt-1.5 text-sm text-ink-2">
        {fee === 0 ? t('catalog.withoutFee', { brand }) : t('catalog.afterFee', { percent: fee, brand })}
      </p>
      {terms.timeSplits.length > 0 && (
        <Suspense fallback={null}>
          <SharedParts timeSplits={terms.timeSplits} />
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
          <span className="numeral text-3xl">{formatSats(amountMsat)}</span>
          <span className="font-semi text-ink-2">{satsUnit(formatSats(amountMsat))}</span>
        </p>
      )}
      <Suspense fallback={null}>{amountMsat > 0 && <ReceivedNotes amountMsat={amountMsat} />}</Suspense>
    </Fact>
  )
}

/** The main column, with the facts beside it where there is room for both. */
export function WithFacts({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="@container mt-8">
      <div className="grid gap-x-14 gap-y-9 @min-[52rem]:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">{children}</div>
        <div className="flex min-w-0 flex-col gap-8 border-t border-line pt-7 @min-[52rem]:border-0 @min-[52rem]:pt-1">
          {facts}
        </div>
      </div>
    </div>
  )
}
