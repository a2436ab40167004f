/** The audio engine: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows URLs and seconds, never tracks; what plays next is decided by the queue. */
import { createSlotSettings } from './slot-settings.ts'
import {
  createAudioSlots,
  fill,
  lengthOf,
  loadActive,
  setDelay,
  urlOf,
  type AudioSlot,
  type AudioSlots,
} from './audio-slots.ts'
import { createMixer, type Mixer } from './mixer.ts'
import { createPlainSlot } from './plain-slot.ts'
import { watchRemote, type RemoteState } from './remote.ts'
import { createTransitions, type Transition, type Transitions } from './transitions.ts'

export type EngineListener = {
  onTime: (playedSeconds: number, durationSeconds: number) => void
  /** The element has actually started or paused, requested or not. */
  onPlaying: (isPlaying: boolean) => void
  /** Playback is requested but no audio has arrived yet. */
  onWaiting: (isWaiting: boolean) => void
  /** The browser requires a user gesture first. */
  onRefused: () => void
  onEnded: () => void
  /** The prepared track is playing now, without a gap or over the end of the one before. */
  onJoined: () => void
  onFailed: () => void
  onRemote: (state: RemoteState) => void
}

export type Engine = {
  /** Uses the prepared element if it already holds this URL. */
  load: (url: string, startSeconds?: number) => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** Preloads the beginning of the next track: later during a transition, which uses both elements, and never on another
   * device, which plays one of them only. */
  prepare: (url: string | null, transition?: Transition) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** The gain for the audio at this URL: 1 is unchanged. */
  setLevel: (url: string, gain: number) => void
  setSpeed: (speed: number) => void
  /** Skips pauses in spoken word. */
  setSkipSilence: (isOn: boolean) => void
  /** Lets the user choose another device to play on, or return to this one. */
  playElsewhere: () => void
}

const TELL_EVERY_MS = 200

export function createEngine(listener: EngineListener): Engine {
  const mixer = createMixer()
  const slots = createAudioSlots(mixer)
  const { speed, applyLevel, applyToActive, ...settings } = createSlotSettings(mixer, slots)
  let prepareLater: [url: string | null, transition: Transition] | null = null
  const transitions = createTransitions(mixer, slots, {
    onJoined: () => {
      listener.onJoined()
      listener.onTime(0, lengthOf(slots.active))
    },
    onLanded: () => {
      if (prepareLater) prepare(...prepareLater)
      resume(slots, listener)
    },
    // Its `ended` event was ignored during the transition.
    onGivenUp: () => slots.active.element.ended && listener.onEnded(),
  })
  const remote = watchRemote(slots, mixer !== null, listener.onRemote)
  const plain = createPlainSlot(slots, (slot) => listen(slot, slots, transitions, reported))
  const reported = { ...listener, onFailed: () => (plain.take() ? applyToActive() : listener.onFailed()) }
  report(slots, transitions, reported)

  const leaveTransition = () => {
    prepareLater = null
    transitions.leave()
  }
  function prepare(url: string | null, transition: Transition = 'cut'): void {
    prepareLater = transitions.isRunning() ? [url, transition] : null
    if (prepareLater || remote.isConnected()) return
    if (urlOf(slots.standby) !== url) {
      transitions.forget()
      fill(slots.standby, url)
      applyLevel(slots.standby)
    }
    transitions.plan(url, speed() === 1 && !plain.isActive() ? transition : 'cut')
  }

  return {
    load(url, startSeconds = 0) {
      leaveTransition()
      transitions.forget()
      plain.giveBack()
      if (remote.isConnected()) fill(slots.active, url)
      else loadActive(slots, url)
      applyToActive()
      startAt(slots.active, startSeconds)
    },
    play: () => play(slots.active.element, mixer, listener),
    pause() {
      leaveTransition()
      slots.active.element.pause()
      mixer?.rest()
    },
    seek(seconds) {
      const isPlayed = transitions.isGapless() || !slots.active.element.paused
      leaveTransition()
      setDelay(slots.active, 0)
      slots.active.element.currentTime = seconds
      if (isPlayed) resume(slots, listener)
    },
    prepare,
    ...settings,
    setVolume(volume, isMuted) {
      settings.setVolume(volume, isMuted)
      remote.setVolume(isMuted ? 0 : volume)
    },
    playElsewhere: remote.prompt,
  }
}

function startAt({ element }: AudioSlot, seconds: number): void {
  if (seconds > 0 || element.currentTime > 0) element.currentTime = seconds
}

function resume({ active: { element } }: AudioSlots, listener: EngineListener): void {
  if (element.paused) void element.play().catch(() => listener.onPlaying(false))
}

function report(slots: AudioSlots, transitions: Transitions, listener: EngineListener): void {
  for (const slot of [slots.active, slots.standby]) listen(slot, slots, transitions, listener)
  setInterval(() => {
    const seconds = transitions.nextSeconds()
    if (seconds !== null) listener.onTime(seconds, lengthOf(slots.active))
  }, TELL_EVERY_MS)
}

/** Reports what happens at a slot while it is the active one. */
function listen(slot: AudioSlot, slots: AudioSlots, transitions: Transitions, listener: EngineListener): void {
  const { element } = slot
  const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
    // During a gapless transition the elements start and stop without a user's request, so only time updates count.
    element.addEventListener(
      name,
      () => slot === slots.active && (!transitions.isGapless() || name === 'timeupdate') && handle(),
    )
  const reportTime = () => {
    if (transitions.nextSeconds() !== null) return
    listener.onTime(Math.max(0, element.currentTime - slot.delaySeconds), lengthOf(slot))
    transitions.beginInTime()
  }
  on('timeupdate', reportTime)
  on('seeking', reportTime)
  on('durationchange', reportTime)
  on('playing', () => {
    listener.onWaiting(false)
    listener.onPlaying(true)
  })
  on('waiting', () => listener.onWaiting(true))
  on('canplay', () => listener.onWaiting(false))
  // Reaching the end also fires `pause`; then only `ended` is reported.
  on('pause', () => element.paused && !element.ended && listener.onPlaying(false))
  // Delayed audio still has to play out.
  on('ended', () =>
    setTimeout(() => element.ended && slot === slots.active && listener.onEnded(), slot.delaySeconds * 1_000),
  )
  on('error', () => {
    if (!element.getAttribute('src')) return
    listener.onWaiting(false)
    listener.onFailed()
  })
}

function play(element: HTMLAudioElement, mixer: Mixer | null, listener: EngineListener): void {
  mixer?.wake()
  listener.onWaiting(element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)
  element.play().catch((error: unknown) => {
    // A newer load or pause interrupted it, or the browser
    // requires a gesture first; neither is an error of the file.
    if (error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)) {
      listener.onWaiting(false)
      if (error.name === 'NotAllowedError') listener.onRefused()
    }
  })
}
