/** All zaps of a horizon, in a part that opens: what the faces say of the largest, for everybody to read. */
import { lazy, Suspense, useState } from 'react'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { ZapListProps } from './zap-pages.tsx'

const ZapPages = lazy(async () => ({ default: (await import('./zap-pages.tsx')).ZapPages }))

type Props = ZapListProps & {
  /** Of zaps without a position, which no bar shows. */
  msatElsewhere: number
}

export function ZapList({ msatElsewhere, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="gut bg-(--under) text-sm text-(--cream)">
      {msatElsewhere > 0 && (
        <p className="text-right">{t('horizon.elsewhere', { sats: formatAmount(msatElsewhere) })}</p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-base">
        <summary className="ml-auto flex min-h-11 w-max max-w-full items-center text-sm font-semi underline decoration-[1.5px] underline-offset-4">
          {t('horizon.allZaps')}
        </summary>
        <Suspense fallback={null}>{isOpen && <ZapPages {...props} />}</Suspense>
      </details>
    </div>
  )
}
