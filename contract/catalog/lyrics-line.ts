/** A line of lyrics with its times, and the times of LRC: minutes, seconds, and up to three decimal places. */

export type LyricsWord = {
  timeSeconds: number
  /** With the space after it, if there is one. */
  text: string
}
export type LyricsLine = {
  /** Seconds from the start; null: a line without a time. */
  timeSeconds: number | null
  text: string
  /** Its words with their times; absent when they have none. Their texts joined are `text`. */
  words?: readonly LyricsWord[]
  /** When the last word ends, if that is known. */
  endSeconds?: number
}
export type LyricsProblem = {
  /** The line of the original text, counted from 1. */
  line: number
  reason: TimeProblem | 'word-order' | 'offset-malformed'
}

/** Longer than any audio that is accepted. */
const LAST_SECOND = 50_000

type TimeProblem = 'time-malformed' | 'seconds-beyond-59' | 'time-too-late'

/** The seconds of a match with minutes, seconds and fraction as its groups, or what is wrong with it. */
export function readTime([, minutes = '', seconds = '', fraction = '']: RegExpExecArray): number | TimeProblem {
  const timeSeconds = Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
  if (Number(seconds) > 59) return 'seconds-beyond-59'
  return timeSeconds > LAST_SECOND ? 'time-too-late' : timeSeconds
}

/** 83.456 → "01:23.46" */
export function formatTime(timeSeconds: number): string {
  const hundredths = Math.round(Math.max(0, timeSeconds) * 100)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(hundredths / 100)
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${two(hundredths % 100)}`
}

export const roundToMs = (seconds: number) => Math.round(seconds * 1_000) / 1_000
