/** What stands at the end of the pages of artists, releases and shows: credits, the day of release, and reporting. */
import { ReportButton } from '#web/content/report-button.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { CreditLines, type Credit } from './credits.tsx'

type PageFootProps = {
  content: { id: string; isDraft?: boolean; publishedAt?: string | null }
  title: string
  credits?: readonly Credit[]
}

export function PageFoot({ content: { id, isDraft = false, publishedAt = null }, title, credits = [] }: PageFootProps) {
  return (
    <div className="mt-12 flex max-w-[40rem] flex-col gap-4">
      <CreditLines credits={credits} />
      {publishedAt !== null && <p className="text-sm">{t('catalog.released', { date: formatDate(publishedAt) })}</p>}
      {!isDraft && <ReportButton contentId={id} title={title} />}
    </div>
  )
}
