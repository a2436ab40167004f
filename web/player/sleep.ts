/** Sends the player to sleep at the time one chose: softer in the last seconds, then paused.
 * "At the end of the track" is the store's. */
import { usePlayer } from './store.ts'

const LOOK_EVERY_MS = 250
const SOFTER_FOR_MS = 6_000

/** Returns its undoing. */
export function keepBedtime(): () => void {
  const timer = setInterval(() => {
    const { sleepAtMs, isPlaying, dim, pause, sleep } = usePlayer.getState()
    if (sleepAtMs === null) return
    const leftMs = sleepAtMs - Date.now()
    if (leftMs > SOFTER_FOR_MS) return
    if (leftMs > 0) return dim(leftMs / SOFTER_FOR_MS)
    if (isPlaying) pause()
    sleep(null)
    dim(1)
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
