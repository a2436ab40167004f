/** Plays an episode from a second of it, or a part of it. */
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'

export function playFrom(playable: Playable, seconds: number): void {
  const player = usePlayer.getState()
  if (player.activeTrackId !== playable.id) player.playList([playable], 0)
  player.seek(seconds)
}

let leavePiece = () => {}

/** Pauses at `endSeconds`, unless the listener has moved in the audio, or to other audio. */
export function playPiece(playable: Playable, startSeconds: number, endSeconds: number): void {
  leavePiece()
  playFrom(playable, startSeconds)
  let lastSeconds = startSeconds
  leavePiece = usePlayer.subscribe(({ activeTrackId, trackPlayedSeconds: seconds, pause }) => {
    if (seconds === lastSeconds && activeTrackId === playable.id) return
    // Playback reports each quarter of a second; before it has begun, the former position.
    const isElsewhere = activeTrackId !== playable.id || seconds > endSeconds + 2
    if (!isElsewhere && seconds < endSeconds) {
      lastSeconds = seconds
      return
    }
    leavePiece()
    if (!isElsewhere) pause()
  })
}
