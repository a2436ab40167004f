/** What stands at the end of the pages of tracks, episodes, artists and shows: credits, and reporting. */
import { ReportButton } from '#web/content/report-button.tsx'
import { CreditLines, type Credit } from './credits.tsx'

type PageFootProps = { content: { id: string; isDraft?: boolean }; title: string; credits?: readonly Credit[] }

export function PageFoot({ content: { id, isDraft = false }, title, credits = [] }: PageFootProps) {
  return (
    <div className="mt-12 flex max-w-[40rem] flex-col gap-4">
      <CreditLines credits={credits} />
      {!isDraft && <ReportButton contentId={id} title={title} />}
    </div>
  )
}
