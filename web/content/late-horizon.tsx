/** The places of horizons. Their code is loaded after the page; each place has its height from the beginning. */
import { lazy, Suspense } from 'react'
import type { HorizonProps } from './horizon/horizon.tsx'

const Horizon = lazy(async () => ({ default: (await import('./horizon/horizon.tsx')).Horizon }))
const SmallHorizon = lazy(async () => ({ default: (await import('./horizon/small-horizon.tsx')).SmallHorizon }))

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

/** `ids`: all of the list, up to 40, which come with one call. Says nothing to screen readers: the row has the figures. */
export function LateSmallHorizon({
  contentId,
  ids,
  isPlaying = false,
  isOnGround = false,
}: {
  contentId: string
  ids: readonly string[]
  /** It breathes. */
  isPlaying?: boolean
  /** The sats are drawn on a background of 26 px, which the band around it draws. */
  isOnGround?: boolean
}) {
  return (
    <span
      aria-hidden="true"
      data-breathes={isPlaying ? '' : undefined}
      className={isOnGround ? 'band-horizon' : 'small-horizon'}
    >
      <Suspense fallback={null}>
        <SmallHorizon contentId={contentId} ids={ids} />
      </Suspense>
    </span>
  )
}
