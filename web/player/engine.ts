/** The sound: a pair of native audio elements, one playing, one holding the next track ready.
 * It knows addresses and seconds, never tracks; what plays next is the queue's. */
import { createMixer, rampTo, type Channel, type Mixer } from './mixer.ts'
import { createQuiet } from './quiet.ts'
import type { Crossing } from './joint.ts'
import type { JointSound } from './joint-sound.ts'

export type EngineListener = {
  onTime: (playedSeconds: number, durationSeconds: number) => void
  /** The element really plays or stands still, whatever was asked of it. */
  onPlaying: (isPlaying: boolean) => void
  /** Sound is wanted but has not arrived yet. */
  onWaiting: (isWaiting: boolean) => void
  /** A gesture is needed first. */
  onRefused: () => void
  onEnded: () => void
  /** What was prepared without a gap is playing now. */
  onJoined: () => void
  onFailed: () => void
}

export type Engine = {
  /** Takes the prepared element when it holds this address already. */
  load: (url: string, startSeconds?: number) => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** Fetches the beginning of what comes next; `isJoined`: it is to follow without a gap. */
  prepare: (url: string | null, isJoined?: boolean) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** How much louder or softer what stands at this address is played: 1 as it is. */
  setLevel: (url: string, gain: number) => void
  setSpeed: (speed: number) => void
  /** Speech without its pauses. */
  setSkipSilence: (isOn: boolean) => void
}

type Deck = { element: HTMLAudioElement; channel: Channel | null; delaySeconds: number }

/** Around the joint begins so long before the end. */
const CROSS_BEFORE_SECONDS = 3.6
/** With less left it comes too late. */
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
      // While two tracks are joined the elements start and stop without anybody having asked for it.
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
    // Reaching the end also pauses; only the end is told then.
    on('pause', () => element.paused && !element.ended && listener.onPlaying(false))
    // What is held back has still to be heard.
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
        // Its end went by unheeded while the two were to be joined.
        if (from.element.ended) listener.onEnded()
      },
    })
  }

  /** Ends a joint half-way: the element that should be heard stands where the sound was. */
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
      // Then the elements hand over by themselves, with the gap that browsers make.
      return
    }
  }

  function prepare(url: string | null, isJoined = false): void {
    // While two tracks are joined both elements are in use.
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
        // A newer load or pause came in between, or the browser wants a gesture first; neither is a fault of the file.
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
  // Sound of another host must be allowed to be worked on, or it would be silence.
  if (mixer) element.crossOrigin = 'anonymous'
  return { element, channel: mixer?.connect(element) ?? null, delaySeconds: 0 }
}

function setDelay(deck: Deck, seconds: number): void {
  deck.delaySeconds = seconds
  if (deck.channel) deck.channel.delay.delayTime.value = seconds
}
