/** Where 1,000 sats go: the bar with exact amounts, including the platform fee. */
import type { ReactNode } from 'react'
import { SplitBar, type SplitPart } from '#web/ui/charts/split-bar.tsx'
import type { Invited } from './draft.ts'
import { t } from '#web/words/words.ts'

export type SplitOf = { contentId: string; contentType: 'album' | 'podcast' | 'track' | 'episode' }
export type SplitRecipient = { name: string; displayName?: string | null; share: number; invited?: Invited | undefined }
export type Preview = (users: readonly SplitRecipient[]) => SplitPart[]

export function PreviewBar({ parts, handles }: { parts: SplitPart[]; handles?: ReactNode }) {
  return (
    <figure aria-label={t('studio.splitPreview')}>
      <figcaption className={handles ? 'mb-3.5 text-sm font-semi' : 'mb-2 text-sm font-semi'}>
        {t('studio.splitPreview')}
      </figcaption>
      <div className="relative">
        <SplitBar parts={parts} />
        {handles}
      </div>
    </figure>
  )
}
