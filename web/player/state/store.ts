/** The player's store: its state and actions.
 * It connects the rules of the queue (queue.ts) with the audio (engine.ts). */
import { create } from 'zustand'
import { streamUrls } from '#contract/catalog/streams.ts'
import type { Engine } from '#web/player/engine/engine.ts'
import { createLateEngine } from '#web/player/engine/late-engine.ts'
import { claimPlayback, onOtherTabPlays } from './other-tabs.ts'
import {
  advanceQueue,
  appendTracks,
  currentTrack,
  insertNext,
  jumpTo,
  moveTrack,
  nextRepeat,
  removeTrack,
  retreatQueue,
  setShuffle,
  startQueue,
  type Playable,
  type Queue,
} from './queue.ts'
import { fieldsOf, fieldsOfTrack, initialState, share, type PlaybackActions, type PlaybackState } from './playback.ts'
import { watchPlaybackProblems } from './playback-problems.ts'
import { isReplaceable, sourceOf } from './quality.ts'
import { transitionTo } from './transition.ts'

/** The next track is preloaded this long before the end. */
const PREPARE_BEFORE_SECONDS = 20

let engine: Engine | null = null
/** The next track of a shuffled queue is drawn once, so that the track that was prepared is the one that plays. */
let drawn: number | null = null
let preparedId: string | null = null
/** A queue restored from a former visit is loaded only when it is played. */
let isLoaded = false
let dimmed = 1
const levels = new Map<string, number>()

/** Created at the first play: the server and visits without playback need no audio element. */
function sound(): Engine {
  if (engine) return engine
  engine = createLateEngine({
    onTime: (playedSeconds, durationSeconds) => {
      const trackDuration = durationSeconds || (currentTrack(get())?.durationSeconds ?? 0)
      set({ trackPlayedSeconds: playedSeconds, trackDuration, trackProgress: share(playedSeconds, trackDuration) })
      if (trackDuration - playedSeconds < PREPARE_BEFORE_SECONDS) prepareNext()
    },
    onPlaying: (isPlaying) => {
      if (isPlaying) problem.onHeard()
      // While a retry is pending the element is paused, but playback is still requested.
      if (isPlaying || get().trouble !== 'retrying') set({ isPlaying })
    },
    onRefused: () => set({ isPlaying: false }),
    onWaiting: (isWaiting) => {
      set({ isWaiting })
      if (get().isPlaying) problem.onWaiting(isWaiting)
    },
    onFailed: () => {
      const track = currentTrack(get())
      // The MP3 is there when another stream is not.
      if (!track || !isReplaceable(track.audioUrl, get().quality)) return problem.onFailed()
      load(track, get().trackPlayedSeconds)
      if (get().isPlaying) sound().play()
    },
    onRemote: (remote) => set({ remote }),
    onEnded: () => {
      if (!get().isSleepAtEnd) return go(advanceQueue(get(), 'ended', pick), true)
      set({ isSleepAtEnd: false })
      go(advanceQueue(get(), 'ended', pick), false)
    },
    onJoined: () => {
      const queue = advanceQueue(get(), 'ended', pick)
      const track = queue && currentTrack(queue)
      if (queue && track && track.id === preparedId) show(queue, track, true)
      else go(queue, true)
    },
  })
  applyVolume()
  applySpeed()
  for (const [url, gain] of levels) setLevel(engine, url, gain)
  onOtherTabPlays(() => get().pause())
  return engine
}

const load = (track: Playable, startSeconds?: number) =>
  sound().load(sourceOf(track.audioUrl, get().quality), startSeconds)

/** The streams of a recording are equally loud. */
function setLevel(to: Engine, audioUrl: string, gain: number): void {
  for (const url of streamUrls(audioUrl)) to.setLevel(url, gain)
}

const problem = watchPlaybackProblems({
  tell: (reported) =>
    set(reported === 'failed' || reported === 'gone' ? { trouble: reported, isPlaying: false } : { trouble: reported }),
  tryAgain: () => {
    const track = currentTrack(get())
    if (track) load(track, get().trackPlayedSeconds)
    sound().play()
  },
  passOver: () => {
    const queue = advanceQueue(get(), 'pressed', pick)
    if (queue) go(queue, true)
    return queue !== null
  },
  url: () => currentTrack(get())?.audioUrl ?? null,
})

function pick(): number {
  const value = drawn ?? Math.random()
  drawn = null
  return value
}

function prepareNext(): void {
  if (drawn !== null) return
  drawn = Math.random()
  const value = drawn
  const next = advanceQueue(get(), 'ended', () => value)
  const track = next && currentTrack(next)
  preparedId = track && track.id !== get().activeTrackId ? track.id : null
  if (preparedId === null || !track) return sound().prepare(null)
  const { isSleepAtEnd, crossfadeSeconds, quality } = get()
  const transition = isSleepAtEnd ? 'cut' : transitionTo(next, get(), crossfadeSeconds)
  sound().prepare(sourceOf(track.audioUrl, quality), transition)
}

/** After a change of the queue a different track may come next. */
function change(queue: Queue): void {
  drawn = null
  set(fieldsOf(queue))
}

function show(queue: Queue, track: Playable, isPlaying: boolean): void {
  drawn = null
  set({ ...fieldsOf(queue), ...fieldsOfTrack(track), isPlaying, trouble: null })
  applySpeed()
}

/** Shows and loads the current track of `queue`; null means that the queue has ended. */
function go(queue: Queue | null, isPlaying: boolean): void {
  const track = queue && currentTrack(queue)
  problem.reset()
  if (!queue || !track) {
    set({ isPlaying: false, isWaiting: false })
    return
  }
  show(queue, track, isPlaying)
  load(track)
  isLoaded = true
  if (isPlaying) start()
}

function start(): void {
  claimPlayback()
  sound().play()
}

const applyVolume = () => engine?.setVolume(get().volume * dimmed, get().muted)
function applySpeed(): void {
  const isSpeech = get().contentType === 'episode'
  engine?.setSpeed(isSpeech ? get().speed : 1)
  engine?.setSkipSilence(isSpeech && get().skipSilence)
}

const actions: PlaybackActions = {
  playList: (list, index) => go(startQueue(get(), list, index), true),
  togglePlaying: () => {
    const state = get()
    if (!state.activeTrackId) return
    if (state.trouble === 'failed' || state.trouble === 'gone') return state.retry()
    if (state.isPlaying) return state.pause()
    if (!isLoaded) return state.retry()
    set({ isPlaying: true })
    start()
  },
  pause: () => {
    problem.reset()
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
  jump: (index) => {
    const queue = jumpTo(get(), index)
    if (queue) go(queue, true)
  },
  seek: (seconds) => {
    const { trackDuration, activeTrackId } = get()
    if (!activeTrackId || !Number.isFinite(seconds)) return
    const target = Math.max(0, Math.min(seconds, trackDuration))
    set({ trackPlayedSeconds: target, trackProgress: share(target, trackDuration) })
    if (isLoaded) sound().seek(target)
  },
  retry: () => {
    const track = currentTrack(get())
    if (!track) return
    problem.reset()
    set({ isPlaying: true })
    load(track, get().trackPlayedSeconds)
    isLoaded = true
    start()
  },
  setVolume: (volume) => {
    set({ volume, muted: volume === 0, ...(volume > 0 && { previousVolume: volume }) })
    applyVolume()
  },
  toggleMuted: () => {
    const { muted, volume, previousVolume } = get()
    set(muted ? { muted: false, volume: volume || previousVolume } : { muted: true, previousVolume: volume || 1 })
    applyVolume()
  },
  toggleShuffle: () => change(setShuffle(get(), !get().shuffle)),
  cycleRepeat: () => change({ ...get(), repeat: nextRepeat(get().repeat) }),
  append: (tracks) => (get().activeTrackId ? change(appendTracks(get(), tracks)) : get().playList(tracks, 0)),
  playNext: (tracks) => (get().activeTrackId ? change(insertNext(get(), tracks)) : get().playList(tracks, 0)),
  move: (from, to) => change(moveTrack(get(), from, to)),
  remove: (index) => change(removeTrack(get(), index)),
  change,
  set: (choice) => {
    set(choice)
    // What comes next may begin otherwise, or be another stream.
    if (choice.crossfadeSeconds !== undefined || choice.quality !== undefined) drawn = null
    applySpeed()
  },
  sleep: (when) => {
    drawn = null
    set({ sleepAtMs: typeof when === 'number' ? when : null, isSleepAtEnd: when === 'end' })
  },
  level: (audioUrl, gain) => {
    levels.set(audioUrl, gain)
    if (engine) setLevel(engine, audioUrl, gain)
  },
  dim: (part) => {
    dimmed = part
    applyVolume()
  },
  playElsewhere: () => engine?.playElsewhere(),
  restore: (stored) => {
    if (get().activeTrackId) return
    set(stored)
  },
}

export const usePlayer = create<PlaybackState & PlaybackActions>()(() => ({ ...initialState, ...actions }))

const { getState: get, setState: set } = usePlayer

export const useActiveTrack = (): Playable | null => usePlayer(currentTrack)

/** Plays a track or episode from a second; what plays already continues from there. */
export function playFrom(playable: Playable, seconds: number): void {
  if (get().activeTrackId !== playable.id) get().playList([playable], 0)
  get().seek(seconds)
  if (!get().isPlaying) get().togglePlaying()
}
