/** Sustained instruments: pads, reed organ, basses, the synth lead and the singing voice.
 * Each is a Voice or creates one. */
import { toHertz } from './scale.ts'
import { blockFrames, type Voice } from './song.ts'
import { closeEnd, limitFrames } from './strings-and-keys.ts'
import { glottis, onePole, tableFor, tableSize, type Wave } from './synth.ts'
import { sampleRate } from './wav.ts'

export type PadTone = {
  wave: Wave
  cents: number
  attack: number
  release: number
  lowHertz: number
  highHertz: number
}

/** One detuned layer of a pad, all notes through one filter: play it twice, left and right, with opposite cents. */
export function pad(tone: PadTone, chord: readonly number[]): Voice {
  return (sheet, note, random) => {
    const frames = limitFrames(Math.round((note.seconds + tone.release) * sampleRate))
    sheet.fill(0, 0, frames)
    for (const midi of chord) {
      const hertz = toHertz(midi) * 2 ** ((tone.cents + random.between(-1, 1)) / 1_200)
      addOscillator(sheet, frames, tableFor(tone.wave, hertz), hertz, random.next() * tableSize)
    }
    const held = note.seconds * sampleRate
    const attack = tone.attack * sampleRate
    const release = tone.release * sampleRate
    const sway = random.between(0, 6.28)
    const state = new Float64Array(3)
    for (let at = 0; at < frames; at += padBlock) {
      const bloom = 0.5 - 0.5 * Math.cos((Math.PI * 2 * at) / (held + release) + 0.5 * Math.sin(sway + at / 70_000))
      const cut = tone.lowHertz + (tone.highHertz - tone.lowHertz) * bloom * (0.4 + 0.6 * note.velocity)
      const end = at + padBlock
      const rise = Math.min(1, end / attack)
      const fall = end > held ? Math.max(0, 1 - (end - held) / release) : 1
      const aim = rise * rise * (3 - 2 * rise) * fall * fall * note.velocity
      softenBlock(sheet, at, Math.min(end, frames), state, onePole(cut), aim)
    }
    return closeEnd(sheet, frames)
  }
}

const padBlock = 64

/** Two one-pole filters and a ramp to the next level; the state is filter, filter, level. */
function softenBlock(
  sheet: Float32Array,
  from: number,
  to: number,
  state: Float64Array,
  coefficient: number,
  aim: number,
): void {
  let first = state[0]!
  let second = state[1]!
  let level = state[2]!
  const slope = (aim - level) / padBlock
  for (let at = from; at < to; at++) {
    level += slope
    first += coefficient * (sheet[at]! - first)
    second += coefficient * (first - second)
    sheet[at] = second * level
  }
  state[0] = first
  state[1] = second
  state[2] = level
}

function addOscillator(sheet: Float32Array, frames: number, table: Float32Array, hertz: number, start: number): void {
  const step = (hertz / sampleRate) * tableSize
  let phase = start
  for (let from = 0; from < frames; from += blockFrames) {
    phase = addTurns(sheet, from, Math.min(frames, from + blockFrames), table, step, phase)
  }
}

function addTurns(
  sheet: Float32Array,
  from: number,
  to: number,
  table: Float32Array,
  step: number,
  start: number,
): number {
  let phase = start
  for (let at = from; at < to; at++) {
    const whole = phase | 0
    const low = table[whole]!
    sheet[at] = sheet[at]! + low + (table[whole + 1]! - low) * (phase - whole)
    phase += step
    if (phase >= tableSize) phase -= tableSize
  }
  return phase
}

type LeadTone = {
  wave: Wave
  attack: number
  release: number
  /** Cut-off as a multiple of the note's own frequency, at rest and at the top of the envelope. */
  floor: number
  peak: number
  decay: number
  resonance: number
  vibratoCents: number
  sustain: number
}

/** Oscillator, resonant low-pass with its own envelope, delayed vibrato: for lead and bass. */
export function lead(tone: LeadTone): Voice {
  return (sheet, note, random) => {
    const hertz = toHertz(note.midi)
    const table = tableFor(tone.wave, hertz)
    const held = note.seconds * sampleRate
    const frames = limitFrames(Math.round((note.seconds + tone.release) * sampleRate))
    let step = (hertz / sampleRate) * tableSize
    const plain = step
    let phase = random.next() * tableSize
    let [low, band, level, slope, tan] = [0, 0, 0, 0, 0]
    const damping = 1 / tone.resonance
    for (let at = 0; at < frames; at++) {
      if ((at & 31) === 0) {
        const seconds = at / sampleRate
        const sweep = Math.exp(-seconds / tone.decay)
        const cut = Math.min(
          15_000,
          hertz * (tone.floor + (tone.peak - tone.floor) * sweep * (0.4 + 0.6 * note.velocity)),
        )
        tan = Math.tan((Math.PI * cut) / sampleRate)
        const late = Math.min(1, Math.max(0, (seconds - 0.25) / 0.5))
        step = plain * (1 + Math.sin(seconds * 33) * late * tone.vibratoCents * 0.000578)
        const rise = Math.min(1, seconds / tone.attack)
        const fall = at > held ? Math.max(0, 1 - (at - held) / (tone.release * sampleRate)) : 1
        const body = tone.sustain + (1 - tone.sustain) * sweep
        slope = (rise * fall * fall * body * note.velocity - level) / 32
      }
      level += slope
      const whole = phase | 0
      const from = table[whole]!
      const input = from + (table[whole + 1]! - from) * (phase - whole)
      const high = (input - low - (tan + damping) * band) / (1 + tan * (tan + damping))
      const rising = tan * high
      const mid = band + rising
      band = mid + rising
      const filling = tan * mid
      sheet[at] = (low + filling) * level
      low += 2 * filling
      phase += step
      if (phase >= tableSize) phase -= tableSize
    }
    return closeEnd(sheet, frames)
  }
}

type Vowel = readonly [number, number, number]
export const vowels = {
  oo: [330, 760, 2_350],
  oh: [450, 860, 2_450],
  ah: [730, 1_130, 2_500],
  eh: [540, 1_700, 2_500],
  ee: [290, 2_150, 2_900],
  mm: [250, 1_000, 2_200],
} as const satisfies Record<string, Vowel>

type ThroatTone = {
  from: Vowel
  to: Vowel
  attack: number
  release: number
  breath: number
  vibratoCents: number
  /** How far the pitch slides over the note, in semitones, as speech does. */
  slide: number
}

/** A voice without words: a glottal source, three formants that move from one vowel to the next, and some breath. */
export function throat(tone: ThroatTone): Voice {
  return (sheet, note, random) => {
    const hertz = toHertz(note.midi)
    const table = tableFor(glottis, hertz * 1.3)
    const held = note.seconds * sampleRate
    const frames = limitFrames(Math.round((note.seconds + tone.release) * sampleRate))
    const wobble = random.between(4.6, 5.6) * 2 * Math.PI
    let phase = 0
    let step = 0
    let [level, slope] = [0, 0]
    const state = new Float64Array(6)
    const gains = new Float64Array(9)
    for (let at = 0; at < frames; at++) {
      if ((at & 63) === 0) {
        const seconds = at / sampleRate
        const way = Math.min(1, at / Math.max(held, 1))
        setFormants(gains, tone, way * way * (3 - 2 * way))
        const late = Math.min(1, seconds / 0.7)
        const cents = Math.sin(seconds * wobble) * tone.vibratoCents * late + tone.slide * 100 * way
        step = ((hertz * 2 ** (cents / 1_200)) / sampleRate) * tableSize
        const rise = Math.min(1, (seconds + 0.0015) / tone.attack)
        const fall = at > held ? Math.max(0, 1 - (at - held) / (tone.release * sampleRate)) : 1
        slope = (rise * rise * (3 - 2 * rise) * fall * fall * note.velocity - level) / 64
      }
      level += slope
      const whole = phase | 0
      const from = table[whole]!
      const input = from + (table[whole + 1]! - from) * (phase - whole) + (random.next() - 0.5) * tone.breath
      let sum = input * 0.05
      for (let formant = 0; formant < 3; formant++) {
        const output =
          gains[formant]! * input - gains[formant + 3]! * state[formant]! - gains[formant + 6]! * state[formant + 3]!
        state[formant + 3] = state[formant]!
        state[formant] = output
        sum += output
      }
      sheet[at] = sum * level
      phase += step
      if (phase >= tableSize) phase -= tableSize
    }
    return closeEnd(sheet, frames)
  }
}

const formantLevels = [0.55, 0.3, 0.12] as const
const formantWidths = [90, 120, 190] as const

function setFormants(gains: Float64Array, tone: ThroatTone, way: number): void {
  for (let formant = 0; formant < 3; formant++) {
    const hertz = tone.from[formant]! * (1 - way) + tone.to[formant]! * way
    const radius = Math.exp((-Math.PI * formantWidths[formant]!) / sampleRate)
    const omega = (2 * Math.PI * hertz) / sampleRate
    // normalizes the peak of each formant to its level
    const peak = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos(2 * omega) + radius * radius)
    gains[formant] = peak * formantLevels[formant]!
    gains[formant + 3] = -2 * radius * Math.cos(omega)
    gains[formant + 6] = radius * radius
  }
}
