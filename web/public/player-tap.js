/* Two audio worklet processors of the player, run in the audio thread: one records a few samples with their time, the
 * other reports when the audio becomes quiet and when it is loud again. Neither changes the audio. */

/** Receives a number of frames; posts that many samples and the time of the first. */
class Tap extends AudioWorkletProcessor {
  constructor() {
    super()
    this.samples = null
    this.filled = 0
    this.startFrame = 0
    this.port.onmessage = ({ data }) => {
      this.samples = new Float32Array(data)
      this.filled = 0
    }
  }

  process([input]) {
    if (this.samples === null) return true
    if (this.filled === 0) this.startFrame = currentFrame
    const channels = input.length
    const count = Math.min(128, this.samples.length - this.filled)
    for (let at = 0; at < count; at++) {
      let sum = 0
      for (let channel = 0; channel < channels; channel++) sum += input[channel][at]
      this.samples[this.filled + at] = channels === 0 ? 0 : sum / channels
    }
    this.filled += count
    if (this.filled === this.samples.length) {
      this.port.postMessage({ startFrame: this.startFrame, samples: this.samples }, [this.samples.buffer])
      this.samples = null
    }
    return true
  }
}

const QUIET_AMPLITUDE = 0.006
const QUIET_AFTER_SECONDS = 0.35

/** Posts `true` once it has been quiet for a while, `false` at the first sound afterwards. */
class QuietMeter extends AudioWorkletProcessor {
  constructor() {
    super()
    this.quietFrames = 0
    this.isQuiet = false
  }

  process([input]) {
    let loudest = 0
    for (const channel of input) for (const sample of channel) loudest = Math.max(loudest, Math.abs(sample))
    this.quietFrames = loudest < QUIET_AMPLITUDE ? this.quietFrames + 128 : 0
    const isQuiet = this.quietFrames > QUIET_AFTER_SECONDS * sampleRate
    if (isQuiet !== this.isQuiet) {
      this.isQuiet = isQuiet
      this.port.postMessage(isQuiet)
    }
    return true
  }
}

registerProcessor('peal-tap', Tap)
registerProcessor('peal-quiet', QuietMeter)
