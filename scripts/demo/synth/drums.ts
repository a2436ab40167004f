/** Drums: kicks, snares, brushes, hats and shakers, all made of sines and filtered noise.
 * The note's MIDI number tunes the drum where that makes sense. */
import { toHertz } from './scale.ts'
import type { Voice } from './song.ts'
import { closeEnd } from './strings-and-keys.ts'
import { applyBiquad, bandPass, decayPerSample, highPass, type Biquad } from './synth.ts'
import { sampleRate } from './wav.ts'

/** A sine that falls in pitch and loudness; `drop` is how much higher it starts. */
function drumHead(drop: number, dropSeconds: number, ringSeconds: number): Voice {
  return (sheet, note) => {
    const hertz = toHertz(note.midi)
    const frames = Math.round(ringSeconds * sampleRate)
    const fading = decayPerSample(ringSeconds)
    const settling = decayPerSample(dropSeconds * 2)
    let level = note.velocity * 0.8
    let above = drop
    let phase = 0
    for (let at = 0; at < frames; at++) {
      sheet[at] = Math.sin(phase) * level * Math.min(1, at / 60)
      phase += (2 * Math.PI * hertz * (1 + above)) / sampleRate
      above *= settling
      level *= fading
    }
    return closeEnd(sheet, frames)
  }
}

export const kick = drumHead(3.2, 0.05, 0.42)
export const softKick = drumHead(1.4, 0.04, 0.3)

function noiseHit(filter: Biquad, attackSeconds: number, ringSeconds: number, gain: number): Voice {
  return (sheet, note, random) => {
    const frames = Math.round((attackSeconds + ringSeconds) * sampleRate)
    for (let at = 0; at < frames; at++) sheet[at] = random.next() * 2 - 1
    applyBiquad(sheet, filter, frames)
    const rise = Math.max(1, attackSeconds * sampleRate)
    const fading = decayPerSample(ringSeconds)
    let level = note.velocity * gain
    for (let at = 0; at < frames; at++) {
      const opening = at < rise ? Math.sin(((at / rise) * Math.PI) / 2) ** 2 : 1
      if (at >= rise) level *= fading
      sheet[at] = sheet[at]! * level * opening
    }
    return closeEnd(sheet, frames)
  }
}

export const hat = noiseHit(highPass(7_800, 0.9), 0.001, 0.07, 0.3)
export const openHat = noiseHit(highPass(7_200, 0.9), 0.002, 0.34, 0.26)
export const shaker = noiseHit(bandPass(6_200, 0.9), 0.03, 0.09, 0.5)
export const brushTap = noiseHit(bandPass(2_100, 0.45), 0.002, 0.16, 0.55)
export const brushSweep = noiseHit(bandPass(3_200, 0.5), 0.2, 0.3, 0.34)
export const clap = noiseHit(bandPass(1_500, 0.8), 0.004, 0.26, 0.9)
const snareWire = noiseHit(highPass(1_400, 0.6), 0.001, 0.22, 0.42)
const snareHead = drumHead(0.9, 0.02, 0.16)
export const stick = noiseHit(bandPass(1_900, 4), 0.0005, 0.05, 1.6)

const headSheet = new Float32Array(sampleRate)

export const snare: Voice = (sheet, note, random) => {
  const headFrames = snareHead(headSheet, note, random)
  const frames = snareWire(sheet, note, random)
  for (let at = 0; at < Math.min(headFrames, frames); at++) sheet[at] = sheet[at]! + headSheet[at]! * 0.6
  return frames
}
