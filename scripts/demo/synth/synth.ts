/** Oscillator tables and filters that the instruments share.
 * The tables contain no partials above the hearing limit, so nothing aliases. */
import { sampleRate } from './wav.ts'

export const tableSize = 2_048
const octaves = 11
const lowestHertz = 20

export type Wave = readonly Float32Array[]

/** One table per octave, each with as many partials as fit below 16 kHz. */
function buildWave(amplitudeOf: (partial: number) => number): Wave {
  const sine = Float64Array.from({ length: tableSize }, (_, at) => Math.sin((2 * Math.PI * at) / tableSize))
  return Array.from({ length: octaves }, (_, octave) => {
    const table = new Float32Array(tableSize + 1)
    const topHertz = lowestHertz * 2 ** (octave + 1)
    const partials = Math.max(1, Math.min(tableSize / 4, Math.floor(16_000 / topHertz)))
    for (let partial = 1; partial <= partials; partial++) {
      const amplitude = amplitudeOf(partial)
      if (amplitude === 0) continue
      for (let at = 0; at < tableSize; at++) {
        table[at] = table[at]! + amplitude * sine[(at * partial) % tableSize]!
      }
    }
    table[tableSize] = table[0]!
    return table
  })
}

export const saw = buildWave((partial) => 0.55 / partial)
export const square = buildWave((partial) => (partial % 2 === 1 ? 0.7 / partial : 0))
export const reed = buildWave(
  (partial) => [0, 0.5, 0.34, 0.3, 0.16, 0.14, 0.06, 0.07, 0.03][partial] ?? 0.25 / partial ** 2,
)
export const round = buildWave((partial) => [0, 0.8, 0.24, 0.1, 0.03][partial] ?? 0)
export const sine = buildWave((partial) => (partial === 1 ? 1 : 0))[0]!
/** The glottal source of a voice: strong low partials, falling by about twelve decibels per octave. */
export const glottis = buildWave((partial) => 0.8 / partial ** 1.45)

export function tableFor(wave: Wave, hertz: number): Float32Array {
  const octave = Math.max(0, Math.min(octaves - 1, Math.floor(Math.log2(hertz / lowestHertz))))
  return wave[octave]!
}

/** The coefficient of a one-pole filter: the fraction of the distance to its input covered in one sample. */
export function onePole(hertz: number): number {
  return 1 - Math.exp((-2 * Math.PI * Math.min(hertz, sampleRate * 0.45)) / sampleRate)
}

/** The factor that, multiplied once per sample, falls by 60 dB in the given time. */
export function decayPerSample(seconds: number): number {
  return 10 ** (-3 / (Math.max(seconds, 0.001) * sampleRate))
}

export type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

export function bandPass(hertz: number, quality: number): Biquad {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const alpha = Math.sin(omega) / (2 * quality)
  const a0 = 1 + alpha
  return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * Math.cos(omega)) / a0, a2: (1 - alpha) / a0 }
}

export function highPass(hertz: number, quality: number): Biquad {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const alpha = Math.sin(omega) / (2 * quality)
  const cosine = Math.cos(omega)
  const a0 = 1 + alpha
  const edge = (1 + cosine) / 2 / a0
  return { b0: edge, b1: -2 * edge, b2: edge, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 }
}

export function lowPass(hertz: number, quality: number): Biquad {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const alpha = Math.sin(omega) / (2 * quality)
  const cosine = Math.cos(omega)
  const a0 = 1 + alpha
  const edge = (1 - cosine) / 2 / a0
  return { b0: edge, b1: 2 * edge, b2: edge, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 }
}

export function highShelf(hertz: number, gainDb: number): Biquad {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const level = 10 ** (gainDb / 40)
  const cosine = Math.cos(omega)
  const slope = 2 * Math.sqrt(level) * (Math.sin(omega) / Math.SQRT2)
  const a0 = level + 1 - (level - 1) * cosine + slope
  return {
    b0: (level * (level + 1 + (level - 1) * cosine + slope)) / a0,
    b1: (-2 * level * (level - 1 + (level + 1) * cosine)) / a0,
    b2: (level * (level + 1 + (level - 1) * cosine - slope)) / a0,
    a1: (2 * (level - 1 - (level + 1) * cosine)) / a0,
    a2: (level + 1 - (level - 1) * cosine - slope) / a0,
  }
}

/** Filters in place. */
export function applyBiquad(samples: Float32Array, filter: Biquad, length = samples.length): void {
  const { b0, b1, b2, a1, a2 } = filter
  let first = 0
  let second = 0
  for (let at = 0; at < length; at++) {
    const input = samples[at]!
    const output = b0 * input + first
    first = b1 * input - a1 * output + second
    second = b2 * input - a2 * output
    samples[at] = output
  }
}
