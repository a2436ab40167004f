/** The sleep timer: fades out in the last seconds, then pauses.
 * "At the end of the track" is handled by the store. */
import { usePlayer } from '#web/player/state/store.ts'

const LOOK_EVERY_MS = 250
const SOFTER_FOR_MS = 6_000

/** Returns a function that stops the timer. */
export function runSleepTimer(): () => void {
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
