/** The types and initial values of the player's state and actions.
 * The implementation is store.ts. */
import { emptyQueue, type Playable, type Queue } from './queue.ts'
import type { PlaybackProblem } from './playback-problems.ts'
import type { Quality } from './quality.ts'
import type { RemoteState } from '#web/player/engine/remote.ts'

/** For spoken word only. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

export type PlaybackState = Queue & {
  activeTrackId: string | null
  /** Playing is requested; `isWaiting` says whether audio is still loading. */
  isPlaying: boolean
  isWaiting: boolean
  trouble: PlaybackProblem | null
  trackDuration: number
  trackPlayedSeconds: number
  /** 0..1 */
  trackProgress: number
  /** At the end of the queue: continue with similar tracks, or stop. */
  autoplay: boolean
  muted: boolean
  volume: number
  previousVolume: number
  contentHref: string | null
  parentContentHref: string | null
  contentType: Playable['contentType'] | null
  /** For spoken word; music always plays at normal speed. */
  speed: number
  skipSilence: boolean
  /** Loudness normalisation is on. */
  isLevelled: boolean
  /** 0: off. */
  crossfadeSeconds: number
  quality: Quality
  /** Whether another device can play, or does. */
  remote: RemoteState
  /** The sleep timer stops the player at this time (ms since 1970), or when the track ends. */
  sleepAtMs: number | null
  isSleepAtEnd: boolean
  /** The timed artwork shown instead of the cover at this second. */
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
  /** For a queue whose current track is the same. */
  change: (queue: Queue) => void
  set: (
    choice: Partial<
      Pick<
        PlaybackState,
        'autoplay' | 'speed' | 'skipSilence' | 'isLevelled' | 'timedArtworkUrl' | 'crossfadeSeconds' | 'quality'
      >
    >,
  ) => void
  sleep: (when: number | 'end' | null) => void
  /** Sets the gain for a URL. */
  level: (audioUrl: string, gain: number) => void
  /** Fades the audio: 0..1 of the volume, without changing the volume setting. */
  dim: (part: number) => void
  /** Lets the user choose another device to play on, or return to this one. */
  playElsewhere: () => void
  /** Restores the state of a former visit, paused. */
  restore: (stored: Partial<PlaybackState>) => void
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
  crossfadeSeconds: 0,
  quality: 'automatic',
  remote: 'unavailable',
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
