/** Weather and machines: wind, sea, rain, crackle, thunder, static, steps, birds and Morse.
 * Written directly into the song, mostly over its whole length. */
import type { Random } from '../random.ts'
import { addMono, type Song } from './song.ts'
import { applyBiquad, bandPass, decayPerSample, highPass, lowPass, onePole } from './synth.ts'
import { sampleRate } from './wav.ts'

type Stretch = { from: number; to: number; gain: number }

/** Noise through a moving band-pass: `hertz` 300 is wind, 900 sea, 4000 leaves. */
export function addWind(song: Song, stretch: Stretch, hertz: number, swellSeconds: number): void {
  for (const pan of [-0.75, 0.75]) {
    const samples = new Float32Array(Math.round((stretch.to - stretch.from) * sampleRate))
    const phase = song.random.between(0, 6.28)
    let [low, dull, coefficient, level, slope] = [0, 0, 0, 0, 0]
    const floor = onePole(hertz * 0.3)
    for (let at = 0; at < samples.length; at++) {
      if ((at & 127) === 0) {
        const seconds = at / sampleRate
        const swell =
          0.5 + 0.32 * Math.sin((6.283 * seconds) / swellSeconds + phase) + 0.18 * Math.sin(seconds * 1.7 + phase)
        coefficient = onePole(hertz * (0.6 + 1.1 * swell))
        const edge = Math.min(1, seconds / 2.5, (samples.length - at) / sampleRate / 2.5)
        slope = ((0.25 + swell) * Math.max(0, edge) - level) / 128
      }
      level += slope
      dull += coefficient * (song.random.next() * 2 - 1 - dull)
      low += floor * (dull - low)
      samples[at] = (dull - low) * level
    }
    addMono(song, samples, samples.length, { at: stretch.from, gain: stretch.gain, pan, room: 0.12 })
  }
}

/** Waves that run in and out, each of a different size. */
export function addSea(song: Song, stretch: Stretch): void {
  const { random } = song
  for (let at = stretch.from; at < stretch.to - 7; at += random.between(3.4, 5.6)) {
    const frames = Math.round(random.between(5.5, 7) * sampleRate)
    const samples = new Float32Array(frames)
    const size = random.between(0.55, 1)
    let dull = 0
    let coefficient = 0
    for (let place = 0; place < frames; place++) {
      const way = place / frames
      if ((place & 127) === 0) coefficient = onePole(300 + 3_600 * Math.sin(Math.PI * way ** 0.6) ** 3 * size)
      dull += coefficient * (random.next() * 2 - 1 - dull)
      samples[place] = dull * Math.sin(Math.PI * way ** 0.7) ** 2 * size
    }
    applyBiquad(samples, highPass(140, 0.7))
    addMono(song, samples, frames, { at, gain: stretch.gain, pan: random.between(-0.6, 0.6), room: 0.15 })
  }
}

/** Short high drops, denser in the middle of the stretch. */
export function addRain(song: Song, stretch: Stretch, dropsPerSecond: number): void {
  const { random } = song
  const drops = Math.round((stretch.to - stretch.from) * dropsPerSecond)
  const samples = new Float32Array(sampleRate >> 4)
  for (let drop = 0; drop < drops; drop++) {
    const way = (random.next() + random.next()) / 2
    const size = random.next() ** 3
    const frames = drawDrop(samples, random, random.between(1_300, 5_200) * (1.2 - 0.5 * size))
    addMono(song, samples, frames, {
      at: stretch.from + way * (stretch.to - stretch.from),
      gain: stretch.gain * (0.15 + size),
      pan: random.between(-0.9, 0.9),
      room: 0.25,
    })
  }
}

function drawDrop(samples: Float32Array, random: Random, hertz: number): number {
  const frames = Math.round(random.between(0.008, 0.03) * sampleRate)
  const fading = decayPerSample(frames / sampleRate)
  let level = 1
  let phase = 0
  for (let at = 0; at < frames; at++) {
    phase += (2 * Math.PI * hertz * (1 + (0.25 * at) / frames)) / sampleRate
    samples[at] = Math.sin(phase) * level * Math.min(1, at / 24)
    level *= fading
  }
  return frames
}

/** The crackle of an old record, and its faint hiss. */
export function addCrackle(song: Song, gain: number): void {
  const { random } = song
  const samples = new Float32Array(song.frames)
  for (let at = 0; at < song.frames; at++) samples[at] = (random.next() - 0.5) * 0.05
  for (let at = 0; at < song.frames; at += Math.round(random.between(600, 9_000))) {
    samples[at] = samples[at]! + random.between(-1, 1) * random.next() ** 2
  }
  applyBiquad(samples, bandPass(2_900, 0.5))
  addMono(song, samples, song.frames, { at: 0, gain, pan: 0.1 })
}

/** Distant thunder: low noise that breaks, then fades irregularly. */
export function addThunder(song: Song, at: number, gain: number): void {
  const { random } = song
  const frames = Math.round(7 * sampleRate)
  const samples = new Float32Array(frames)
  let [level, aim] = [0, 0]
  for (let place = 0; place < frames; place++) {
    if (place % 4_000 === 0) aim = random.next() ** 1.5 * Math.exp(-place / (2.4 * sampleRate))
    level += (aim - level) / 3_000
    samples[place] = (random.next() * 2 - 1) * level * Math.min(1, (frames - place) / sampleRate)
  }
  applyBiquad(samples, lowPass(170, 0.7))
  applyBiquad(samples, lowPass(420, 0.7))
  addMono(song, samples, frames, { at, gain, pan: random.between(-0.5, 0.5), room: 0.5 })
}

/** A radio between stations, with whistles that come and go. */
export function addStatic(song: Song, stretch: Stretch): void {
  const { random } = song
  const samples = new Float32Array(Math.round((stretch.to - stretch.from) * sampleRate))
  let [phase, level] = [0, 0]
  let aim = 1
  for (let at = 0; at < samples.length; at++) {
    if (at % 5_000 === 0) aim = random.between(0.35, 1)
    level += (aim - level) / 1_200
    const seconds = at / sampleRate
    phase += (2 * Math.PI * (900 + 600 * Math.sin(seconds * 1.3) * Math.sin(seconds * 0.41))) / sampleRate
    const edge = Math.min(1, seconds / 0.3, (samples.length - at) / sampleRate / 0.5)
    samples[at] = ((random.next() - 0.5) * level * 0.7 + Math.sin(phase) * 0.05 * (1.1 - level)) * edge
  }
  applyBiquad(samples, bandPass(1_500, 0.7))
  addMono(song, samples, samples.length, { at: stretch.from, gain: stretch.gain, room: 0.05 })
}

export function addSteps(song: Song, stretch: Stretch, pace: number): void {
  const { random } = song
  const frames = Math.round(0.14 * sampleRate)
  const samples = new Float32Array(frames)
  const fading = decayPerSample(0.1)
  for (let at = stretch.from, foot = 0; at < stretch.to; at += pace * random.between(0.95, 1.06), foot++) {
    let level = random.between(0.7, 1)
    for (let place = 0; place < frames; place++) {
      samples[place] = (random.next() * 2 - 1) * level * Math.min(1, place / 90)
      level *= fading
    }
    applyBiquad(samples, bandPass(foot % 2 ? 480 : 390, 0.9))
    applyBiquad(samples, lowPass(2_400, 0.7))
    const way = (at - stretch.from) / (stretch.to - stretch.from)
    const near = Math.sin(Math.PI * (0.15 + 0.7 * way))
    addMono(song, samples, frames, { at, gain: stretch.gain * near, pan: -0.8 + 1.6 * way, room: 0.35 })
  }
}

/** A gull, or with a higher call a swift: a bent note repeated two or three times. */
export function addBird(song: Song, at: number, hertz: number, gain: number): void {
  const { random } = song
  const calls = 2 + Math.floor(random.next() * 3)
  const pan = random.between(-0.8, 0.8)
  for (let call = 0; call < calls; call++) {
    const frames = Math.round(random.between(0.16, 0.3) * sampleRate)
    const samples = new Float32Array(frames)
    let phase = 0
    for (let place = 0; place < frames; place++) {
      const way = place / frames
      const bend = 1 + 0.28 * Math.sin(Math.PI * way ** 0.5) - 0.18 * way
      phase += (2 * Math.PI * hertz * bend) / sampleRate
      samples[place] =
        (Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.15 * Math.sin(3 * phase)) * Math.sin(Math.PI * way) ** 2
    }
    addMono(song, samples, frames, {
      at: at + call * random.between(0.3, 0.38),
      gain: gain * 0.9 ** call,
      pan,
      room: 0.8,
    })
  }
}

const morse: Record<string, string> = { P: '.--.', E: '.', A: '.-', L: '.-..', O: '---', N: '-.', S: '...', T: '-' }

/** Plays the word in Morse code and returns the time at which it ends. */
export function addMorse(song: Song, word: string, at: number, hertz: number, gain: number): number {
  const unit = 0.085
  let time = at
  for (const letter of word) {
    for (const mark of morse[letter] ?? '') {
      const seconds = mark === '-' ? unit * 3 : unit
      const frames = Math.round(seconds * sampleRate)
      const samples = new Float32Array(frames)
      for (let place = 0; place < frames; place++) {
        const edge = Math.min(1, place / 260, (frames - place) / 260)
        samples[place] = Math.sin((2 * Math.PI * hertz * place) / sampleRate) * edge
      }
      addMono(song, samples, frames, { at: time, gain, pan: 0.35, room: 0.3, echo: 0.25 })
      time += seconds + unit
    }
    time += unit * 2
  }
  return time
}
