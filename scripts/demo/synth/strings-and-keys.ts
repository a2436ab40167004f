/** Struck and plucked instruments: strings, tines, bars, bells and the electric piano.
 * Each is a Voice: it writes one note into the sheet and returns its length in samples. */
import type { Random } from '../random.ts'
import { toHertz } from './scale.ts'
import { sheetSeconds, type Note, type Voice } from './song.ts'
import { decayPerSample, onePole, sine, tableSize } from './synth.ts'
import { sampleRate } from './wav.ts'

const ring = new Float32Array(4_096)
const straight = new Float32Array(ring.length)
const touchFrames = 36

type PluckTone = { bright: number; ringSeconds: number; place: number }

/** A Karplus-Strong string: a burst of noise in a tuned loop that filters it on each pass. */
export function pluck(tone: PluckTone): Voice {
  return (sheet, note, random) => {
    const hertz = toHertz(note.midi)
    const period = sampleRate / hertz
    const softness = 0.5 - 0.38 * tone.bright
    const whole = Math.floor(period - softness - 0.3) | 0
    const tune = (1 - (period - softness - whole)) / (1 + (period - softness - whole))
    const ringTime = tone.ringSeconds * Math.min(1.4, Math.sqrt(220 / hertz))
    const loss = 10 ** ((-3 * period) / (ringTime * sampleRate))
    strike(whole, note, random, tone)
    const held = Math.round(note.seconds * sampleRate)
    const frames = limitFrames(Math.min(held + Math.round(0.5 * sampleRate), Math.round(ringTime * 1.1 * sampleRate)))
    const release = decayPerSample(0.5)
    let damping = 1
    let slot = 0
    // the filters start as if the loop had always been running: from rest they would notch its first sample
    let before = ring[whole - 1]!
    let tuneIn = before
    let tuneOut = before
    for (let at = 0; at < frames; at++) {
      const sample = ring[slot]!
      const soft = (1 - softness) * sample + softness * before
      before = sample
      tuneOut = tune * soft + tuneIn - tune * tuneOut
      tuneIn = soft
      ring[slot] = tuneOut * loss
      if (++slot === whole) slot = 0
      if (at > held) damping *= release
      sheet[at] = at < touchFrames ? (sample * at) / touchFrames : sample * damping
    }
    return closeEnd(sheet, frames)
  }
}

/** Fills the loop with filtered noise, comb-filtered at the plucking position, without a DC offset. */
function strike(whole: number, note: Note, random: Random, tone: PluckTone): void {
  const soften = onePole(240 + 6_500 * tone.bright * tone.bright * note.velocity + toHertz(note.midi) * 1.5)
  let [dull, duller] = [0, 0]
  for (let at = -400; at < whole; at++) {
    dull += soften * (random.next() * 2 - 1 - dull)
    duller += soften * (dull - duller)
    if (at >= 0) ring[at] = duller
  }
  const gap = Math.max(1, Math.floor(whole * tone.place))
  let [sum, power] = [0, 0]
  // the loop's end must match its beginning, or every pass starts with a step
  const step = ring[whole - 1]! - ring[0]!
  for (let at = 0; at < whole; at++) straight[at] = ring[at]! - (step * at) / whole
  for (let at = 0; at < whole; at++) ring[at] = straight[at]! - straight[at < gap ? at - gap + whole : at - gap]! * 0.85
  for (let at = 0; at < whole; at++) sum += ring[at]!
  for (let at = 0; at < whole; at++) {
    ring[at] = ring[at]! - sum / whole
    power += ring[at]! ** 2
  }
  // the same energy each time: randomness may colour a note but not make it louder
  const gain = (0.3 * note.velocity) / Math.sqrt(power / whole + 1e-9)
  for (let at = 0; at < whole; at++) ring[at] = ring[at]! * gain
}

type Mode = { ratio: number; level: number; seconds: number }

export const kalimbaModes: Mode[] = [
  { ratio: 1, level: 0.5, seconds: 2.6 },
  { ratio: 2.005, level: 0.07, seconds: 1.2 },
  { ratio: 3.01, level: 0.03, seconds: 0.7 },
  { ratio: 5.42, level: 0.1, seconds: 0.22 },
  { ratio: 8.2, level: 0.04, seconds: 0.09 },
]
export const marimbaModes: Mode[] = [
  { ratio: 1, level: 0.55, seconds: 1.5 },
  { ratio: 3.93, level: 0.15, seconds: 0.4 },
  { ratio: 9.24, level: 0.05, seconds: 0.12 },
]
export const chimeModes: Mode[] = [
  { ratio: 1, level: 0.34, seconds: 4.5 },
  { ratio: 2.002, level: 0.1, seconds: 3 },
  { ratio: 2.76, level: 0.09, seconds: 1.8 },
  { ratio: 5.4, level: 0.05, seconds: 0.8 },
]
export const towerBellModes: Mode[] = [
  { ratio: 0.5, level: 0.22, seconds: 9 },
  { ratio: 1, level: 0.3, seconds: 6 },
  { ratio: 1.19, level: 0.2, seconds: 5 },
  { ratio: 1.5, level: 0.12, seconds: 3.2 },
  { ratio: 2, level: 0.2, seconds: 3 },
  { ratio: 2.51, level: 0.06, seconds: 1.6 },
  { ratio: 3.01, level: 0.05, seconds: 1.1 },
  { ratio: 4.1, level: 0.04, seconds: 0.6 },
]

/** A struck body: each mode is a two-term recurrence, a decaying sine. */
export function struck(modes: readonly Mode[]): Voice {
  return (sheet, note) => {
    const hertz = toHertz(note.midi)
    // high bars are short and decay faster than low ones
    const shorter = Math.min(1.3, Math.max(0.3, (260 / hertz) ** 0.35))
    const longest = modes.reduce((most, mode) => Math.max(most, mode.seconds), 0) * shorter * 0.85
    const frames = limitFrames(Math.round(longest * sampleRate))
    sheet.fill(0, 0, frames)
    for (const [index, mode] of modes.entries()) {
      const modeHertz = hertz * mode.ratio
      if (modeHertz > 15_000) continue
      const harder = index > 1 ? 0.35 + 0.9 * note.velocity : 1
      const modeFrames = Math.min(frames, Math.round(mode.seconds * shorter * sampleRate))
      addMode(sheet, modeFrames, modeHertz, mode.level * note.velocity * harder, mode.seconds * shorter)
    }
    return closeEnd(sheet, frames)
  }
}

function addMode(sheet: Float32Array, frames: number, hertz: number, level: number, seconds: number): void {
  const omega = (2 * Math.PI * hertz) / sampleRate
  const shrink = decayPerSample(seconds)
  const turn = 2 * shrink * Math.cos(omega)
  const square = shrink * shrink
  let now = 0
  let before = (-level * Math.sin(omega)) / shrink
  for (let at = 0; at < frames; at++) {
    sheet[at] = sheet[at]! + now
    const next = turn * now - square * before
    before = now
    now = next
  }
}

/** Two pairs of FM sines: a warm body that responds to velocity, and a tine that rings briefly at the start. */
export const electricPiano: Voice = (sheet, note) => {
  const hertz = toHertz(note.midi)
  const ringTime = Math.min(9, 7 * (262 / hertz) ** 0.4)
  const held = Math.round(note.seconds * sampleRate)
  const frames = limitFrames(Math.min(held + Math.round(0.35 * sampleRate), Math.round(ringTime * sampleRate)))
  const step = (hertz / sampleRate) * tableSize
  const tineStep = Math.min(step * 14, tableSize * 0.2)
  const fading = decayPerSample(ringTime)
  const dulling = decayPerSample(ringTime * 0.3)
  const tineFading = decayPerSample(0.28)
  const release = decayPerSample(0.3)
  const mask = tableSize - 1
  let body = 0.42 * note.velocity
  let growl = 0.16 * tableSize * (0.15 + 1.1 * note.velocity * note.velocity) * Math.min(1, (330 / hertz) ** 0.5)
  let tine = 0.1 * note.velocity * note.velocity * Math.min(1, 500 / hertz)
  let rise = 0
  let [carrier, tinePhase] = [0, 0]
  for (let at = 0; at < frames; at++) {
    const bend = sine[carrier & mask]! * growl
    const position = carrier + bend + tableSize * 4
    const whole = position | 0
    const first = sine[whole & mask]!
    const second = sine[(whole + 1) & mask]!
    if (rise < 1) rise += 1 / 110
    sheet[at] = ((first + (second - first) * (position - whole)) * body + sine[tinePhase & mask]! * tine) * rise
    carrier += step
    if (carrier >= tableSize) carrier -= tableSize
    tinePhase += tineStep
    if (tinePhase >= tableSize) tinePhase -= tableSize
    body *= fading
    growl *= dulling
    tine *= tineFading
    if (at > held) body *= release
  }
  return closeEnd(sheet, frames)
}

export function limitFrames(frames: number): number {
  return Math.min(frames, sheetSeconds * sampleRate) | 0
}

/** Fades the last few milliseconds to zero: a step at the end would be heard as a click. */
export function closeEnd(sheet: Float32Array, frames: number): number {
  const tail = Math.min(frames, 1_200) | 0
  const last = (frames - 1) | 0
  for (let at = 0; at < tail; at++) sheet[last - at] = sheet[last - at]! * (at / tail)
  return frames
}
