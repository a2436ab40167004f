/** The crossfades of the engine: shortly before the end of a track the next one begins, and the two are mixed. From its
 * first sound on, the next track is the active one. Transitions without any overlap are crossings.ts. */
import { empty, swap, urlOf, type AudioSlot, type AudioSlots, type TransitionListener } from './audio-slots.ts'
import { equalPowerCurves } from './equal-power.ts'
import { rampTo, type Mixer } from './mixer.ts'

export type Crossfades = {
  /** Both elements are in use. */
  isRunning: () => boolean
  /** The prepared track begins this long before the end of the playing one. */
  plan: (nextUrl: string, seconds: number) => void
  forget: () => void
  /** To be called with each time update of the playing element. */
  beginInTime: () => void
  /** The former track ends immediately; the next one continues. */
  leave: () => void
}

/** Time updates are up to a quarter of a second apart, and an element takes a moment to start. */
const EARLY_SECONDS = 0.2
/** The fade is over before the file is. */
const END_SECONDS = 0.12
const AT_LEAST_SECONDS = 0.5
const LEAVE_SECONDS = 0.03

export function createCrossfades(
  mixer: Mixer | null,
  slots: AudioSlots,
  listener: Pick<TransitionListener, 'onJoined' | 'onLanded'>,
): Crossfades {
  let planned: { nextUrl: string; seconds: number } | null = null
  let fading: { from: AudioSlot; timer: ReturnType<typeof setTimeout> } | null = null
  let starting: AbortController | null = null

  function land(from: AudioSlot): void {
    fading = null
    empty(from)
    setFade(from, 1)
    listener.onLanded()
  }

  async function begin({ context }: Mixer, seconds: number): Promise<void> {
    const thisStart = new AbortController()
    starting = thisStart
    const { active: from, standby: to } = slots
    setFade(to, 0)
    const hasBegun = await to.element.play().then(
      () => true,
      () => false,
    )
    if (starting === thisStart) starting = null
    const forSeconds = Math.min(seconds, restOf(from) - END_SECONDS)
    if (!hasBegun || thisStart.signal.aborted || from.element.paused || forSeconds <= 0) {
      if (slots.standby === to) to.element.pause()
      setFade(to, 1)
      return
    }
    const curves = equalPowerCurves()
    from.channel?.fade.gain.cancelScheduledValues(0)
    from.channel?.fade.gain.setValueCurveAtTime(curves.out, context.currentTime, forSeconds)
    to.channel?.fade.gain.cancelScheduledValues(0)
    to.channel?.fade.gain.setValueCurveAtTime(curves.in, context.currentTime, forSeconds)
    swap(slots)
    fading = { from, timer: setTimeout(() => land(from), forSeconds * 1_000) }
    listener.onJoined()
  }

  return {
    isRunning: () => fading !== null || starting !== null,
    plan: (nextUrl, seconds) => (planned = { nextUrl, seconds }),
    forget: () => (planned = null),
    beginInTime() {
      if (!mixer || !planned || fading || starting || !isReady(slots, planned.nextUrl)) return
      const rest = restOf(slots.active)
      if (rest > planned.seconds + EARLY_SECONDS || rest < AT_LEAST_SECONDS) return
      const { seconds } = planned
      planned = null
      void begin(mixer, seconds)
    },
    leave() {
      planned = null
      starting?.abort()
      starting = null
      if (!fading || !mixer) return
      const { from, timer } = fading
      clearTimeout(timer)
      const gain = slots.active.channel?.fade.gain
      if (gain) rampTo(gain, 1, mixer.context.currentTime, LEAVE_SECONDS)
      land(from)
    },
  }
}

const restOf = ({ element, delaySeconds }: AudioSlot) => element.duration - element.currentTime + delaySeconds

function isReady({ active, standby }: AudioSlots, nextUrl: string): boolean {
  const isLoaded = standby.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  return isLoaded && !active.element.paused && urlOf(standby) === nextUrl
}

function setFade({ channel }: AudioSlot, value: number): void {
  channel?.fade.gain.cancelScheduledValues(0)
  if (channel) channel.fade.gain.value = value
}
