/** The state of the player, field by field as the interface knows it, and what one can do to it: names and beginnings.
 * What is done stands in store.ts. */
import { emptyQueue, type Playable, type Queue } from './queue.ts'
import type { Trouble } from './trouble.ts'

/** Of which one chooses for spoken word. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

export type PlaybackState = Queue & {
  activeTrackId: string | null
  /** Playing is wanted; `isWaiting` tells whether sound is still to come. */
  isPlaying: boolean
  isWaiting: boolean
  trouble: Trouble | null
  trackDuration: number
  trackPlayedSeconds: number
  /** 0..1 */
  trackProgress: number
  /** At the end of the queue: on with what is similar, or silence. */
  autoplay: boolean
  muted: boolean
  volume: number
  previousVolume: number
  contentHref: string | null
  parentContentHref: string | null
  contentType: Playable['contentType'] | null
  /** Of spoken word; music is never hurried. */
  speed: number
  skipSilence: boolean
  /** Releases are played equally loud. */
  isLevelled: boolean
  /** The player goes to sleep at this time (ms since 1970), or when the track ends. */
  sleepAtMs: number | null
  isSleepAtEnd: boolean
  /** What is shown at this second instead of the cover. */
  timedArtworkUrl: string | null
}

export type PlaybackActions = {
  playList: (list: readonly Playable[], index: number) => void
  togglePlaying: () => void
  pause: () => void
  next: () => void
  previous: () => void
  jump: (index: number) => void
  seek: (seconds: number) => void
  retry: () => void
  setVolume: (volume: number) => void
  toggleMuted: () => void
  toggleShuffle: () => void
  cycleRepeat: () => void
  append: (tracks: readonly Playable[]) => void
  playNext: (tracks: readonly Playable[]) => void
  move: (from: number, to: number) => void
  remove: (index: number) => void
  clearUpcoming: () => void
  set: (
    choice: Partial<Pick<PlaybackState, 'autoplay' | 'speed' | 'skipSilence' | 'isLevelled' | 'timedArtworkUrl'>>,
  ) => void
  sleep: (when: number | 'end' | null) => void
  /** How much louder or softer a sound is played. */
  level: (audioUrl: string, gain: number) => void
  /** A sound that fades: 0..1 of the volume, without changing it. */
  dim: (part: number) => void
  /** Takes up what a former visit left, paused. */
  restore: (kept: Partial<PlaybackState>) => void
}

export const initialState: PlaybackState = {
  ...emptyQueue,
  activeTrackId: null,
  isPlaying: false,
  isWaiting: false,
  trouble: null,
  trackDuration: 0,
  trackPlayedSeconds: 0,
  trackProgress: 0,
  autoplay: true,
  muted: false,
  volume: 1,
  previousVolume: 1,
  contentHref: null,
  parentContentHref: null,
  contentType: null,
  speed: 1,
  skipSilence: false,
  isLevelled: true,
  sleepAtMs: null,
  isSleepAtEnd: false,
  timedArtworkUrl: null,
}

export const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0)

export function fieldsOf(queue: Queue): Queue {
  const { activeTrackList, activeTrackIndex, shuffle, shuffleHistory, repeat, nextCount } = queue
  return { activeTrackList, activeTrackIndex, shuffle, shuffleHistory, repeat, nextCount }
}

export function fieldsOfTrack(track: Playable): Partial<PlaybackState> {
  return {
    activeTrackId: track.id,
    contentHref: track.contentHref,
    parentContentHref: track.parentContentHref,
    contentType: track.contentType,
    trackDuration: track.durationSeconds,
    trackPlayedSeconds: 0,
    trackProgress: 0,
    timedArtworkUrl: null,
  }
}
