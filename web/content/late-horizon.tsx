/** The place of a horizon. Its code is loaded after the page; the place has its height from the beginning. */
import { lazy, Suspense } from 'react'
import type { HorizonProps } from './horizon/horizon.tsx'

const Horizon = lazy(async () => ({ default: (await import('./horizon/horizon.tsx')).Horizon }))

export function LateHorizon({
  isWhole = false,
  ...props
}: HorizonProps & { /** Of an album: taller. */ isWhole?: boolean }) {
  return (
    <div data-horizon={isWhole ? 'whole' : ''} className="horizon bleed mt-3">
      <Suspense fallback={null}>
        <Horizon {...props} />
      </Suspense>
    </div>
  )
}
