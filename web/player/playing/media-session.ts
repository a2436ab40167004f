/** Media keys, headphones and the lock screen. */
import { webSizes } from '#web/ui/images/cover.tsx'
import type { PlaybackState } from '#web/player/state/playback.ts'
import { currentTrack } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'

const SKIP_SECONDS = 10
/** The system extrapolates the position; it is updated when the drift is larger than this. */
const DRIFT_SECONDS = 1.5

/** Keeps the system's media controls in sync with the player. Returns a function that stops it. */
export function joinMediaSession(): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  const { togglePlaying, pause, next, previous, seek } = usePlayer.getState()
  const skip = (seconds: number) => seek(usePlayer.getState().trackPlayedSeconds + seconds)
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => !usePlayer.getState().isPlaying && togglePlaying()],
    ['pause', pause],
    ['stop', pause],
    ['nexttrack', next],
    ['previoustrack', previous],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))],
    ['seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)],
  ]
  for (const [action, handler] of handlers) setHandler(session, action, handler)
  const now = usePlayer.getState()
  // This module loads with the first track, which may already be playing.
  showState(session, now)
  showTrack(session, now)
  showPosition(session, now)
  const leave = usePlayer.subscribe((state, before) => {
    const isOther = state.activeTrackId !== before.activeTrackId
    if (isOther || state.isPlaying !== before.isPlaying) showState(session, state)
    if (isOther || state.timedArtworkUrl !== before.timedArtworkUrl) showTrack(session, state)
    if (isOther || hasJumped(state, before)) showPosition(session, state)
  })
  return () => {
    leave()
    for (const [action] of handlers) setHandler(session, action, null)
  }
}

/** Browsers throw for actions they do not support. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler)
  } catch {
    return
  }
}

function hasJumped(state: PlaybackState, before: PlaybackState): boolean {
  return (
    state.isPlaying !== before.isPlaying ||
    state.speed !== before.speed ||
    state.trackDuration !== before.trackDuration ||
    Math.abs(state.trackPlayedSeconds - before.trackPlayedSeconds) > DRIFT_SECONDS
  )
}

function showState(session: MediaSession, { isPlaying, activeTrackId }: PlaybackState): void {
  session.playbackState = activeTrackId === null ? 'none' : isPlaying ? 'playing' : 'paused'
}

function showPosition(session: MediaSession, state: PlaybackState): void {
  if (!(state.trackDuration > 0)) return
  session.setPositionState({
    duration: state.trackDuration,
    position: Math.min(state.trackPlayedSeconds, state.trackDuration),
    playbackRate: state.contentType === 'episode' ? state.speed : 1,
  })
}

function showTrack(session: MediaSession, state: PlaybackState): void {
  const track = currentTrack(state)
  if (!track) {
    session.metadata = null
    return
  }
  const artworkUrl = state.timedArtworkUrl ?? track.artworkUrl
  const artwork = artworkUrl === null ? [] : artworkOf(artworkUrl)
  session.metadata = new MediaMetadata({ title: track.title, artist: track.artist, album: track.album ?? '', artwork })
}

function artworkOf(src: string): MediaImage[] {
  const webs = (webSizes(src) ?? '').split(', ').filter(Boolean)
  const whole = (address: string) => new URL(address, location.href).href
  return [
    ...webs.map((size) => {
      const [address = '', width = ''] = size.split(' ')
      const side = width.replace('w', '')
      return { src: whole(address), sizes: `${side}x${side}`, type: 'image/webp' }
    }),
    { src: whole(src) },
  ]
}
