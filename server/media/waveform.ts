/** The waveform of audio: a fixed number of peaks, 0 to 255, regardless of its length.
 * Drawing it is up to the client. */

export const WAVEFORM_POINTS = 1_000

/** Samples per peak until the length is known: 12 h take 30 MB. */
const BLOCK_SAMPLES = 256

export class WaveformMeter {
  #blocks = new Float32Array(1 << 14)
  #blockCount = 0
  #filled = 0
  #peak = 0

  add(left: Float32Array, right: Float32Array): void {
    for (let i = 0; i < left.length; i++) {
      const level = Math.max(Math.abs(left[i]!), Math.abs(right[i]!))
      if (level > this.#peak) this.#peak = level
      if (++this.#filled === BLOCK_SAMPLES) this.#closeBlock()
    }
  }

  finish(): Uint8Array {
    if (this.#filled > 0) this.#closeBlock()
    const count = this.#blockCount
    return Uint8Array.from({ length: WAVEFORM_POINTS }, (_, point) => {
      const start = Math.floor((point * count) / WAVEFORM_POINTS)
      const end = Math.max(start + 1, Math.floor(((point + 1) * count) / WAVEFORM_POINTS))
      let highest = 0
      for (let i = start; i < Math.min(end, count); i++) highest = Math.max(highest, this.#blocks[i]!)
      return Math.min(255, Math.round(highest * 255))
    })
  }

  #closeBlock(): void {
    if (this.#blockCount === this.#blocks.length) {
      const larger = new Float32Array(this.#blocks.length * 2)
      larger.set(this.#blocks)
      this.#blocks = larger
    }
    this.#blocks[this.#blockCount++] = this.#peak
    this.#filled = 0
    this.#peak = 0
  }
}
