/** Two tracks without a gap. Elements cannot be started to the sample, but a buffer can: shortly before the end, what the
 * element plays is found in the decoded tail, so the very sample at which it ends is known; there the head of the next
 * begins. Behind it the next element is brought into step by a delay and takes over.
 * What is decoded stands in joint-sound.ts; when to join is the engine's. */
import { findSound } from './align.ts'
import type { JointSound } from './joint-sound.ts'
import { rampTo, type Channel, type Mixer } from './mixer.ts'

export type Deck = { element: HTMLAudioElement; channel: Channel }

export type Crossing = {
  /** True from the first sample of the next track on. */
  isOver: () => boolean
  /** How far the next track is; only when it is over. */
  nextSeconds: () => number
  /** What was scheduled is dropped; the elements sound by themselves again. */
  cancel: () => void
}

export type CrossingEvents = {
  /** The next track has begun. */
  onOver: () => void
  /** Its element has taken over, held back by so much. Before, it must not be touched. */
  onLanded: (delaySeconds: number) => void
  /** It could not be done; nothing was changed, or what was is undone. */
  onGivenUp: () => void
}

const HEARD_SECONDS = 0.3
const SEARCH_SECONDS = 0.35
/** Less alike than this, and what is known of the time by other means is more to be trusted. */
const ALIKE = 0.7
/** The end of a track sounds from the buffer, so much of it. */
const TAIL_SECONDS = 1.2
const FADE_SECONDS = 0.012
/** The next element is started so much ahead of what is heard: what a browser needs, and some for the delay. */
const START_COSTS_SECONDS = 0.15
const AHEAD_SECONDS = 0.3
const AHEAD_MAX_SECONDS = 1.6
const LANDINGS_MAX = 4

const waitSeconds = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, seconds) * 1_000))
const tapped = new WeakMap<AudioContext, Promise<void>>()

/** The module of the two listeners, once a context. */
export function loadTap(context: AudioContext): Promise<void> {
  const known = tapped.get(context) ?? context.audioWorklet.addModule('/player-tap.js')
  tapped.set(context, known)
  return known
}

export function cross(mixer: Mixer, sound: JointSound, from: Deck, to: Deck, events: CrossingEvents): Crossing {
  const { context } = mixer
  const out = new GainNode(context)
  const sources: AudioBufferSourceNode[] = []
  const running = new AbortController()
  let endsAt = Number.POSITIVE_INFINITY
  const nextSeconds = () => context.currentTime - endsAt

  const playBuffer = (buffer: AudioBuffer, level: number, at: number, offset: number, until?: number) => {
    const source = new AudioBufferSourceNode(context, { buffer })
    const gain = new GainNode(context, { gain: level })
    source.connect(gain).connect(out)
    source.start(at, offset)
    if (until !== undefined) source.stop(until)
    sources.push(source)
  }
  const cancel = () => {
    running.abort()
    for (const source of sources) source.stop()
    out.disconnect()
    for (const { channel } of [from, to]) rampTo(channel.fade.gain, 1, context.currentTime, FADE_SECONDS)
    to.channel.delay.delayTime.value = 0
  }
  const isDropped = () => running.signal.aborted

  const depart = async (): Promise<boolean> => {
    const heard = await tap(context, from.channel.delay)
    if (isDropped() || from.element.paused) return false
    const held = from.channel.delay.delayTime.value
    const playedAtStart =
      from.element.currentTime - held - (context.currentTime - heard.startFrame / context.sampleRate)
    const restSamples = (from.element.duration - playedAtStart) * context.sampleRate
    const index = locate(heard.samples, sound.tail, sound.tailEnd - restSamples)
    endsAt = (heard.startFrame + sound.tailEnd - index) / context.sampleRate
    const tailAt = Math.max(context.currentTime + 0.08, endsAt - TAIL_SECONDS)
    if (endsAt - tailAt < 0.2) return false
    out.connect(mixer.input)
    const offset = sound.tailEnd / context.sampleRate - (endsAt - tailAt)
    playBuffer(sound.tail, from.channel.level.gain.value, tailAt, offset, endsAt)
    playBuffer(sound.head, to.channel.level.gain.value, endsAt, sound.headStart / context.sampleRate)
    out.gain.setValueAtTime(0, context.currentTime)
    fadeAt(out.gain, 1, tailAt)
    fadeAt(from.channel.fade.gain, 0, tailAt)
    to.channel.fade.gain.value = 0
    return true
  }

  const land = async (): Promise<void> => {
    for (let attempt = 0; attempt < LANDINGS_MAX && !isDropped(); attempt++) {
      const ahead = await startAhead()
      if (isDropped()) return
      if (ahead < 0.01 || ahead > AHEAD_MAX_SECONDS) continue
      to.channel.delay.delayTime.value = ahead
      // What is held back must have been played in step from its beginning.
      const at = context.currentTime + ahead + 0.1
      fadeAt(to.channel.fade.gain, 1, at)
      fadeAt(out.gain, 0, at)
      await waitSeconds(at + 2 * FADE_SECONDS - context.currentTime)
      if (isDropped()) return
      for (const source of sources) source.stop()
      out.disconnect()
      from.channel.fade.gain.value = 1
      events.onLanded(ahead)
      return
    }
    if (isDropped()) return
    // The element plays from about here; a sound that is not in step is better than none.
    const seconds = nextSeconds()
    cancel()
    to.element.currentTime = seconds
    events.onLanded(0)
  }

  /** Has the next element play a little ahead of what is heard, and answers exactly how much. */
  const startAhead = async (): Promise<number> => {
    to.element.currentTime = Math.max(
      0,
      nextSeconds() + AHEAD_SECONDS + (to.element.paused ? START_COSTS_SECONDS : 0.05),
    )
    await to.element.play()
    await hasBegun(to.element)
    const heard = await tap(context, to.channel.source)
    const startsAt = heard.startFrame / context.sampleRate
    const played = to.element.currentTime - (context.currentTime - startsAt)
    const index = locate(heard.samples, sound.head, sound.headStart + played * context.sampleRate)
    return (index - sound.headStart) / context.sampleRate - (startsAt - endsAt)
  }

  void depart()
    .then(async (hasLeft) => {
      if (isDropped()) return
      if (!hasLeft) return events.onGivenUp()
      await waitSeconds(endsAt - context.currentTime)
      if (isDropped()) return
      from.element.pause()
      events.onOver()
      await waitSeconds(0.1)
      await land()
    })
    .catch(() => {
      if (isDropped()) return
      const seconds = nextSeconds()
      cancel()
      if (seconds < 0) return events.onGivenUp()
      to.element.currentTime = seconds
      events.onLanded(0)
    })
  return { isOver: () => context.currentTime >= endsAt, nextSeconds, cancel }
}

function fadeAt(gain: AudioParam, value: number, at: number): void {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(1 - value, at)
  gain.linearRampToValueAtTime(value, at + FADE_SECONDS)
}

/** Where in the buffer the first of the heard samples stands. */
function locate(heard: Float32Array, buffer: AudioBuffer, expected: number): number {
  const found = findSound(heard, mixDown(buffer), Math.round(expected), Math.round(SEARCH_SECONDS * buffer.sampleRate))
  return found.score > ALIKE ? found.index : Math.round(expected)
}

const mixed = new WeakMap<AudioBuffer, Float32Array>()

function mixDown(buffer: AudioBuffer): Float32Array {
  const known = mixed.get(buffer)
  if (known) return known
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel))
  const mono = Float32Array.from(
    { length: buffer.length },
    (_, at) => channels.reduce((sum, one) => sum + (one[at] ?? 0), 0) / channels.length,
  )
  mixed.set(buffer, mono)
  return mono
}

type Heard = { startFrame: number; samples: Float32Array }

/** What passes this node from now on, for a moment. */
async function tap(context: AudioContext, node: AudioNode): Promise<Heard> {
  await loadTap(context)
  const listener = new AudioWorkletNode(context, 'peal-tap', { numberOfOutputs: 0 })
  node.connect(listener)
  try {
    return await new Promise<Heard>((resolve, reject) => {
      listener.port.onmessage = ({ data }) => resolve(data as Heard)
      setTimeout(() => reject(new Error('Nothing was heard')), HEARD_SECONDS * 1_000 + 2_000)
      listener.port.postMessage(Math.round(HEARD_SECONDS * context.sampleRate))
    })
  } finally {
    node.disconnect(listener)
    listener.port.close()
  }
}

/** An element that plays may still be on its way to its first sound. */
async function hasBegun(element: HTMLAudioElement): Promise<void> {
  const from = element.currentTime
  for (let turn = 0; turn < 100; turn++) {
    await waitSeconds(0.02)
    if (!element.seeking && element.currentTime > from + 0.02) return
  }
  throw new Error('It did not begin')
}
