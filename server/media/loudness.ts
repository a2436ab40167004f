/** Loudness of stereo PCM: EBU R128 integrated loudness and true peak (ITU-R BS.1770-5).
 * The input is decoded audio, as planar floats from −1 to 1. */

export type Loudness = {
  /** Integrated loudness in LUFS; null for silence and for audio shorter than one gating block (400 ms). */
  loudnessLufs: number | null
  /** Highest level between samples, in dB relative to full scale; null for silence. */
  truePeakDb: number | null
}

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

/** Filter state: two values per stage and channel. */
type Memory = Float64Array

const BLOCKS_PER_GATE = 4
const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10
const OFFSET_LUFS = -0.691

const TAPS = 12

export class LoudnessMeter {
  readonly #shelf: Biquad
  readonly #highPass: Biquad
  readonly #memories: [Memory, Memory] = [new Float64Array(4), new Float64Array(4)]
  readonly #blockLength: number
  #blockFilled = 0
  #blockEnergy = 0
  readonly #energies: number[] = []
  readonly #peaks: [TruePeakMeter, TruePeakMeter] = [new TruePeakMeter(), new TruePeakMeter()]

  constructor(sampleRateHz: number) {
    this.#shelf = shelfFilter(sampleRateHz)
    this.#highPass = highPassFilter(sampleRateHz)
    this.#blockLength = Math.round(sampleRateHz / 10)
  }

  add(left: Float32Array, right: Float32Array): void {
    this.#peaks[0].add(left)
    this.#peaks[1].add(right)
    for (let start = 0; start < left.length;) {
      const end = Math.min(left.length, start + this.#blockLength - this.#blockFilled)
      this.#blockEnergy += this.#energyOf(left, start, end, this.#memories[0])
      this.#blockEnergy += this.#energyOf(right, start, end, this.#memories[1])
      this.#blockFilled += end - start
      start = end
      if (this.#blockFilled < this.#blockLength) continue
      this.#energies.push(this.#blockEnergy / this.#blockLength)
      this.#blockFilled = 0
      this.#blockEnergy = 0
    }
  }

  finish(): Loudness {
    const peak = Math.max(this.#peaks[0].finish(), this.#peaks[1].finish())
    return {
      loudnessLufs: integrate(this.#energies),
      truePeakDb: peak === 0 ? null : 20 * Math.log10(peak),
    }
  }

  /** Sum of squares after K-weighting: a shelf for the head, then a high-pass (annex 1). */
  #energyOf(samples: Float32Array, start: number, end: number, memory: Memory): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf
    const { a1: c1, a2: c2 } = this.#highPass
    let [s1, s2, t1, t2] = memory as unknown as [number, number, number, number]
    let energy = 0
    for (let i = start; i < end; i++) {
      const x = samples[i]!
      const shelved = b0 * x + s1
      s1 = b1 * x - a1 * shelved + s2
      s2 = b2 * x - a2 * shelved
      const weighted = shelved + t1
      t1 = -2 * shelved - c1 * weighted + t2
      t2 = shelved - c2 * weighted
      energy += weighted * weighted
    }
    memory.set([s1, s2, t1, t2])
    return energy
  }
}

/** The mean over the 400 ms blocks above −70 LUFS that are also no more than 10 LU below their mean. */
function integrate(energies: number[]): number | null {
  const gates: number[] = []
  for (let i = BLOCKS_PER_GATE; i <= energies.length; i++) {
    const gate = energies.slice(i - BLOCKS_PER_GATE, i).reduce((sum, energy) => sum + energy, 0) / BLOCKS_PER_GATE
    if (toLufs(gate) > ABSOLUTE_GATE_LUFS) gates.push(gate)
  }
  if (gates.length === 0) return null
  const threshold = toLufs(mean(gates)) + RELATIVE_GATE_LU
  return toLufs(mean(gates.filter((gate) => toLufs(gate) > threshold)))
}

const toLufs = (energy: number) => OFFSET_LUFS + 10 * Math.log10(energy)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function shelfFilter(sampleRateHz: number): Biquad {
  const q = 0.7071752369554196
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz)
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function highPassFilter(sampleRateHz: number): Biquad {
  const q = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz)
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}

/** Interpolates between two samples with a windowed sinc (annex 2); three quarters is a quarter mirrored. */
function interpolator(shift: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const x = tap - (TAPS / 2 - 1) - shift
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / TAPS) ** 2
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

const QUARTER = interpolator(1 / 4)
const HALF = interpolator(1 / 2)

/** No interpolated value can be higher than the surrounding samples times this factor. */
const HIGHEST_GAIN = Math.max(...[QUARTER, HALF].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)))

const STRETCH = 64

class TruePeakMeter {
  #peak = 0
  #tail = new Float32Array(TAPS - 1)

  add(samples: Float32Array): void {
    const joined = new Float32Array(this.#tail.length + samples.length)
    joined.set(this.#tail)
    joined.set(samples, this.#tail.length)
    this.#tail = joined.slice(joined.length - this.#tail.length)
    const last = joined.length - TAPS
    for (let start = 0; start <= last; start += STRETCH) {
      const end = Math.min(last, start + STRETCH - 1)
      let highest = 0
      for (let i = start; i < end + TAPS; i++) highest = Math.max(highest, Math.abs(joined[i]!))
      this.#peak = Math.max(this.#peak, highest)
      // Most stretches cannot contain the peak, and the filter is the most expensive part of the meter.
      if (highest * HIGHEST_GAIN > this.#peak) this.#interpolate(joined, start, end)
    }
  }

  #interpolate(samples: Float32Array, start: number, end: number): void {
    let peak = this.#peak
    for (let i = start; i <= end; i++) {
      let quarter = 0
      let half = 0
      let threeQuarters = 0
      for (let tap = 0; tap < TAPS; tap++) {
        const sample = samples[i + tap]!
        quarter += QUARTER[tap]! * sample
        half += HALF[tap]! * sample
        threeQuarters += QUARTER[TAPS - 1 - tap]! * sample
      }
      peak = Math.max(peak, Math.abs(quarter), Math.abs(half), Math.abs(threeQuarters))
    }
    this.#peak = peak
  }

  finish(): number {
    this.add(new Float32Array(TAPS))
    return this.#peak
  }
}
