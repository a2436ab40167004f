/** The times of a clip: whole seconds, inside the recording, and not longer than a clip may be. */
import { CLIP_SECONDS_MAX, CLIP_SECONDS_MIN } from '#contract/listening/clips.ts'

export type Range = { start: number; end: number }
export type Edge = keyof Range

/** A part of this length that begins there, moved into the recording. */
export function fitRange(start: number, seconds: number, durationSeconds: number): Range {
  const whole = Math.max(CLIP_SECONDS_MIN, Math.floor(durationSeconds))
  const length = Math.min(CLIP_SECONDS_MAX, Math.max(CLIP_SECONDS_MIN, Math.round(seconds)), whole)
  const from = Math.min(whole - length, Math.max(0, Math.round(start)))
  return { start: from, end: from + length }
}

/** The other edge follows where the part would become too short or too long. */
export function moveEdge({ start, end }: Range, edge: Edge, seconds: number, durationSeconds: number): Range {
  const whole = Math.max(CLIP_SECONDS_MIN, Math.floor(durationSeconds))
  if (edge === 'start') {
    const from = Math.min(whole - CLIP_SECONDS_MIN, Math.max(0, Math.round(seconds)))
    return {
      start: from,
      end: Math.min(whole, Math.max(from + CLIP_SECONDS_MIN, Math.min(end, from + CLIP_SECONDS_MAX))),
    }
  }
  const to = Math.min(whole, Math.max(CLIP_SECONDS_MIN, Math.round(seconds)))
  return { start: Math.max(0, Math.min(to - CLIP_SECONDS_MIN, Math.max(start, to - CLIP_SECONDS_MAX))), end: to }
}
