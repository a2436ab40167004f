/** The audio engine: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows URLs and seconds, never tracks; what plays next is decided by the queue. */
import { createMixer, rampTo, type Channel, type Mixer } from './mixer.ts'
import { createQuiet } from './quiet.ts'
import type { Crossing } from './joint.ts'
import type { JointSound } from './joint-sound.ts'

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

type Deck = { element: HTMLAudioElement; channel: Channel | null; delaySeconds: number }

/** How long before the end a gapless transition begins. */
const CROSS_BEFORE_SECONDS = 3.6
/** With less time left it is too late for a gapless transition. */
const CROSS_AT_LEAST_SECONDS = 1.9
const TELL_EVERY_MS = 200
const LEVEL_RAMP_SECONDS = 0.08
const QUIET_SPEED = 4

export function createEngine(listener: EngineListener): Engine {
  const mixer = createMixer()
  let active = createDeck(mixer)
  let standby = createDeck(mixer)
  let crossing: Crossing | null = null
  let joint: { sound: JointSound; forUrl: string } | null = null
  let jointFetch: AbortController | null = null
  let prepareLater: [url: string | null, isJoined: boolean] | null = null
  let speed = 1
  let [volume, isMuted] = [1, false]
  const levels = new Map<string, number>()
  const quiet = createQuiet(mixer, () => applySpeed())
  for (const deck of [active, standby]) listen(deck)
  setInterval(() => {
    if (crossing?.isOver()) listener.onTime(crossing.nextSeconds(), lengthOf(active))
  }, TELL_EVERY_MS)

  function listen(deck: Deck): void {
    const { element } = deck
    const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) =>
      // During a gapless transition the elements start and stop without a user's request, so only time updates count.
      element.addEventListener(name, () => deck === active && (crossing === null || name === 'timeupdate') && handle())
    const tellTime = () => {
      if (crossing?.isOver()) return
      listener.onTime(Math.max(0, element.currentTime - deck.delaySeconds), lengthOf(deck))
      crossInTime()
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
      setTimeout(() => element.ended && deck === active && listener.onEnded(), deck.delaySeconds * 1_000),
    )
    on('error', () => {
      if (!element.getAttribute('src')) return
      listener.onWaiting(false)
      listener.onFailed()
    })
  }

  function crossInTime(): void {
    if (crossing || !joint || !mixer || !active.channel || !standby.channel) return
    const { element } = active
    const rest = element.duration - element.currentTime + active.delaySeconds
    const isInTime = rest < CROSS_BEFORE_SECONDS && rest > CROSS_AT_LEAST_SECONDS
    const isReady = standby.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !element.paused
    if (!isInTime || !isReady || joint.forUrl !== urlOf(active) || joint.sound.nextUrl !== urlOf(standby)) return
    void beginCrossing(mixer, joint.sound)
  }

  async function beginCrossing(through: Mixer, sound: JointSound): Promise<void> {
    joint = null
    const { cross } = await import('./joint.ts')
    const [from, to] = [active, standby]
    if (!from.channel || !to.channel || from.element.paused || crossing) return
    const decks = [from, to].map(({ element, channel }) => ({ element, channel: channel as Channel })) as [
      { element: HTMLAudioElement; channel: Channel },
      { element: HTMLAudioElement; channel: Channel },
    ]
    crossing = cross(through, sound, ...decks, {
      onOver: () => {
        active = to
        standby = from
        listener.onJoined()
        listener.onTime(0, lengthOf(to))
      },
      onLanded: (delaySeconds) => {
        crossing = null
        dropJoint()
        to.delaySeconds = delaySeconds
        empty(from)
        if (prepareLater) prepare(...prepareLater)
        if (to.element.paused) void to.element.play().catch(() => listener.onPlaying(false))
      },
      onGivenUp: () => {
        crossing = null
        // Its `ended` event was ignored during the transition.
        if (from.element.ended) listener.onEnded()
      },
    })
  }

  /** Aborts a gapless transition: the element that should be audible continues at the current position. */
  function leaveCrossing(): void {
    if (!crossing) return
    const seconds = crossing.isOver() ? crossing.nextSeconds() : null
    crossing.cancel()
    crossing = null
    prepareLater = null
    if (seconds === null) return
    active.delaySeconds = 0
    active.element.currentTime = seconds
  }

  function dropJoint(): void {
    jointFetch?.abort()
    jointFetch = null
    joint = null
  }

  async function fetchJoint(through: Mixer, forUrl: string, nextUrl: string): Promise<void> {
    const fetching = new AbortController()
    jointFetch = fetching
    try {
      const [{ fetchJointSound }, { loadTap }] = await Promise.all([import('./joint-sound.ts'), import('./joint.ts')])
      await loadTap(through.context)
      const sound = await fetchJointSound(through.context, forUrl, nextUrl, fetching.signal)
      if (sound && jointFetch === fetching) joint = { sound, forUrl }
    } catch {
      // Without it the elements switch on their own, with the gap browsers leave.
      return
    }
  }

  function prepare(url: string | null, isJoined = false): void {
    // During a gapless transition both elements are in use.
    prepareLater = crossing ? [url, isJoined] : null
    if (crossing) return
    const current = urlOf(active)
    if (urlOf(standby) !== url) {
      dropJoint()
      if (url === null) standby.element.removeAttribute('src')
      else standby.element.src = url
      standby.element.load()
      applyLevel(standby)
    }
    if (!isJoined || speed !== 1) dropJoint()
    else if (mixer && url && current && !jointFetch && 'audioWorklet' in mixer.context) {
      void fetchJoint(mixer, current, url)
    }
  }

  function empty(deck: Deck): void {
    deck.element.pause()
    deck.element.removeAttribute('src')
    deck.element.load()
    setDelay(deck, 0)
  }

  function applyLevel(deck: Deck): void {
    const gain = levels.get(urlOf(deck) ?? '') ?? 1
    if (mixer && deck.channel) rampTo(deck.channel.level.gain, gain, mixer.context.currentTime, LEVEL_RAMP_SECONDS)
    else deck.element.volume = volume * Math.min(1, gain)
  }

  function applySpeed(): void {
    for (const { element } of [active, standby]) {
      element.preservesPitch = true
      element.defaultPlaybackRate = speed
      element.playbackRate = quiet.isQuiet() && element === active.element ? Math.max(speed, QUIET_SPEED) : speed
    }
  }

  return {
    load(url, startSeconds = 0) {
      leaveCrossing()
      dropJoint()
      if (urlOf(standby) === url && standby.element.error === null) {
        ;[active, standby] = [standby, active]
        empty(standby)
      } else {
        active.element.pause()
        active.element.src = url
        active.element.load()
      }
      setDelay(active, 0)
      applyLevel(active)
      applySpeed()
      quiet.follow(active.channel)
      if (startSeconds > 0 || active.element.currentTime > 0) active.element.currentTime = startSeconds
    },
    play() {
      mixer?.wake()
      listener.onWaiting(active.element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)
      active.element.play().catch((error: unknown) => {
        // A newer load or pause interrupted it, or the browser
        // requires a gesture first; neither is an error of the file.
        if (error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)) {
          listener.onWaiting(false)
          if (error.name === 'NotAllowedError') listener.onRefused()
        }
      })
    },
    pause() {
      leaveCrossing()
      active.element.pause()
      mixer?.rest()
    },
    seek(seconds) {
      const isPlayed = crossing !== null || !active.element.paused
      leaveCrossing()
      setDelay(active, 0)
      active.element.currentTime = seconds
      if (isPlayed && active.element.paused) void active.element.play().catch(() => listener.onPlaying(false))
    },
    prepare,
    setVolume(toVolume, toMuted) {
      ;[volume, isMuted] = [toVolume, toMuted]
      mixer?.setVolume(isMuted ? 0 : volume)
      if (mixer) return
      for (const deck of [active, standby]) {
        deck.element.muted = isMuted
        applyLevel(deck)
      }
    },
    setLevel(url, gain) {
      levels.set(url, gain)
      for (const deck of [active, standby]) if (urlOf(deck) === url) applyLevel(deck)
    },
    setSpeed(toSpeed) {
      speed = toSpeed
      applySpeed()
    },
    setSkipSilence: (isOn) => quiet.turn(isOn, active.channel),
  }
}

const urlOf = ({ element }: Deck) => element.getAttribute('src')
const lengthOf = ({ element }: Deck) => (Number.isFinite(element.duration) ? element.duration : 0)

function createDeck(mixer: Mixer | null): Deck {
  const element = new Audio()
  element.preload = 'auto'
  // Web Audio outputs silence for audio of another origin unless CORS allows it.
  if (mixer) element.crossOrigin = 'anonymous'
  return { element, channel: mixer?.connect(element) ?? null, delaySeconds: 0 }
}

function setDelay(deck: Deck, seconds: number): void {
  deck.delaySeconds = seconds
  if (deck.channel) deck.channel.delay.delayTime.value = seconds
}
