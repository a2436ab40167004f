/** The audio engine: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows URLs and seconds, never tracks; what plays next is decided by the queue. */
import { createCrossfades, type Crossfades } from './crossfades.ts'
import { createCrossings, type Crossings } from './crossings.ts'
import { createDeckSettings } from './deck-settings.ts'
import { createDecks, fill, lengthOf, loadActive, setDelay, urlOf, type AudioSlot, type Decks } from './decks.ts'
import { createMixer, type Mixer } from './mixer.ts'
import { watchRemote, type RemoteState } from './remote.ts'

/** How a track follows another: after a cut, without a gap, or over the end of the one before. */
export type Transition = 'cut' | 'gapless' | { fadeSeconds: number }

export type EngineListener = {
  onTime: (playedSeconds: number, durationSeconds: number) => void
  /** The element has actually started or paused, whatever was requested. */
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
  /** Preloads the beginning of the next track. */
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
  const onJoined = () => {
    listener.onJoined()
    listener.onTime(0, lengthOf(decks.active))
  }
  const prepareNow = () => prepareLater && prepare(...prepareLater)
  const crossings = createCrossings(mixer, decks, {
    onJoined,
    onLanded: () => {
      prepareNow()
      resume()
    },
    // Its `ended` event was ignored during the transition.
    onGivenUp: () => decks.active.element.ended && listener.onEnded(),
  })
  const crossfades = createCrossfades(mixer, decks, { onJoined, onLanded: prepareNow })
  let loudness = 1
  // What plays elsewhere does not pass the mixer.
  const applyRemoteVolume = () => {
    if (mixer) for (const { element } of [decks.active, decks.standby]) element.volume = remote.isConnected() ? loudness : 1
  }
  const remote = watchRemote(decks, (state) => {
    applyRemoteVolume()
    listener.onRemote(state)
  })
  report(decks, crossings, crossfades, listener)

  function resume(): void {
    const { element } = decks.active
    if (element.paused) void element.play().catch(() => listener.onPlaying(false))
  }

  function leaveTransition(): void {
    prepareLater = null
    crossings.leave()
    crossfades.leave()
  }

  function prepare(url: string | null, transition: Transition = 'cut'): void {
    // During a transition both elements are in use, and the other device plays one of them only.
    prepareLater = crossings.isRunning() || crossfades.isRunning() ? [url, transition] : null
    if (prepareLater || remote.isConnected()) return
    crossfades.forget()
    if (urlOf(decks.standby) !== url) {
      crossings.forget()
      fill(decks.standby, url)
      applyLevel(decks.standby)
    }
    if (url === null || transition !== 'gapless' || speed() !== 1) crossings.forget()
    else crossings.prepare(url)
    if (url !== null && typeof transition === 'object') crossfades.plan(url, transition.fadeSeconds)
  }

  return {
    load(url, startSeconds = 0) {
      leaveTransition()
      crossings.forget()
      if (remote.isConnected()) fill(decks.active, url)
      else loadActive(decks, url)
      applyToActive()
      const { element } = decks.active
      if (startSeconds > 0 || element.currentTime > 0) element.currentTime = startSeconds
    },
    play: () => play(decks.active.element, mixer, listener),
    pause() {
      leaveTransition()
      decks.active.element.pause()
      mixer?.rest()
    },
    seek(seconds) {
      const isPlayed = crossings.isRunning() || !decks.active.element.paused
      leaveTransition()
      setDelay(decks.active, 0)
      decks.active.element.currentTime = seconds
      if (isPlayed) resume()
    },
    prepare,
    ...settings,
    setVolume(volume, isMuted) {
      settings.setVolume(volume, isMuted)
      loudness = isMuted ? 0 : volume
      applyRemoteVolume()
    },
    playElsewhere: remote.prompt,
  }
}

function report(decks: Decks, crossings: Crossings, crossfades: Crossfades, listener: EngineListener): void {
  const beginInTime = () => {
    crossings.beginInTime()
    crossfades.beginInTime()
  }
  for (const slot of [decks.active, decks.standby]) listen(slot, decks, { ...crossings, beginInTime }, listener)
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
