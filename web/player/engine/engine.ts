/** The audio engine: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows URLs and seconds, never tracks; what plays next is decided by the queue. */
import { createDeckSettings } from './deck-settings.ts'
import { createDecks, fill, lengthOf, loadActive, setDelay, urlOf, type AudioSlot, type Decks } from './decks.ts'
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
  const decks = createDecks(mixer)
  const { speed, applyLevel, applyToActive, ...settings } = createDeckSettings(mixer, decks)
  let prepareLater: [url: string | null, transition: Transition] | null = null
  const transitions = createTransitions(mixer, decks, {
    onJoined: () => {
      listener.onJoined()
      listener.onTime(0, lengthOf(decks.active))
    },
    onLanded: () => {
      if (prepareLater) prepare(...prepareLater)
      resume(decks, listener)
    },
    // Its `ended` event was ignored during the transition.
    onGivenUp: () => decks.active.element.ended && listener.onEnded(),
  })
  const remote = watchRemote(decks, mixer !== null, listener.onRemote)
  const plain = createPlainSlot(decks, (slot) => listen(slot, decks, transitions, reported))
  const reported = { ...listener, onFailed: () => (plain.take() ? applyToActive() : listener.onFailed()) }
  report(decks, transitions, reported)

  const leaveTransition = () => {
    prepareLater = null
    transitions.leave()
  }
  function prepare(url: string | null, transition: Transition = 'cut'): void {
    prepareLater = transitions.isRunning() ? [url, transition] : null
    if (prepareLater || remote.isConnected()) return
    if (urlOf(decks.standby) !== url) {
      transitions.forget()
      fill(decks.standby, url)
      applyLevel(decks.standby)
    }
    transitions.plan(url, speed() === 1 && !plain.isActive() ? transition : 'cut')
  }

  return {
    load(url, startSeconds = 0) {
      leaveTransition()
      transitions.forget()
      plain.giveBack()
      if (remote.isConnected()) fill(decks.active, url)
      else loadActive(decks, url)
      applyToActive()
      startAt(decks.active, startSeconds)
    },
    play: () => play(decks.active.element, mixer, listener),
    pause() {
      leaveTransition()
      decks.active.element.pause()
      mixer?.rest()
    },
    seek(seconds) {
      const isPlayed = transitions.isGapless() || !decks.active.element.paused
      leaveTransition()
      setDelay(decks.active, 0)
      decks.active.element.currentTime = seconds
      if (isPlayed) resume(decks, listener)
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

function resume({ active: { element } }: Decks, listener: EngineListener): void {
  if (element.paused) void element.play().catch(() => listener.onPlaying(false))
}

function report(decks: Decks, transitions: Transitions, listener: EngineListener): void {
  for (const slot of [decks.active, decks.standby]) listen(slot, decks, transitions, listener)
  setInterval(() => {
    const seconds = transitions.nextSeconds()
    if (seconds !== null) listener.onTime(seconds, lengthOf(decks.active))
  }, TELL_EVERY_MS)
}

/** Reports what happens at a deck while it is the active one. */
function listen(slot: AudioSlot, decks: Decks, transitions: Transitions, listener: EngineListener): void {
  const { element } = slot
  const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
    // During a gapless transition the elements start and stop without a user's request, so only time updates count.
    element.addEventListener(
      name,
      () => slot === decks.active && (!transitions.isGapless() || name === 'timeupdate') && handle(),
    )
  const tellTime = () => {
    if (transitions.nextSeconds() !== null) return
    listener.onTime(Math.max(0, element.currentTime - slot.delaySeconds), lengthOf(slot))
    transitions.beginInTime()
  }
  on('timeupdate', tellTime)
  on('seeking', tellTime)
  on('durationchange', tellTime)
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
    setTimeout(() => element.ended && slot === decks.active && listener.onEnded(), slot.delaySeconds * 1_000),
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
