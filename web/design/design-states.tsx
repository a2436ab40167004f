/** Empty, loading and error states. */
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'

export function DesignStates() {
  return (
    <Section title="Empty, wait, fail">
      <div className="grid gap-6 *:min-w-0 lg:grid-cols-3">
        <div className="rounded-header border border-line">
          <EmptyState
            sentence="Nothing here yet. Your first release will appear here."
            action={<Button>Upload music</Button>}
          />
        </div>
        <div className="rounded-header border border-line">
          <ErrorState
            level="part"
            title="Oh no, there was a problem."
            retryLabel="Try again?"
            onRetry={() => undefined}
          />
        </div>
        <div className="rounded-header border border-line p-6">
          <PageSkeleton label="Loading…" />
        </div>
        <div className="rounded-header border border-line p-6 lg:col-span-2">
          <LinesSkeleton hasAmounts />
        </div>
        <div className="rounded-header border border-line p-6">
          <LinesSkeleton />
        </div>
      </div>
      <div className="mt-6 flex items-center gap-3">
        <Avatar src={null} seed="mara" size="small" />
        <Avatar src={null} seed="teodor" />
        <Avatar src={null} seed="ines" size="large" />
      </div>
    </Section>
  )
}
