/** The horizon of one track or episode, and where its time splits are. */
import { lazy, Suspense } from 'react'
import { getTerms } from '#contract/payments/terms.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { usePageData } from '#web/frame/page-data.ts'

const SharedLane = lazy(async () => ({ default: (await import('#web/content/shared-parts.tsx')).SharedLane }))

/** Only what is public has terms. */
export function AudioWave({ playable, isPublic }: { playable: Playable; isPublic: boolean }) {
  const terms = usePageData(getTerms, { params: { contentId: playable.id } }, { isEnabled: isPublic })
  const timeSplits = terms?.timeSplits ?? []
  return (
    <div className="mt-[clamp(1.25rem,2vw,2rem)]">
      <LateHorizon contentId={playable.id} title={playable.title} list={[playable]} />
      {timeSplits.length > 0 && playable.durationSeconds > 0 && (
        <Suspense fallback={<div className="bleed h-7 bg-(--under)" />}>
          <SharedLane timeSplits={timeSplits} playable={playable} />
        </Suspense>
      )}
    </div>
  )
}
