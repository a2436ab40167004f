/** Gapless playback of two tracks. Audio elements cannot be started at an exact sample, but a buffer can: shortly
 * before the end, the audio of the playing element is located in the decoded tail. This gives the exact sample at
 * which it ends, and the head of the next track is scheduled there. Meanwhile the next element is synchronised by a
 * delay and then takes over. The decoded audio is gapless-audio.ts; when to join is decided by the engine. */
import { findAudio } from './align.ts'
import type { GaplessAudio } from './gapless-audio.ts'
import { rampTo, type Channel, type Mixer } from './mixer.ts'

export type AudioSlot = { element: HTMLAudioElement; channel: Channel }

export type Crossing = {
  /** True from the first sample of the next track on. */
  isOver: () => boolean
  /** The position in the next track; only valid once `isOver` is true. */
  nextSeconds: () => number
  /** Cancels what is scheduled; the elements are heard directly again. */
  cancel: () => void
}

export type CrossingEvents = {
  /** The next track has begun. */
  onOver: () => void
  /** The next element has taken over, delayed by this much. It must not be touched before. */
  onLanded: (delaySeconds: number) => void
  /** The transition was not possible; nothing was changed, or all changes are undone. */
  onGivenUp: () => void
}

const HEARD_SECONDS = 0.3
const SEARCH_SECONDS = 0.35
/** With a lower score, the estimated time is more reliable than the match. */
const ALIKE = 0.7
/** How much of the end of a track is played from the buffer. */
const TAIL_SECONDS = 1.2
const FADE_SECONDS = 0.012
/** How far ahead of the audible position the next element is
 * started: the browser's start-up time and some for the delay. */
const START_COSTS_SECONDS = 0.15
const AHEAD_SECONDS = 0.3
const AHEAD_MAX_SECONDS = 1.6
const LANDINGS_MAX = 4

const waitSeconds = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, seconds) * 1_000))
const tapped = new WeakMap<AudioContext, Promise<void>>()

/** Loads the audio worklet that records short samples, once per context. */
export function loadTap(context: AudioContext): Promise<void> {
  const known = tapped.get(context) ?? context.audioWorklet.addModule('/player-tap.js')
  tapped.set(context, known)
  return known
}

/** A transition while it runs. */
type Run = {
  mixer: Mixer
  sound: GaplessAudio
  from: AudioSlot
  to: AudioSlot
  /** What plays from buffers goes through it. */
  out: GainNode
  sources: AudioBufferSourceNode[]
  isCancelled: boolean
  /** The context's time at which the next track begins. */
  endsAt: number
}

export function cross(
  mixer: Mixer,
  sound: GaplessAudio,
  from: AudioSlot,
  to: AudioSlot,
  events: CrossingEvents,
): Crossing {
  const { context } = mixer
  const out = new GainNode(context)
  const run: Run = { mixer, sound, from, to, out, sources: [], isCancelled: false, endsAt: Number.POSITIVE_INFINITY }
  void depart(run)
    .then(async (hasLeft) => {
      if (run.isCancelled) return
      if (!hasLeft) return events.onGivenUp()
      await waitSeconds(run.endsAt - context.currentTime)
      if (run.isCancelled) return
      from.element.pause()
      events.onOver()
      await waitSeconds(0.1)
      await land(run, events.onLanded)
    })
    .catch(() => {
      if (run.isCancelled) return
      if (nextSeconds(run) >= 0) return landRoughly(run, events.onLanded)
      cancel(run)
      events.onGivenUp()
    })
  return {
    isOver: () => context.currentTime >= run.endsAt,
    nextSeconds: () => nextSeconds(run),
    cancel: () => cancel(run),
  }
}

const nextSeconds = ({ mixer, endsAt }: Run) => mixer.context.currentTime - endsAt

function cancel(run: Run): void {
  const { context } = run.mixer
  run.isCancelled = true
  stopBuffers(run)
  for (const { channel } of [run.from, run.to]) rampTo(channel.fade.gain, 1, context.currentTime, FADE_SECONDS)
  run.to.channel.delay.delayTime.value = 0
}

function stopBuffers({ sources, out }: Run): void {
  for (const source of sources) source.stop()
  out.disconnect()
}

function playBuffer(run: Run, buffer: AudioBuffer, level: number, at: number, offset: number, until?: number): void {
  const { context } = run.mixer
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(new GainNode(context, { gain: level })).connect(run.out)
  source.start(at, offset)
  if (until !== undefined) source.stop(until)
  run.sources.push(source)
}

/** Schedules the end of one track and the beginning of the next; false when that is not possible. */
async function depart(run: Run): Promise<boolean> {
  const { mixer, sound, from, to, out } = run
  const { context } = mixer
  const heard = await tap(context, from.channel.delay)
  if (run.isCancelled || from.element.paused) return false
  const held = from.channel.delay.delayTime.value
  const playedAtStart = from.element.currentTime - held - (context.currentTime - heard.startFrame / context.sampleRate)
  const restSamples = (from.element.duration - playedAtStart) * context.sampleRate
  const index = locate(heard.samples, sound.tail, sound.tailEnd - restSamples)
  const endsAt = (heard.startFrame + sound.tailEnd - index) / context.sampleRate
  run.endsAt = endsAt
  const tailAt = Math.max(context.currentTime + 0.08, endsAt - TAIL_SECONDS)
  if (endsAt - tailAt < 0.2) return false
  out.connect(mixer.input)
  const offset = sound.tailEnd / context.sampleRate - (endsAt - tailAt)
  playBuffer(run, sound.tail, from.channel.level.gain.value, tailAt, offset, endsAt)
  playBuffer(run, sound.head, to.channel.level.gain.value, endsAt, sound.headStart / context.sampleRate)
  out.gain.setValueAtTime(0, context.currentTime)
  fadeAt(out.gain, 1, tailAt)
  fadeAt(from.channel.fade.gain, 0, tailAt)
  to.channel.fade.gain.value = 0
  return true
}

/** Hands over from the buffers to the next element. */
async function land(run: Run, onLanded: CrossingEvents['onLanded']): Promise<void> {
  const { mixer, from, to, out } = run
  const { context } = mixer
  for (let attempt = 0; attempt < LANDINGS_MAX && !run.isCancelled; attempt++) {
    const ahead = await startAhead(run)
    if (run.isCancelled) return
    if (ahead < 0.01 || ahead > AHEAD_MAX_SECONDS) continue
    to.channel.delay.delayTime.value = ahead
    // Delayed audio must have been in step from its beginning.
    const at = context.currentTime + ahead + 0.1
    fadeAt(to.channel.fade.gain, 1, at)
    fadeAt(out.gain, 0, at)
    await waitSeconds(at + 2 * FADE_SECONDS - context.currentTime)
    if (run.isCancelled) return
    stopBuffers(run)
    from.channel.fade.gain.value = 1
    onLanded(ahead)
    return
  }
  if (!run.isCancelled) landRoughly(run, onLanded)
}

/** If synchronisation has failed, the element continues at about
 * this position, because imprecise audio is better than none. */
function landRoughly(run: Run, onLanded: CrossingEvents['onLanded']): void {
  const seconds = nextSeconds(run)
  cancel(run)
  run.to.element.currentTime = seconds
  onLanded(0)
}

/** Plays the next element slightly ahead of the audible position, and returns exactly how far. */
async function startAhead(run: Run): Promise<number> {
  const { sound, to } = run
  const { context } = run.mixer
  const costs = to.element.paused ? START_COSTS_SECONDS : 0.05
  to.element.currentTime = Math.max(0, nextSeconds(run) + AHEAD_SECONDS + costs)
  await to.element.play()
  await hasBegun(to.element)
  const heard = await tap(context, to.channel.source)
  const startsAt = heard.startFrame / context.sampleRate
  const played = to.element.currentTime - (context.currentTime - startsAt)
  const index = locate(heard.samples, sound.head, sound.headStart + played * context.sampleRate)
  return (index - sound.headStart) / context.sampleRate - (startsAt - run.endsAt)
}

function fadeAt(gain: AudioParam, value: number, at: number): void {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(1 - value, at)
  gain.linearRampToValueAtTime(value, at + FADE_SECONDS)
}

/** The index in the buffer of the first recorded sample. */
function locate(heard: Float32Array, buffer: AudioBuffer, expected: number): number {
  const found = findAudio(heard, mixDown(buffer), Math.round(expected), Math.round(SEARCH_SECONDS * buffer.sampleRate))
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

/** Records what passes this node from now on, for a moment. */
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

/** Waits for a playing element to actually produce sound. */
async function hasBegun(element: HTMLAudioElement): Promise<void> {
  const from = element.currentTime
  for (let turn = 0; turn < 100; turn++) {
    await waitSeconds(0.02)
    if (!element.seeking && element.currentTime > from + 0.02) return
  }
  throw new Error('It did not begin')
}
