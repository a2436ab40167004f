/** Saves the queue with its position, the volume and the options, and restores them on the next visit, paused.
 * Saved in this browser only; the positions of episodes are also saved on the server (resume.ts). */
import { fieldsOfTrack, initialState, share, type PlaybackState } from './playback.ts'
import type { Playable, Repeat } from './queue.ts'
import { CROSSFADE_MAX_SECONDS } from './transition.ts'
import { isQuality } from './quality.ts'
import { usePlayer } from './store.ts'
import { CHOICES_AS, QUEUE_AS } from './storage-key.ts'
import { readStored, writeStored } from '#web/data/stored.ts'
import { onSessionEnd } from '#web/session/session.ts'

/** How many tracks around the current one are saved; more would slow down every save. */
const KEPT_MAX = 300
const KEPT_BEFORE = 50
const SAVE_AFTER_MS = 800
const SECONDS_BETWEEN = 5
const SPEED_MAX = 4

/** Called once. Returns a function that stops saving. */
export function recallPlayback(): () => void {
  usePlayer.getState().restore({ ...readChoices(), ...readQueue() })
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedSeconds = 0
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_AFTER_MS)
  }
  const leave = usePlayer.subscribe((state, before) => {
    const hasMoved = Math.abs(state.trackPlayedSeconds - savedSeconds) > SECONDS_BETWEEN
    if (hasMoved) savedSeconds = state.trackPlayedSeconds
    if (hasMoved || keptOf(state).some((value, index) => value !== keptOf(before)[index])) saveSoon()
  })
  addEventListener('pagehide', save)
  const forget = onSessionEnd(clear)
  return () => {
    leave()
    forget()
    clearTimeout(timer)
    removeEventListener('pagehide', save)
  }
}

/** The queue may hold what only the account could play, at addresses that are secret. */
function clear(): void {
  usePlayer.getState().pause()
  const state = usePlayer.getState()
  usePlayer.setState({ ...initialState, ...choicesOf(state), remote: state.remote })
  writeStored(QUEUE_AS, null)
}

function choicesOf(state: PlaybackState) {
  const { volume, muted, previousVolume, autoplay, speed, skipSilence, isLevelled, shuffle, repeat } = state
  const { crossfadeSeconds, quality } = state
  const played = { autoplay, speed, skipSilence, isLevelled, shuffle, repeat, crossfadeSeconds, quality }
  return { volume, muted, previousVolume, ...played }
}

/** The fields whose changes trigger a save. */
function keptOf(state: PlaybackState): unknown[] {
  const { activeTrackList, activeTrackIndex, shuffleHistory, isPlaying } = state
  return [activeTrackList, activeTrackIndex, shuffleHistory, isPlaying, ...Object.values(choicesOf(state))]
}

function save(): void {
  const state = usePlayer.getState()
  writeStored(CHOICES_AS, choicesOf(state))
  if (!state.activeTrackId) return
  const from = Math.max(0, state.activeTrackIndex - KEPT_BEFORE)
  writeStored(QUEUE_AS, {
    tracks: state.activeTrackList.slice(from, from + KEPT_MAX),
    index: state.activeTrackIndex - from,
    seconds: state.trackPlayedSeconds,
    shuffleHistory: state.shuffleHistory.slice(-KEPT_MAX),
    nextCount: state.nextCount,
  })
}

function read(name: string): Record<string, unknown> {
  const value = readStored(name)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max
const isRepeat = (value: unknown): value is Repeat => value === 'off' || value === 'all' || value === 'one'

function readChoices(): Partial<PlaybackState> {
  const stored = read(CHOICES_AS)
  return {
    ...(isWithin(stored['volume'], 0, 1) && { volume: stored['volume'], muted: stored['muted'] === true }),
    ...(isWithin(stored['previousVolume'], 0, 1) && { previousVolume: stored['previousVolume'] }),
    ...(isWithin(stored['speed'], 0.25, SPEED_MAX) && { speed: stored['speed'] }),
    ...(isWithin(stored['crossfadeSeconds'], 0, CROSSFADE_MAX_SECONDS) && {
      crossfadeSeconds: stored['crossfadeSeconds'],
    }),
    ...(isQuality(stored['quality']) && { quality: stored['quality'] }),
    ...(isRepeat(stored['repeat']) && { repeat: stored['repeat'] }),
    autoplay: stored['autoplay'] !== false,
    shuffle: stored['shuffle'] === true,
    skipSilence: stored['skipSilence'] === true,
    isLevelled: stored['isLevelled'] !== false,
  }
}

function isPlayable(value: unknown): value is Playable {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, artist, audioUrl, durationSeconds, contentType } = value as Record<string, unknown>
  return (
    [id, title, artist, audioUrl].every((part) => typeof part === 'string') &&
    typeof durationSeconds === 'number' &&
    (contentType === 'track' || contentType === 'episode')
  )
}

function readQueue(): Partial<PlaybackState> {
  const { tracks, index, seconds, shuffleHistory, nextCount } = read(QUEUE_AS)
  if (!Array.isArray(tracks) || !tracks.every(isPlayable)) return {}
  const track = typeof index === 'number' ? tracks[index] : undefined
  if (!track || typeof index !== 'number') return {}
  const playedSeconds = isWithin(seconds, 0, track.durationSeconds) ? seconds : 0
  return {
    ...fieldsOfTrack(track),
    activeTrackList: tracks.slice(0, KEPT_MAX),
    activeTrackIndex: index,
    shuffleHistory: Array.isArray(shuffleHistory) ? shuffleHistory.filter((id) => typeof id === 'string') : [],
    nextCount: isWithin(nextCount, 0, tracks.length) ? nextCount : 0,
    trackPlayedSeconds: playedSeconds,
    trackProgress: share(playedSeconds, track.durationSeconds),
  }
}
