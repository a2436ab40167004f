/** Types of the messages between the server and the child that makes a clip, and the shapes. Contains no behaviour. */
import type { FloodColours } from '#server/cards/drawing/colours.ts'

export const CLIP_BARS = 90
export const FRAMES_PER_SECOND = 30

export type ClipShape = 'square' | 'tall'

/** The child's standard input, as JSON. */
export type ClipJob = {
  shape: ClipShape
  /** A streaming version of the audio, as MP4. */
  audioPath: string
  startSeconds: number
  seconds: number
  outputPath: string
  brand: string
  /** The name of this server on the web; '' if it has none. */
  host: string
  title: string
  byline: string
  colours: FloodColours
  coverPath: string | null
  /** Of each bar: the shares of the recipients in thousandths, and the length of its sats, 0 to 1. */
  bars: readonly { thousandths: readonly number[]; satsLength: number }[]
}

export type ClipFormat = 'mp4' | 'webm'

/** One line of the child's standard output. */
export type ClipLine = { kind: 'progress'; done: number } | { kind: 'done'; format: ClipFormat; drawMs: number }
