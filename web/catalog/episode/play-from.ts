/** Plays an episode from a second of it. */
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'

export function playFrom(playable: Playable, seconds: number): void {
  const player = usePlayer.getState()
  if (player.activeTrackId !== playable.id) player.playList([playable], 0)
  player.seek(seconds)
}
