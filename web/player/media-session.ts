/** Media keys, headphones and the lock screen. */
import { currentTrack } from './queue.ts'
import { usePlayer } from './store.ts'

/** Keeps the system's player in step with ours. Returns its undoing. */
export function joinMediaSession(): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  const { togglePlaying, pause, next, previous, seek } = usePlayer.getState()
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => !usePlayer.getState().isPlaying && togglePlaying()],
    ['pause', pause],
    ['nexttrack', next],
    ['previoustrack', previous],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ['seekbackward', ({ seekOffset }) => seek(usePlayer.getState().trackPlayedSeconds - (seekOffset ?? 10))],
    ['seekforward', ({ seekOffset }) => seek(usePlayer.getState().trackPlayedSeconds + (seekOffset ?? 10))],
  ]
  for (const [action, handler] of handlers) session.setActionHandler(action, handler)
  const leave = usePlayer.subscribe((state, before) => {
    if (state.isPlaying !== before.isPlaying) session.playbackState = state.isPlaying ? 'playing' : 'paused'
    if (state.activeTrackId !== before.activeTrackId) showTrack(session)
    if (state.trackDuration > 0 && Math.abs(state.trackPlayedSeconds - before.trackPlayedSeconds) > 1) {
      session.setPositionState({
        duration: state.trackDuration,
        position: Math.min(state.trackPlayedSeconds, state.trackDuration),
      })
    }
  })
  return () => {
    leave()
    for (const [action] of handlers) session.setActionHandler(action, null)
  }
}

function showTrack(session: MediaSession): void {
  const track = currentTrack(usePlayer.getState())
  if (!track) return
  const artwork = track.artworkUrl ? [{ src: new URL(track.artworkUrl, location.href).href }] : []
  session.metadata = new MediaMetadata({ title: track.title, artist: track.artist, artwork })
}
