/** Who gets what: blocks across the window, as wide as the shares and in their colours; below them what was received. */
import { lazy, Suspense, type CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { Received } from './received.tsx'
import { useRecipientShares } from './recipient-shares.ts'

const SharedParts = lazy(async () => ({ default: (await import('./shared-parts.tsx')).SharedParts }))

/** With more recipients, these are blocks and the others lines below them. */
const BLOCKS = 4

type SplitPosterProps = {
  contentId: string
  /** Not said on pages that say it elsewhere. */
  receivedMsat?: number
  /** Of an artist, whose records have splits of their own: one recipient would say too much. */
  needsSeveral?: boolean
  isEnabled?: boolean
}

export function SplitPoster({ contentId, receivedMsat = 0, needsSeveral = false, isEnabled = true }: SplitPosterProps) {
  const { parts, feeNote, timeSplits } = useRecipientShares(contentId, isEnabled)
  if (parts.length < (needsSeveral ? 2 : 1)) return null
  const [blocks, others] = [parts.slice(0, BLOCKS), parts.slice(BLOCKS)]
  const columns = blocks.map(({ weight }) => `minmax(9rem, ${weight}fr)`).join(' ')
  return (
    <div className="split-poster bleed">
      <ul
        aria-label={t('catalog.whoGetsWhat')}
        className="split-blocks"
        style={{ '--columns': columns } as CSSProperties}
      >
        {blocks.map(({ key, name, amount }, index) => (
          <li
            key={key}
            className={classNames('split-block', parts.length === 1 && 'split-alone')}
            style={{ '--share': `var(--share-${index + 1})` } as CSSProperties}
          >
            <span className="line-clamp-2 title-2">{name}</span>
            <span className="split-percent numeral" style={{ '--characters': amount.length } as CSSProperties}>
              {amount}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-3 bg-(--under) px-(--gut) py-4 text-sm text-(--cream)">
        <p>{feeNote}</p>
        {receivedMsat > 0 && <Received amountMsat={receivedMsat} />}
        {others.length > 0 && (
          <ul className="flex basis-full flex-wrap gap-x-6 gap-y-1">
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
    </div>
  )
}
