/** The audio engine: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows URLs and seconds, never tracks; what plays next is decided by the queue. */
import { createCrossings, type Crossings } from './crossings.ts'
import { createDeckSettings } from './deck-settings.ts'
import { createDecks, fill, lengthOf, loadActive, setDelay, urlOf, type AudioSlot, type Decks } from './decks.ts'
import { createMixer, type Mixer } from './mixer.ts'

export type EngineListener = {
  onTime: (playedSeconds: number, durationSeconds: number) => void
  /** The element has actually started or paused, whatever was requested. */
  onPlaying: (isPlaying: boolean) => void
  /** Playback is requested but no audio has arrived yet. */
  onWaiting: (isWaiting: boolean) => void
  /** The browser requires a user gesture first. */
  onRefused: () => void
  onEnded: () => void
  /** The track prepared for gapless playback is playing now. */
  onJoined: () => void
  onFailed: () => void
}

export type Engine = {
  /** Uses the prepared element if it already holds this URL. */
  load: (url: string, startSeconds?: number) => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** Preloads the beginning of the next track; `isJoined`: it follows without a gap. */
  prepare: (url: string | null, isJoined?: boolean) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** The gain for the audio at this URL: 1 is unchanged. */
  setLevel: (url: string, gain: number) => void
  setSpeed: (speed: number) => void
  /** Skips pauses in spoken word. */
  setSkipSilence: (isOn: boolean) => void
}

const TELL_EVERY_MS = 200

export function createEngine(listener: EngineListener): Engine {
  const mixer = createMixer()
  const decks = createDecks(mixer)
  const { speed, applyLevel, applyToActive, ...settings } = createDeckSettings(mixer, decks)
  let prepareLater: [url: string | null, isJoined: boolean] | null = null
  const crossings = createCrossings(mixer, decks, {
    onJoined: () => {
      listener.onJoined()
      listener.onTime(0, lengthOf(decks.active))
    },
    onLanded: () => {
      if (prepareLater) prepare(...prepareLater)
      resume()
    },
    // Its `ended` event was ignored during the transition.
    onGivenUp: () => decks.active.element.ended && listener.onEnded(),
  })
  report(decks, crossings, listener)

  function resume(): void {
    const { element } = decks.active
    if (element.paused) void element.play().catch(() => listener.onPlaying(false))
  }

  function leaveCrossing(): void {
    crossings.leave()
    prepareLater = null
  }

  function prepare(url: string | null, isJoined = false): void {
    // During a gapless transition both elements are in use.
    prepareLater = crossings.isRunning() ? [url, isJoined] : null
    if (prepareLater) return
    if (urlOf(decks.standby) !== url) {
      crossings.forget()
      fill(decks.standby, url)
      applyLevel(decks.standby)
    }
    if (!isJoined || speed() !== 1) crossings.forget()
    else if (url) crossings.prepare(url)
  }

  return {
    load(url, startSeconds = 0) {
      leaveCrossing()
      crossings.forget()
      loadActive(decks, url)
      applyToActive()
      const { element } = decks.active
      if (startSeconds > 0 || element.currentTime > 0) element.currentTime = startSeconds
    },
    play: () => play(decks.active.element, mixer, listener),
    pause() {
      leaveCrossing()
      decks.active.element.pause()
      mixer?.rest()
    },
    seek(seconds) {
      const isPlayed = crossings.isRunning() || !decks.active.element.paused
      leaveCrossing()
      setDelay(decks.active, 0)
      decks.active.element.currentTime = seconds
      if (isPlayed) resume()
    },
    prepare,
    ...settings,
  }
}

function report(decks: Decks, crossings: Crossings, listener: EngineListener): void {
  for (const slot of [decks.active, decks.standby]) listen(slot, decks, crossings, listener)
  setInterval(() => {
    const seconds = crossings.nextSeconds()
    if (seconds !== null) listener.onTime(seconds, lengthOf(decks.active))
  }, TELL_EVERY_MS)
}

/** Reports what happens at a deck while it is the active one. */
function listen(slot: AudioSlot, decks: Decks, crossings: Crossings, listener: EngineListener): void {
  const { element } = slot
  const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
    // During a gapless transition the elements start and stop without a user's request, so only time updates count.
    element.addEventListener(
      name,
      () => slot === decks.active && (!crossings.isRunning() || name === 'timeupdate') && handle(),
    )
  const tellTime = () => {
    if (crossings.nextSeconds() !== null) return
    listener.onTime(Math.max(0, element.currentTime - slot.delaySeconds), lengthOf(slot))
    crossings.beginInTime()
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
