/** Measures the minute of a track that is being heard, in seconds of the track. Pausing suspends it; seeking, and playing
 * unheard, end it. For earning.ts. */

export type MinuteMoment = {
  /** Plays, and can be heard. */
  isHeard: boolean
  isPlaying: boolean
  position: number
  durationSeconds: number
}

export type MinuteMeter = {
  /** False when the minute can no longer be one: it starts again. Call it at every change. */
  note: (moment: MinuteMoment) => boolean
  seconds: () => number
  isOver: () => boolean
  restart: () => void
}

const MINUTE_SECONDS = 60
/** A larger step is a seek; a page reports its position several times a second. */
const STEP_MAX_SECONDS = 2

export function createMinuteMeter(): MinuteMeter {
  let heard = 0
  let last: number | null = null
  return {
    note({ isHeard, isPlaying, position, durationSeconds }) {
      const from = last
      last = position
      if (from === null) return true
      // A track that repeats continues at its beginning.
      const isAgain = position < STEP_MAX_SECONDS && durationSeconds - from < STEP_MAX_SECONDS && position < from
      const step = isAgain ? position + durationSeconds - from : position - from
      if (step < 0 || step > STEP_MAX_SECONDS || (step > 0 && isPlaying && !isHeard)) {
        heard = 0
        return false
      }
      if (isHeard) heard += step
      return true
    },
    seconds: () => heard,
    isOver: () => heard >= MINUTE_SECONDS,
    restart() {
      heard = 0
    },
  }
}
