/** The playback state, field by field as the interface knows it, and what one can do to it.
 * The rules of the queue stand in queue.ts, the sound in engine.ts; this joins them. */
import { create } from 'zustand'
import { createEngine, type Engine } from './engine.ts'
import { claimSound, onOtherTabPlays } from './other-tabs.ts'
import {
  advanceQueue,
  appendTracks,
  currentTrack,
  emptyQueue,
  moveTrack,
  nextRepeat,
  removeTrack,
  retreatQueue,
  setShuffle,
  startQueue,
  type Playable,
  type Queue,
} from './queue.ts'

export type PlaybackState = Queue & {
  activeTrackId: string | null
  /** Playing is wanted; `isWaiting` tells whether sound is still to come. */
  isPlaying: boolean
  isWaiting: boolean
  hasFailed: boolean
  trackDuration: number
  trackPlayedSeconds: number
  /** 0..1 */
  trackProgress: number
  autoplay: boolean
  muted: boolean
  volume: number
  previousVolume: number
  contentHref: string | null
  parentContentHref: string | null
  contentType: Playable['contentType'] | null
}

export type PlaybackActions = {
  playList: (list: readonly Playable[], index: number) => void
  togglePlaying: () => void
  pause: () => void
  next: () => void
  previous: () => void
  seek: (seconds: number) => void
  retry: () => void
  setVolume: (volume: number) => void
  toggleMuted: () => void
  toggleShuffle: () => void
  cycleRepeat: () => void
  append: (tracks: readonly Playable[]) => void
  move: (from: number, to: number) => void
  remove: (index: number) => void
}

/** This long before the end the next track is fetched. */
const PREPARE_BEFORE_SECONDS = 20
const STORED_AS = 'peal.player'

let engine: Engine | null = null

export const usePlayer = create<PlaybackState & PlaybackActions>()((set, get) => {
  /** Made at the first play: the server and silent visits need no audio element. */
  const sound = (): Engine => {
    if (engine) return engine
    engine = createEngine({
      onTime: (playedSeconds, durationSeconds) => {
        const trackDuration = durationSeconds || (currentTrack(get())?.durationSeconds ?? 0)
        const trackProgress = trackDuration > 0 ? Math.min(1, playedSeconds / trackDuration) : 0
        set({ trackPlayedSeconds: playedSeconds, trackDuration, trackProgress })
        if (trackDuration - playedSeconds < PREPARE_BEFORE_SECONDS) prepareNext()
      },
      onPlaying: (isPlaying) => set(isPlaying ? { isPlaying, hasFailed: false } : { isPlaying }),
      onWaiting: (isWaiting) => set({ isWaiting }),
      onFailed: () => set({ isPlaying: false, hasFailed: true }),
      onEnded: () => go(advanceQueue(get(), 'ended', pick), true),
    })
    engine.setVolume(get().volume, get().muted)
    onOtherTabPlays(() => get().pause())
    return engine
  }

  // The next of a shuffled queue is drawn once, so that what was prepared is what comes.
  let drawn: number | null = null
  const pick = () => {
    const value = drawn ?? Math.random()
    drawn = null
    return value
  }
  const prepareNext = () => {
    if (drawn !== null) return
    drawn = Math.random()
    const value = drawn
    const next = advanceQueue(get(), 'ended', () => value)
    const track = next && currentTrack(next)
    if (track && track.id !== get().activeTrackId) sound().prepare(track.audioUrl)
  }

  /** Shows and loads the current track of `queue`; null means that the queue has ended. */
  const go = (queue: Queue | null, isPlaying: boolean) => {
    const track = queue && currentTrack(queue)
    if (!queue || !track) {
      set({ isPlaying: false, isWaiting: false })
      return
    }
    drawn = null
    set({ ...fieldsOf(queue), ...fieldsOfTrack(track), isPlaying, hasFailed: false })
    sound().load(track.audioUrl)
    if (isPlaying) start()
  }
  const start = () => {
    claimSound()
    sound().play()
  }

  return {
    ...emptyQueue,
    activeTrackId: null,
    isPlaying: false,
    isWaiting: false,
    hasFailed: false,
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

    playList: (list, index) => go(startQueue(get(), list, index), true),
    togglePlaying: () => {
      const state = get()
      if (!state.activeTrackId) return
      if (state.hasFailed) return state.retry()
      if (state.isPlaying) return state.pause()
      set({ isPlaying: true })
      start()
    },
    pause: () => {
      set({ isPlaying: false, isWaiting: false })
      engine?.pause()
    },
    next: () => {
      const queue = advanceQueue(get(), 'pressed', pick)
      if (queue) go(queue, true)
    },
    previous: () => {
      const queue = retreatQueue(get(), get().trackPlayedSeconds)
      if (queue) go(queue, true)
      else get().seek(0)
    },
    seek: (seconds) => {
      const { trackDuration } = get()
      if (!get().activeTrackId) return
      const target = Math.max(0, Math.min(seconds, trackDuration))
      set({ trackPlayedSeconds: target, trackProgress: trackDuration > 0 ? target / trackDuration : 0 })
      sound().seek(target)
    },
    retry: () => {
      const track = currentTrack(get())
      if (!track) return
      set({ isPlaying: true, hasFailed: false })
      sound().load(track.audioUrl, get().trackPlayedSeconds)
      start()
    },
    setVolume: (volume) => {
      set({ volume, muted: volume === 0, ...(volume > 0 && { previousVolume: volume }) })
      applyVolume(get())
    },
    toggleMuted: () => {
      const { muted, volume, previousVolume } = get()
      set(muted ? { muted: false, volume: volume || previousVolume } : { muted: true, previousVolume: volume || 1 })
      applyVolume(get())
    },
    toggleShuffle: () => {
      drawn = null
      set(fieldsOf(setShuffle(get(), !get().shuffle)))
    },
    cycleRepeat: () => set({ repeat: nextRepeat(get().repeat) }),
    append: (tracks) => set(fieldsOf(appendTracks(get(), tracks))),
    move: (from, to) => set(fieldsOf(moveTrack(get(), from, to))),
    remove: (index) => set(fieldsOf(removeTrack(get(), index))),
  }
})

function fieldsOf({ activeTrackList, activeTrackIndex, shuffle, shuffleHistory, repeat }: Queue): Queue {
  return { activeTrackList, activeTrackIndex, shuffle, shuffleHistory, repeat }
}

function fieldsOfTrack(track: Playable): Partial<PlaybackState> {
  return {
    activeTrackId: track.id,
    contentHref: track.contentHref,
    parentContentHref: track.parentContentHref,
    contentType: track.contentType,
    trackDuration: track.durationSeconds,
    trackPlayedSeconds: 0,
    trackProgress: 0,
  }
}

function applyVolume({ volume, muted }: PlaybackState): void {
  engine?.setVolume(volume, muted)
  try {
    localStorage.setItem(STORED_AS, JSON.stringify({ volume, muted }))
  } catch {
    return
  }
}

/** Takes up the volume of the last visit. Called once, after hydration. */
export function recallVolume(): void {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return
    const { volume, muted } = stored as { volume?: unknown; muted?: unknown }
    if (typeof volume === 'number' && volume >= 0 && volume <= 1) usePlayer.setState({ volume, muted: muted === true })
  } catch {
    return
  }
}

export const useActiveTrack = (): Playable | null => usePlayer(currentTrack)
