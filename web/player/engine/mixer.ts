/** The audio graph behind the audio elements: each goes through a delay, a level and a fade into one volume.
 * Without Web Audio the elements play directly, and only what they support by themselves is available (engine.ts). */

export type Channel = {
  source: AudioNode
  /** Delays an element that plays ahead, so that it is heard at exactly the right time. */
  delay: DelayNode
  /** Loudness normalisation. */
  level: GainNode
  fade: GainNode
}

export type Mixer = {
  context: AudioContext
  /** What is connected here is heard at the volume of the player. */
  input: AudioNode
  connect: (element: HTMLMediaElement) => Channel
  setVolume: (volume: number) => void
  /** Browsers suspend an audio context until a user gesture. */
  wake: () => void
  /** Suspends the context while nothing plays, to save battery. */
  rest: () => void
}

const DELAY_MAX_SECONDS = 2
const VOLUME_RAMP_SECONDS = 0.03
const REST_AFTER_MS = 20_000

export const canMix = (): boolean => typeof AudioContext !== 'undefined' && !isPhoneOfApple()

export function createMixer(): Mixer | null {
  if (!canMix()) return null
  const context = new AudioContext({ latencyHint: 'playback' })
  const master = new GainNode(context)
  master.connect(context.destination)
  let resting: ReturnType<typeof setTimeout> | undefined
  return {
    context,
    input: master,
    connect(element) {
      const source = context.createMediaElementSource(element)
      const delay = new DelayNode(context, { maxDelayTime: DELAY_MAX_SECONDS, delayTime: 0 })
      const level = new GainNode(context)
      const fade = new GainNode(context)
      source.connect(delay).connect(level).connect(fade).connect(master)
      return { source, delay, level, fade }
    },
    setVolume: (volume) => rampTo(master.gain, volume, context.currentTime, VOLUME_RAMP_SECONDS),
    rest: () => {
      clearTimeout(resting)
      resting = setTimeout(() => void context.suspend().catch(() => undefined), REST_AFTER_MS)
    },
    wake: () => {
      clearTimeout(resting)
      if (context.state !== 'running') void context.resume().catch(() => undefined)
    },
  }
}

/** On iOS an audio context goes silent when the screen is locked; a bare audio element continues to play. */
function isPhoneOfApple(): boolean {
  return /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

/** Ramps linearly from the current value, to avoid clicks. */
export function rampTo(gain: AudioParam, value: number, atSeconds: number, forSeconds: number): void {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(gain.value, atSeconds)
  gain.linearRampToValueAtTime(value, atSeconds + forSeconds)
}
