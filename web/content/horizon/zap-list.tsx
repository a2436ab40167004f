/** All zaps of a horizon, in a part that opens: what the faces say of the largest, for everybody to read. */
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/words/words.ts'
import type { ZapListProps } from './zap-pages.tsx'

const ZapPages = lazy(async () => ({ default: (await import('./zap-pages.tsx')).ZapPages }))

export function ZapList(props: ZapListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="gut bg-(--under) text-(--cream)">
      <summary className="ml-auto flex min-h-11 w-max max-w-full items-center text-sm font-semi underline decoration-[1.5px] underline-offset-4">
        {t('horizon.allZaps')}
      </summary>
      <Suspense fallback={null}>{isOpen && <ZapPages {...props} />}</Suspense>
    </details>
  )
}
