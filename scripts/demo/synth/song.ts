/** The mixer: a dry stereo bus, three effect sends, and the function that adds one note to them. Instruments write into
 * a shared mono buffer; nothing is allocated per sample. */
import { createRandom, type Random } from '../random.ts'
import { sampleRate } from './wav.ts'

export type Bus = { left: Float32Array; right: Float32Array }
/** The reverb bus runs at half the sample rate: see effects.ts. */
export type Song = { frames: number; dry: Bus; room: Bus; echo: Bus; chorus: Bus; random: Random }

export type Note = {
  at: number
  midi: number
  seconds: number
  velocity: number
  gain?: number
  pan?: number
  room?: number
  echo?: number
  chorus?: number
}

/** Writes a note into the sheet from its first sample on and returns how many samples it took. */
export type Voice = (sheet: Float32Array, note: Note, random: Random) => number

export const sheetSeconds = 24
const sheet = new Float32Array(sheetSeconds * sampleRate)

function createBus(frames: number): Bus {
  return { left: new Float32Array(frames), right: new Float32Array(frames) }
}

export function createSong(seconds: number, seed: number): Song {
  const frames = Math.round(seconds * sampleRate)
  return {
    frames,
    dry: createBus(frames),
    room: createBus((frames + 1) >> 1),
    echo: createBus(frames),
    chorus: createBus(frames),
    random: createRandom(seed),
  }
}

export function play(song: Song, voice: Voice, note: Note): void {
  const drawn = voice(sheet, note, song.random)
  addMono(song, sheet, drawn, note)
}

type Placing = Pick<Note, 'at' | 'gain' | 'pan' | 'room' | 'echo' | 'chorus'>

export function addMono(song: Song, source: Float32Array, length: number, placing: Placing): void {
  const { gain = 1, pan = 0, room = 0, echo = 0, chorus = 0 } = placing
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4
  const left = Math.cos(angle) * gain
  const right = Math.sin(angle) * gain
  // integers (`| 0`) let the engine index the loops below without conversions
  const start = Math.max(0, Math.round(placing.at * sampleRate)) | 0
  const count = Math.min(length, song.frames - start) | 0
  mixInto(song.dry, source, start, count, left, right)
  if (room > 0) mixHalved(song.room, source, start >> 1, count >> 1, left * room * 0.5, right * room * 0.5)
  if (echo > 0) mixInto(song.echo, source, start, count, left * echo, right * echo)
  if (chorus > 0) mixInto(song.chorus, source, start, count, left * chorus, right * chorus)
}

/** Loops run in short calls: the engine optimizes a function that is called often better than one that runs long. */
export const blockFrames = 1_024

function mixInto(bus: Bus, source: Float32Array, start: number, count: number, left: number, right: number): void {
  for (let from = 0; from < count; from += blockFrames) {
    const to = Math.min(count, from + blockFrames)
    mixSide(bus.left, source, start, from, to, left)
    mixSide(bus.right, source, start, from, to, right)
  }
}

function mixSide(
  side: Float32Array,
  source: Float32Array,
  start: number,
  from: number,
  to: number,
  gain: number,
): void {
  for (let at = from; at < to; at++) side[start + at] = side[start + at]! + source[at]! * gain
}

function mixHalved(bus: Bus, source: Float32Array, start: number, count: number, left: number, right: number): void {
  for (let from = 0; from < count; from += blockFrames) {
    const to = Math.min(count, from + blockFrames)
    mixSideHalved(bus.left, source, start, from, to, left)
    mixSideHalved(bus.right, source, start, from, to, right)
  }
}

function mixSideHalved(
  side: Float32Array,
  source: Float32Array,
  start: number,
  from: number,
  to: number,
  gain: number,
): void {
  for (let at = from; at < to; at++)
    side[start + at] = side[start + at]! + (source[at * 2]! + source[at * 2 + 1]!) * gain
}
