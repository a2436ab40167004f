/** Measures listening time: seconds of wall-clock time during which audio was playing, at any speed, without
 * pauses. Reporting to the server is play-reports.ts. */
import { countedSeconds } from '#contract/listening/counted-play.ts'

export type Play = {
  contentId: string
  startedAtMs: number
  secondsHeard: number
  /** From and to which second it was heard, in pairs. */
  heard: number[]
}

export type Moment = {
  contentId: string | null
  isSounding: boolean
  positionSeconds: number
  durationSeconds: number
}

export type PlayMeter = {
  /** Call frequently, at least on every change. */
  note: (moment: Moment) => void
  /** The page is closing: the current play ends here. */
  end: () => void
}

/** A longer step means the machine was asleep, and does not count. */
const STEP_MAX_SECONDS = 2
/** A jump back to the beginning from this close to the end counts as another play of the same track. */
const NEAR_SECONDS = 2
const LEAST_SECONDS = 1
/** A step further than this is a jump. */
const JUMP_SECONDS = 5
const HEARD_MAX = 100

/** `onPlay` is called once the play counts, and again at its end if it has become longer. */
export function createPlayMeter(onPlay: (play: Play, isOver: boolean) => void, nowMs: () => number): PlayMeter {
  let play: Play | null = null
  let isTold = false
  let last: (Moment & { atMs: number }) | null = null

  const end = () => {
    if (play && play.secondsHeard >= LEAST_SECONDS) onPlay(play, true)
    play = null
  }
  return {
    note(moment) {
      const atMs = nowMs()
      if (last && play && last.isSounding) {
        play.secondsHeard += Math.min(STEP_MAX_SECONDS, Math.max(0, atMs - last.atMs) / 1_000)
      }
      if (last && (moment.contentId !== last.contentId || hasBegunAgain(last, moment))) end()
      if (!play && moment.contentId !== null && moment.isSounding) {
        play = { contentId: moment.contentId, startedAtMs: atMs, secondsHeard: 0, heard: [] }
        isTold = false
      }
      if (play && moment.isSounding) extend(play.heard, moment.positionSeconds)
      if (play && !isTold && play.secondsHeard >= countedSeconds(moment.durationSeconds || null)) {
        isTold = true
        onPlay({ ...play }, false)
      }
      last = { ...moment, atMs }
    },
    end,
  }
}

/** In tenths of a second. */
function extend(heard: Play['heard'], seconds: number): void {
  const at = Math.round(seconds * 10) / 10
  const step = at - (heard.at(-1) ?? at + 1)
  if (step >= 0 && step < JUMP_SECONDS) heard[heard.length - 1] = at
  else if (heard.push(at, at) > HEARD_MAX) heard.splice(0, 2)
}

function hasBegunAgain(last: Moment, { positionSeconds }: Moment): boolean {
  const wasNearEnd = last.durationSeconds > 0 && last.durationSeconds - last.positionSeconds < NEAR_SECONDS
  return wasNearEnd && positionSeconds < NEAR_SECONDS && positionSeconds < last.positionSeconds
}
