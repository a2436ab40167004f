/** The way of the sound behind the audio elements: each through a delay, its loudness and its fade into one volume.
 * Where there is none, the elements sound by themselves and only what they can do alone is done (engine.ts). */

export type Channel = {
  source: AudioNode
  /** Holds back what an element plays ahead of time, so that it comes exactly when it should. */
  delay: DelayNode
  /** Evens out how loud releases are. */
  level: GainNode
  fade: GainNode
}

export type Mixer = {
  context: AudioContext
  /** What is connected here is heard at the volume of the player. */
  input: AudioNode
  connect: (element: HTMLMediaElement) => Channel
  setVolume: (volume: number) => void
  /** Browsers keep a context asleep until a gesture. */
  wake: () => void
  /** Nothing is to be heard for a while: it may sleep, for the battery's sake. */
  rest: () => void
}

const DELAY_MAX_SECONDS = 2
const VOLUME_RAMP_SECONDS = 0.03
const REST_AFTER_MS = 20_000

export function createMixer(): Mixer | null {
  if (typeof AudioContext === 'undefined' || isPhoneOfApple()) return null
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

/** There a context falls silent when the screen is locked; an element alone plays on. */
function isPhoneOfApple(): boolean {
  return /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

/** From what it is now, in a straight line, so that nothing clicks. */
export function rampTo(gain: AudioParam, value: number, atSeconds: number, forSeconds: number): void {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(gain.value, atSeconds)
  gain.linearRampToValueAtTime(value, atSeconds + forSeconds)
}
