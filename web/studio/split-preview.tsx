/** Where 1,000 sats go: the bar with exact sats, the platform's part included. */
import { SplitBar, type SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'

export type SplitOf = { contentId: string; contentType: 'album' | 'podcast' }
export type Person = { name: string; displayName?: string | null; share: number }
export type Preview = (people: readonly Person[]) => SplitPart[]

export function PreviewBar({ parts }: { parts: SplitPart[] }) {
  return (
    <figure aria-label={t('studio.splitPreview')}>
      <figcaption className="mb-2 text-sm font-semi">{t('studio.splitPreview')}</figcaption>
      <SplitBar parts={parts} />
    </figure>
  )
}
