/** What stands at the end of the pages of tracks, episodes, artists and shows: credits, and reporting. */
import { ReportButton } from '#web/content/report-button.tsx'
import { allCredits, CreditLines } from './credits.tsx'

type PageFootProps = {
  content: { id: string; isPublic?: boolean }
  title: string
  made?: Parameters<typeof allCredits>[0]
}

export function PageFoot({ content: { id, isPublic = true }, title, made }: PageFootProps) {
  return (
    <div className="mt-12 flex max-w-[40rem] flex-col gap-4">
      {made && <CreditLines credits={allCredits(made)} />}
      {isPublic && <ReportButton contentId={id} title={title} />}
    </div>
  )
}
