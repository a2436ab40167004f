/** Who gets what, when several share: blocks across the window, as wide as the shares and in their colours. */
import { lazy, Suspense, type CSSProperties } from 'react'
import { t } from '#web/words/words.ts'
import { useRecipientShares } from './recipient-shares.ts'

const SharedParts = lazy(async () => ({ default: (await import('./shared-parts.tsx')).SharedParts }))

/** With more recipients, these are blocks and the others lines below them. */
const BLOCKS = 4

export function SplitPoster({ contentId, isEnabled = true }: { contentId: string; isEnabled?: boolean }) {
  const { parts, feeNote, timeSplits } = useRecipientShares(contentId, isEnabled)
  if (parts.length < 2) return null
  const [blocks, others] = [parts.slice(0, BLOCKS), parts.slice(BLOCKS)]
  const columns = blocks.map(({ weight }) => `minmax(9rem, ${weight}fr)`).join(' ')
  return (
    <section className="bleed" aria-label={t('catalog.whoGetsWhat')}>
      <ul className="split-blocks" style={{ '--columns': columns } as CSSProperties}>
        {blocks.map(({ key, name, amount }, index) => (
          <li key={key} className="split-block" style={{ '--share': `var(--share-${index + 1})` } as CSSProperties}>
            <span className="line-clamp-2 text-xl font-bold break-words md:text-2xl">{name}</span>
            <span className="split-percent numeral" style={{ '--characters': amount.length } as CSSProperties}>
              {amount}
            </span>
          </li>
        ))}
      </ul>
      <div className="bg-(--under) px-(--gut) py-3 text-sm text-(--cream)">
        <p>{feeNote}</p>
        {others.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
            {others.map(({ key, name, amount }) => (
              <li key={key} className="break-words">
                {name} <strong className="whitespace-nowrap">{amount}</strong>
              </li>
            ))}
          </ul>
        )}
        {timeSplits.length > 0 && (
          <Suspense fallback={null}>
            <SharedParts timeSplits={timeSplits} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
