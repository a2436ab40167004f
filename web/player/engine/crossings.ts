/** The gapless transitions of the engine: fetches the audio that a transition needs, begins it shortly before the end of
 * a track, and swaps the elements. The transition itself is gapless.ts. */
import { empty, swap, urlOf, type AudioSlots, type TransitionListener } from './audio-slots.ts'
import type { Crossing } from './gapless.ts'
import type { GaplessAudio } from './gapless-audio.ts'
import type { Mixer } from './mixer.ts'

export type Crossings = {
  isRunning: () => boolean
  /** The position in the next track while it is played from a buffer; null before and after that. */
  nextSeconds: () => number | null
  /** Fetches what a transition from the playing track to this one needs. */
  prepare: (nextUrl: string) => void
  /** The next track does not follow without a gap. */
  forget: () => void
  /** To be called with each time update of the playing element. */
  beginInTime: () => void
  /** Aborts a transition: the element that should be audible continues at the current position. */
  leave: () => void
}

type PreparedAudio = { sound: GaplessAudio; forUrl: string }

/** How long before the end a gapless transition begins. */
const CROSS_BEFORE_SECONDS = 3.6
/** With less time left it is too late for a gapless transition. */
const CROSS_AT_LEAST_SECONDS = 1.9

export function createCrossings(mixer: Mixer | null, slots: AudioSlots, listener: TransitionListener): Crossings {
  let crossing: Crossing | null = null
  let gapless: PreparedAudio | null = null
  let fetching: AbortController | null = null

  function forget(): void {
    fetching?.abort()
    fetching = null
    gapless = null
  }

  async function begin(through: Mixer, sound: GaplessAudio): Promise<void> {
    gapless = null
    const { cross } = await import('./gapless.ts')
    const { active: from, standby: to } = slots
    if (!from.channel || !to.channel || from.element.paused || crossing) return
    const playing = { element: from.element, channel: from.channel }
    const prepared = { element: to.element, channel: to.channel }
    crossing = cross(through, sound, playing, prepared, {
      onOver: () => {
        swap(slots)
        listener.onJoined()
      },
      onLanded: (delaySeconds) => {
        crossing = null
        forget()
        to.delaySeconds = delaySeconds
        empty(from)
        listener.onLanded()
      },
      onGivenUp: () => {
        crossing = null
        listener.onGivenUp()
      },
    })
  }

  return {
    isRunning: () => crossing !== null,
    nextSeconds: () => (crossing?.isOver() ? crossing.nextSeconds() : null),
    prepare(nextUrl) {
      const forUrl = urlOf(slots.active)
      if (!mixer || !forUrl || fetching || !('audioWorklet' in mixer.context)) return
      const thisFetch = new AbortController()
      fetching = thisFetch
      void prepareAudio(mixer.context, forUrl, nextUrl, thisFetch.signal).then((fetched) => {
        if (fetched && fetching === thisFetch) gapless = fetched
      })
    },
    forget,
    beginInTime() {
      if (!crossing && mixer && gapless && mayBegin(slots, gapless)) void begin(mixer, gapless.sound)
    },
    leave() {
      if (!crossing) return
      const seconds = crossing.isOver() ? crossing.nextSeconds() : null
      crossing.cancel()
      crossing = null
      if (seconds === null) return
      slots.active.delaySeconds = 0
      slots.active.element.currentTime = seconds
    },
  }
}

function mayBegin({ active, standby }: AudioSlots, { sound, forUrl }: PreparedAudio): boolean {
  if (!active.channel || !standby.channel) return false
  const { element } = active
  const rest = element.duration - element.currentTime + active.delaySeconds
  const isInTime = rest < CROSS_BEFORE_SECONDS && rest > CROSS_AT_LEAST_SECONDS
  const isReady = standby.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !element.paused
  return isInTime && isReady && forUrl === urlOf(active) && sound.nextUrl === urlOf(standby)
}

/** Null if it fails: then the elements switch on their own, with the gap browsers leave. */
async function prepareAudio(
  context: AudioContext,
  forUrl: string,
  nextUrl: string,
  signal: AbortSignal,
): Promise<PreparedAudio | null> {
  try {
    const [{ fetchGaplessAudio }, { loadTap }] = await Promise.all([
      import('./gapless-audio.ts'),
      import('./gapless.ts'),
    ])
    await loadTap(context)
    // Only an MP3 states its exact start and end; the other streams are of the same recording.
    const sound = await fetchGaplessAudio(context, mp3Of(forUrl), mp3Of(nextUrl), signal)
    return sound && { sound: { ...sound, nextUrl }, forUrl }
  } catch {
    return null
  }
}

const mp3Of = (url: string) => url.replace(/\.(m4a|opus)$/, '.mp3')
