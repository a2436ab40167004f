/** What a list page says while nothing has been published. */
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { whenNear } from '#web/ui/when-near.tsx'

const EmptyRoom = whenNear(async () => (await import('./empty-room.tsx')).EmptyRoom, true)

export function EmptyList({ sentence, action }: { sentence: string; action?: ReactNode }) {
  return (
    <>
      <EmptyState sentence={sentence} action={action} />
      <EmptyRoom />
    </>
  )
}
