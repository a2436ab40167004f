/** A piano and a choir: a hammered string with stiff partials, and six people humming one chord. */
import { toHertz } from './scale.ts'
import type { Player } from './arrange.ts'
import { play, type Note, type Voice } from './song.ts'
import { closeEnd, limitFrames } from './strings-and-keys.ts'
import { applyBiquad, bandPass, decayPerSample } from './synth.ts'
import { throat, vowels } from './winds-and-pads.ts'
import { sampleRate } from './wav.ts'

const thud = new Float32Array(4_096)

/** Each partial is two slightly detuned decaying sines; the higher, the sooner it is gone. */
export function piano(felt: number): Voice {
  return (sheet, note, random) => {
    const hertz = toHertz(note.midi)
    const stiffness = 0.00008 * 2 ** ((note.midi - 48) / 14)
    const ringTime = Math.min(11, 8.5 * (180 / hertz) ** 0.42)
    const held = Math.round(note.seconds * sampleRate)
    const frames = limitFrames(Math.min(held + Math.round(0.45 * sampleRate), Math.round(ringTime * sampleRate)))
    sheet.fill(0, 0, frames)
    const bright = 0.35 + 0.75 * note.velocity
    for (let partial = 1; partial <= 26; partial++) {
      const partialHertz = hertz * partial * Math.sqrt(1 + stiffness * partial * partial)
      if (partialHertz > 9_500) break
      const strike = Math.abs(Math.sin((Math.PI * partial) / 7.6)) * 0.85 + 0.15
      const soften = Math.exp(-(partial - 1) * (0.2 + felt * 0.3) * (1.35 - bright))
      const level = (0.3 * note.velocity * strike * soften) / partial ** 0.55
      if (level < 0.0006) continue
      const seconds = ringTime / (1 + 0.24 * (partial - 1) + partialHertz / 2_600)
      const beat = 2 ** (random.between(0.25, 0.8) / 1_200)
      ringPartial(sheet, frames, partialHertz, level * 0.62, seconds)
      ringPartial(sheet, frames, partialHertz * beat, level * 0.38, seconds * 1.5)
    }
    for (let at = 0; at < thud.length; at++) thud[at] = (random.next() * 2 - 1) * Math.exp(-at / 420)
    applyBiquad(thud, bandPass(Math.min(900, hertz * 2.4), 0.7))
    for (let at = 0; at < Math.min(frames, thud.length); at++) sheet[at] = sheet[at]! + thud[at]! * 0.09 * note.velocity
    const release = decayPerSample(0.4)
    let damping = 1
    for (let at = held; at < frames; at++) {
      damping *= release
      sheet[at] = sheet[at]! * damping
    }
    for (let at = 0; at < Math.min(frames, 90); at++) sheet[at] = sheet[at]! * (at / 90)
    return closeEnd(sheet, frames)
  }
}

function ringPartial(sheet: Float32Array, frames: number, hertz: number, level: number, seconds: number): void {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const shrink = decayPerSample(seconds)
  const turn = 2 * shrink * Math.cos(omega)
  const square = shrink * shrink
  let now = 0
  let before = (-level * Math.sin(omega)) / shrink
  const end = Math.min(frames, Math.round(seconds * sampleRate * 1.1))
  for (let at = 0; at < end; at++) {
    sheet[at] = sheet[at]! + now
    const next = turn * now - square * before
    before = now
    now = next
  }
}

const singers = [
  throat({ from: vowels.oo, to: vowels.ah, attack: 0.5, release: 0.9, breath: 0.12, vibratoCents: 13, slide: 0 }),
  throat({ from: vowels.oh, to: vowels.ah, attack: 0.62, release: 0.8, breath: 0.1, vibratoCents: 16, slide: 0 }),
  throat({ from: vowels.oo, to: vowels.oh, attack: 0.44, release: 1, breath: 0.14, vibratoCents: 11, slide: 0 }),
]

/** Every tone of the chord by two singers, who breathe at different moments. */
export function choir(sends: Partial<Note>, octave = 0): Player {
  return (bar) => {
    for (const [index, midi] of bar.voicing.entries()) {
      for (const side of [-1, 1]) {
        play(bar.song, bar.random.pick(singers), {
          at: bar.at(bar.random.between(0, 0.16), 30),
          midi: midi + octave * 12 + bar.random.between(-0.07, 0.07),
          seconds: bar.beats * bar.beatSeconds * bar.random.between(0.86, 1),
          velocity: bar.touch(0.6 + 0.08 * index),
          ...sends,
          pan: side * (0.25 + 0.16 * index),
        })
      }
    }
  }
}
