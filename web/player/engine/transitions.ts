/** How the engine goes from one track to the next before the first one has ended: without a gap (crossings.ts), or over its
 * end (crossfades.ts). At most one of them runs. */
import { createCrossfades } from './crossfades.ts'
import { createCrossings } from './crossings.ts'
import type { AudioSlots, TransitionListener } from './audio-slots.ts'
import type { Mixer } from './mixer.ts'

/** How a track follows another: after a cut, without a gap, or over the end of the one before. */
export type Transition = 'cut' | 'gapless' | { fadeSeconds: number }

export type Transitions = {
  /** Both elements are in use. */
  isRunning: () => boolean
  /** The elements start and stop without a user's request. */
  isGapless: () => boolean
  /** The position in the next track while it is played from a buffer; null before and after that. */
  nextSeconds: () => number | null
  /** How the prepared track follows. */
  plan: (nextUrl: string | null, transition: Transition) => void
  /** Other audio is prepared or plays. */
  forget: () => void
  /** To be called with each time update of the playing element. */
  beginInTime: () => void
  /** Aborts what runs: the element that should be audible continues at the current position. */
  leave: () => void
}

export function createTransitions(mixer: Mixer | null, slots: AudioSlots, listener: TransitionListener): Transitions {
  const crossings = createCrossings(mixer, slots, listener)
  const crossfades = createCrossfades(mixer, slots, listener)
  return {
    isRunning: () => crossings.isRunning() || crossfades.isRunning(),
    isGapless: crossings.isRunning,
    nextSeconds: crossings.nextSeconds,
    plan(nextUrl, transition) {
      crossfades.forget()
      if (nextUrl === null || transition !== 'gapless') crossings.forget()
      else crossings.prepare(nextUrl)
      if (nextUrl !== null && typeof transition === 'object') crossfades.plan(nextUrl, transition.fadeSeconds)
    },
    forget() {
      crossings.forget()
      crossfades.forget()
    },
    beginInTime() {
      crossings.beginInTime()
      crossfades.beginInTime()
    },
    leave() {
      crossings.leave()
      crossfades.leave()
    },
  }
}
