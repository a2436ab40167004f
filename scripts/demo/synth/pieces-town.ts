/** Two sound stories from an invented town: a harbour at dawn and a radio repair shop.
 * The voices are synthesized murmurs; no words can be understood. */
import { mixDown, finishSong } from './mastering.ts'
import { arrangeNightBusOnAir } from './pieces-city.ts'
import { parseChord, leadVoices } from './scale.ts'
import { addMono, createSong, play, type Song } from './song.ts'
import { chimeModes, pluck, struck, towerBellModes } from './strings-and-keys.ts'
import { stick, softKick } from './drums.ts'
import { applyBiquad, highPass, lowPass, reed, saw } from './synth.ts'
import { addBird, addMorse, addRain, addSea, addStatic, addSteps, addWind } from './textures.ts'
import { lead, pad, throat, vowels } from './winds-and-pads.ts'

export type Person = { midi: number; pan: number; gain: number; room: number; pace: number }

const syllables = [
  throat({ from: vowels.mm, to: vowels.ah, attack: 0.04, release: 0.07, breath: 0.16, vibratoCents: 6, slide: -1.2 }),
  throat({ from: vowels.eh, to: vowels.ee, attack: 0.03, release: 0.06, breath: 0.14, vibratoCents: 6, slide: 1 }),
  throat({ from: vowels.oo, to: vowels.eh, attack: 0.05, release: 0.06, breath: 0.16, vibratoCents: 5, slide: 0.6 }),
  throat({ from: vowels.ah, to: vowels.mm, attack: 0.03, release: 0.08, breath: 0.12, vibratoCents: 6, slide: -1.6 }),
  throat({ from: vowels.oh, to: vowels.oo, attack: 0.04, release: 0.08, breath: 0.18, vibratoCents: 6, slide: -0.8 }),
]

/** One sentence: syllables with falling pitch, the last one long. Returns the time at which it ends. */
export function murmur(song: Song, person: Person, at: number, count: number, isQuestion = false): number {
  const { random } = song
  let time = at
  for (let syllable = 0; syllable < count; syllable++) {
    const way = syllable / Math.max(1, count - 1)
    const isLast = syllable === count - 1
    const fall = isQuestion && way > 0.7 ? 3.5 : -3.5 * way
    const seconds = person.pace * (isLast ? 2.1 : random.between(0.6, 1.3))
    play(song, random.pick(syllables), {
      at: time,
      midi: person.midi + fall + random.between(-1.3, 1.3),
      seconds,
      velocity: random.between(0.6, 0.9) * (1 - 0.25 * way),
      gain: person.gain,
      pan: person.pan,
      room: person.room,
    })
    time += seconds + (random.next() < 0.16 ? person.pace * 1.4 : person.pace * 0.22)
  }
  return time + person.pace * random.between(1.6, 3)
}

/** Sustained chords in the background, one after another. */
export function bed(song: Song, chords: string, from: number, eachSeconds: number, gain: number): void {
  const left = { wave: reed, cents: -5, attack: 2, release: 2.5, lowHertz: 220, highHertz: 900 }
  const right = { wave: saw, cents: 5, attack: 2.2, release: 2.5, lowHertz: 200, highHertz: 800 }
  let voicing: number[] | undefined
  for (const [index, symbol] of chords.split(' ').entries()) {
    voicing = leadVoices(parseChord(symbol), voicing, 48, 65)
    const note = { at: from + index * eachSeconds, midi: 60, seconds: eachSeconds, velocity: 0.7, gain, room: 0.4 }
    play(song, pad(left, voicing), { ...note, pan: -0.6 })
    play(song, pad(right, voicing), { ...note, pan: 0.6 })
  }
}

const horn = lead({
  wave: reed,
  attack: 0.35,
  release: 0.9,
  floor: 4,
  peak: 7,
  decay: 1.5,
  resonance: 0.7,
  vibratoCents: 3,
  sustain: 0.9,
})

export function renderHarbour(): Buffer {
  const song = createSong(66, 51)
  const fisher: Person = { midi: 43, pan: -0.45, gain: 1.15, room: 0.2, pace: 0.15 }
  const baker: Person = { midi: 55, pan: 0.4, gain: 0.95, room: 0.22, pace: 0.125 }
  addSea(song, { from: 0, to: 66, gain: 0.15 })
  addWind(song, { from: 0, to: 65, gain: 0.12 }, 300, 11)
  bed(song, 'Dadd9 Bm7 Gmaj9 D6 Em9 Gmaj9 Dadd9', 5, 8, 0.055)
  for (let strike = 0; strike < 5; strike++) {
    play(song, struck(towerBellModes), {
      at: 4 + strike * 2.3,
      midi: 57,
      seconds: 8,
      velocity: 0.75,
      gain: 0.5,
      pan: 0.55,
      room: 0.8,
    })
  }
  play(song, horn, { at: 17.5, midi: 38, seconds: 2.2, velocity: 0.7, gain: 0.34, pan: -0.7, room: 0.9 })
  play(song, horn, { at: 47, midi: 38, seconds: 2.6, velocity: 0.6, gain: 0.3, pan: -0.7, room: 0.9 })
  addSteps(song, { from: 13, to: 22, gain: 0.7 }, 0.56)
  for (const at of [8, 15.6, 27, 36.5, 44, 54, 59]) addBird(song, at, song.random.between(1_150, 1_500), 0.07)
  let time = murmur(song, fisher, 21.5, 7)
  time = murmur(song, baker, time, 6, true)
  time = murmur(song, fisher, time, 10)
  time = murmur(song, baker, time + 0.4, 9)
  time = murmur(song, fisher, time, 4)
  const quiet = addMorse(song, 'PEAL', time + 1, 660, 0.07)
  time = murmur(song, baker, quiet + 0.8, 8)
  murmur(song, fisher, time, 3, true)
  for (const [index, midi] of [74, 69, 78, 76, 74].entries()) {
    play(song, struck(chimeModes), {
      at: 55 + index * 1.05,
      midi,
      seconds: 4,
      velocity: 0.55,
      gain: 0.2,
      pan: 0.2,
      room: 0.7,
    })
  }
  return finishSong(song, {
    room: { seconds: 3.2, brightHertz: 3_200, level: 0.4 },
    echo: { seconds: 0.7, feedback: 0.3, level: 0.4, toRoom: 0.4 },
    airDb: 1,
    fadeInSeconds: 2.5,
    fadeOutSeconds: 5,
  })
}

/** Plays Night Bus 41 as if from a small loudspeaker: no bass, no treble, almost mono. */
function tuneIn(song: Song, at: number, gain: number): void {
  const broadcast = mixDown(arrangeNightBusOnAir(), { room: { seconds: 1, brightHertz: 3_000, level: 0.2 } })
  for (const [samples, pan] of [
    [broadcast.left, 0.1],
    [broadcast.right, 0.4],
  ] as const) {
    applyBiquad(samples, highPass(380, 0.8))
    applyBiquad(samples, lowPass(3_100, 0.9))
    const edge = 50_000
    for (let place = 0; place < edge; place++) {
      samples[place] = samples[place]! * (place / edge)
      samples[samples.length - 1 - place] = samples[samples.length - 1 - place]! * (place / edge)
    }
    addMono(song, samples, samples.length, { at, gain, pan, room: 0.14 })
  }
}

export function renderRadioShop(): Buffer {
  const song = createSong(68, 52)
  const owner: Person = { midi: 47, pan: -0.35, gain: 1.1, room: 0.1, pace: 0.14 }
  const announcer: Person = { midi: 50, pan: 0.3, gain: 0.5, room: 0.05, pace: 0.105 }
  const clock = song.random
  for (let tick = 0; tick < 64; tick++) {
    const velocity = (tick % 2 ? 0.42 : 0.6) * clock.between(0.9, 1.1)
    play(song, stick, { at: 0.25 + tick, midi: 60, seconds: 0.1, velocity, gain: 0.2, pan: -0.7, room: 0.3 })
  }
  addRain(song, { from: 0, to: 66, gain: 0.035 }, 7)
  bed(song, 'Am9 Fmaj7 Cadd9 G6 Am9 Dm9 Fmaj7 Cadd9', 0.6, 7.7, 0.05)
  play(song, struck(chimeModes), { at: 2.4, midi: 86, seconds: 2, velocity: 0.8, gain: 0.3, pan: 0.7, room: 0.4 })
  play(song, struck(chimeModes), { at: 2.62, midi: 81, seconds: 2, velocity: 0.7, gain: 0.26, pan: 0.7, room: 0.4 })
  addSteps(song, { from: 3.2, to: 7.4, gain: 0.9 }, 0.5)
  let time = murmur(song, owner, 7.6, 6, true)
  time = murmur(song, owner, time + 0.5, 9)
  for (const at of [14.2, 14.5, 15.3, 16.1, 16.3]) {
    play(song, softKick, { at, midi: 52, seconds: 0.1, velocity: 0.5, gain: 0.4, pan: -0.2, room: 0.2 })
  }
  addStatic(song, { from: 17, to: 24.5, gain: 0.5 })
  time = murmur(song, announcer, 18.4, 11)
  murmur(song, announcer, Math.max(time, 21.5), 10)
  addMorse(song, 'PEAL', 22.2, 740, 0.05)
  tuneIn(song, 24, 0.5)
  murmur(song, owner, 30, 5)
  murmur(song, owner, 36.5, 7, true)
  addStatic(song, { from: 41, to: 45, gain: 0.42 })
  time = murmur(song, owner, 45.4, 12)
  murmur(song, owner, time + 0.4, 6)
  const string = pluck({ bright: 0.45, ringSeconds: 4, place: 0.2 })
  for (const [index, midi] of [57, 64, 69, 72, 76, 72, 69, 67, 64, 60].entries()) {
    play(song, string, {
      at: 52 + index * 0.92,
      midi,
      seconds: 3,
      velocity: 0.6,
      gain: 0.5,
      pan: 0.25,
      room: 0.4,
      echo: 0.3,
    })
  }
  return finishSong(song, {
    room: { seconds: 1.6, brightHertz: 3_400, level: 0.36 },
    echo: { seconds: 0.46, feedback: 0.34, level: 0.4, toRoom: 0.3 },
    airDb: 1,
    fadeInSeconds: 1,
    fadeOutSeconds: 5,
  })
}
