/** Episodes: a tram depot in the invented town, a radio hour that plays songs of the catalogue, and lessons in listening. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { brushTap, softKick, stick } from './drums.ts'
import { finishSong, mixDown } from './mastering.ts'
import { guardaChuva, loudPlayers, rooftopWeather, substation } from './pieces-loud.ts'
import { fiveRooms, fogSignal, quietPlayers, windowLight } from './pieces-quiet.ts'
import { kilometreNine, roadPlayers } from './pieces-road.ts'
import { bed, murmur, type Person } from './pieces-town.ts'
import { addMono, createSong, play, type Song, type Voice } from './song.ts'
import { chimeModes, electricPiano, pluck, struck, towerBellModes } from './strings-and-keys.ts'
import { reed, round, sine, tableSize } from './synth.ts'
import { addBird, addRain, addStatic, addSteps, addWind } from './textures.ts'
import { closeEnd, limitFrames } from './strings-and-keys.ts'
import { lead } from './winds-and-pads.ts'
import { sampleRate } from './wav.ts'
import { toHertz } from './scale.ts'

const tower = struck(towerBellModes)
const chime = struck(chimeModes)

export function renderTramDepot() {
  const song = createSong(58, 91)
  const driver: Person = { midi: 45, pan: -0.4, gain: 1.1, room: 0.25, pace: 0.14 }
  const cleaner: Person = { midi: 57, pan: 0.35, gain: 0.95, room: 0.3, pace: 0.12 }
  addWind(song, { from: 0, to: 57, gain: 0.14 }, 190, 8)
  bed(song, 'Em9 Cmaj7 Gadd9 D6 Am9 Em9 Cmaj7', 3, 7.6, 0.055)
  const hum = lead({ wave: reed, attack: 1.2, release: 2, floor: 2, peak: 3, decay: 3, resonance: 0.8, vibratoCents: 2, sustain: 0.9 })
  for (const [at, midi] of [[0.5, 31], [13, 33], [38, 31]] as const) {
    for (let step = 0; step < 4; step++)
      play(song, hum, { at: at + step * 0.9, midi: midi + step * 2, seconds: 1.3, velocity: 0.6, gain: 0.16, pan: -0.6 + step * 0.4, room: 0.5 })
  }
  for (const at of [5, 5.7, 18.2, 18.9, 44, 44.7]) play(song, chime, { at, midi: 81, seconds: 2, velocity: 0.8, gain: 0.3, pan: 0.3, room: 0.7 })
  addSteps(song, { from: 7, to: 12, gain: 0.9 }, 0.6)
  let time = murmur(song, driver, 12.4, 8)
  time = murmur(song, cleaner, time, 7, true)
  time = murmur(song, driver, time + 0.3, 11)
  for (let sweep = 0; sweep < 14; sweep++)
    play(song, brushTap, { at: 24 + sweep * 1.05, midi: 60, seconds: 0.1, velocity: 0.5, gain: 0.5, pan: 0.4, room: 0.4 })
  time = murmur(song, cleaner, time + 0.6, 12)
  murmur(song, driver, time + 0.2, 4)
  for (let strike = 0; strike < 3; strike++)
    play(song, tower, { at: 46 + strike * 2.4, midi: 52, seconds: 8, velocity: 0.7, gain: 0.4, pan: 0.6, room: 0.9 })
  return finishSong(song, { room: { seconds: 3.8, brightHertz: 2_800, level: 0.42 }, echo: { seconds: 0.6, feedback: 0.3, level: 0.4, toRoom: 0.4 }, airDb: 1, fadeInSeconds: 2, fadeOutSeconds: 5 })
}

/** One section of a song, mixed as it is on the record, with soft edges. */
function spin(song: Song, plan: Plan, players: Record<string, Player>, section: number, at: number, seconds: number, gain: number): void {
  const excerpt = mixDown(arrange({ ...plan, sections: plan.sections.slice(section, section + 2), tailSeconds: 1 }, players), {
    room: { seconds: 1.8, brightHertz: 4_600, level: 0.32 },
    echo: { seconds: 0.36, feedback: 0.34, level: 0.4, toRoom: 0.3 },
  })
  const frames = Math.min(excerpt.left.length, Math.round(seconds * sampleRate))
  const level = 0.11 / Math.sqrt(excerpt.left.slice(0, frames).reduce((sum, value) => sum + value * value, 0) / frames)
  const edge = Math.round(0.9 * sampleRate)
  for (const [samples, pan] of [[excerpt.left, -0.7], [excerpt.right, 0.7]] as const) {
    for (let place = 0; place < edge; place++) {
      samples[place] = samples[place]! * (place / edge)
      samples[frames - 1 - place] = samples[frames - 1 - place]! * (place / edge)
    }
    addMono(song, samples, frames, { at, gain: gain * level, pan, room: 0.02 })
  }
}

type Turn = { plan: Plan; players: Record<string, Player>; section: number; seconds: number }

/** Two songs; the host speaks before, between and after them. Songs start at 9 and 32 seconds. */
function radioHour(seed: number, first: Turn, second: Turn, chords: string) {
  const song = createSong(62, seed)
  const host: Person = { midi: 48 + (seed % 3), pan: -0.05, gain: 1.15, room: 0.06, pace: 0.13 }
  for (const [index, midi] of [76, 72, 79, 84].entries())
    play(song, electricPiano, { at: 0.3 + index * 0.22, midi, seconds: 2, velocity: 0.6, gain: 0.3, room: 0.4, pan: -0.3 + index * 0.2 })
  bed(song, chords, 0.4, 4.2, 0.05)
  let time = murmur(song, host, 1.8, 9)
  if (time < 6.6) murmur(song, host, time, 7)
  spin(song, first.plan, first.players, first.section, 9, first.seconds, 1)
  bed(song, chords, 26, 3.4, 0.05)
  time = murmur(song, host, 26.2, 8)
  if (time < 29.4) murmur(song, host, time, 6, true)
  spin(song, second.plan, second.players, second.section, 32, second.seconds, 1)
  bed(song, chords, 50, 3.4, 0.05)
  time = murmur(song, host, 50.4, 10)
  murmur(song, host, Math.min(time, 54.6), 5)
  play(song, tower, { at: 57, midi: 57, seconds: 6, velocity: 0.5, gain: 0.25, room: 0.7 })
  return finishSong(song, { room: { seconds: 1.5, brightHertz: 4_600, level: 0.3 }, echo: { seconds: 0.4, feedback: 0.3, level: 0.35, toRoom: 0.3 }, drive: 0.9, airDb: 1.5, fadeOutSeconds: 4 })
}
const quiet = (plan: Plan, section: number, seconds: number): Turn => ({ plan, players: quietPlayers, section, seconds })
const loud = (plan: Plan, section: number, seconds: number): Turn => ({ plan, players: loudPlayers, section, seconds })
export const renderNineOne = () => radioHour(93, loud(guardaChuva, 1, 17.4), { plan: kilometreNine, players: roadPlayers, section: 3, seconds: 18.4 }, 'Dmaj9 Gmaj7')
export const renderNineTwo = () => radioHour(94, loud(rooftopWeather, 1, 17.4), quiet(fogSignal, 2, 18.4), 'Em9 Cmaj9')
export const renderNineThree = () => radioHour(95, quiet(windowLight, 2, 17.4), quiet(fiveRooms, 2, 18.4), 'Am9 Fmaj7')

/** A bare tone with soft edges. */
const tone: Voice = (sheet, note) => {
  const frames = limitFrames(Math.round(note.seconds * sampleRate))
  const step = (toHertz(note.midi) / sampleRate) * tableSize
  let phase = 0
  for (let at = 0; at < frames; at++) {
    const edge = Math.min(1, at / (0.4 * sampleRate), (frames - at) / (0.8 * sampleRate))
    const whole = phase | 0
    sheet[at] = (sine[whole]! + (sine[whole + 1]! - sine[whole]!) * (phase - whole)) * edge * note.velocity * 0.5
    phase += step
    if (phase >= tableSize) phase -= tableSize
  }
  return closeEnd(sheet, frames)
}
const plain = { room: { seconds: 2.4, brightHertz: 4_000, level: 0.34 }, echo: { seconds: 0.5, feedback: 0.3, level: 0.3, toRoom: 0.3 }, drive: 0.6, airDb: 1, fadeInSeconds: 0.5, fadeOutSeconds: 4 }

/** The partials of a bell one after another, and then together. */
export function renderOneBell() {
  const song = createSong(50, 96)
  play(song, tower, { at: 0.4, midi: 57, seconds: 8, velocity: 0.9, gain: 0.6, room: 0.5 })
  for (const [index, mode] of towerBellModes.slice(0, 6).entries())
    play(song, tone, { at: 5.5 + index * 3.4, midi: 57 + 12 * Math.log2(mode.ratio), seconds: 5.2, velocity: 0.55, gain: 0.34, pan: -0.5 + index * 0.2, room: 0.5 })
  for (const [index, mode] of towerBellModes.slice(0, 6).entries())
    play(song, tone, { at: 28 + index * 0.25, midi: 57 + 12 * Math.log2(mode.ratio), seconds: 8 - index * 0.9, velocity: 0.5 - index * 0.05, gain: 0.24, pan: -0.5 + index * 0.2, room: 0.5 })
  for (const at of [38, 41.2, 44.4]) play(song, tower, { at, midi: at > 43 ? 52 : 57, seconds: 8, velocity: 0.8, gain: 0.5, room: 0.6 })
  addBird(song, 36, 1_700, 0.03)
  return finishSong(song, plain)
}
/** Two tones that approach each other: beats slow down until they agree. */
export function renderTwoNotes() {
  const song = createSong(52, 97)
  for (const [index, apart] of [0.55, 0.32, 0.16, 0.07, 0].entries()) {
    const at = 1 + index * 6.4
    play(song, tone, { at, midi: 57, seconds: 6, velocity: 0.7, gain: 0.4, pan: -0.35, room: 0.25 })
    play(song, tone, { at: at + 0.8, midi: 57 + apart, seconds: 5.2, velocity: 0.7, gain: 0.4, pan: 0.35, room: 0.25 })
    play(song, stick, { at: at - 0.3, midi: 60, seconds: 0.1, velocity: 0.5, gain: 0.3, room: 0.4 })
  }
  const intervals = [7.02, 5, 3.86, 12]
  for (const [index, wide] of intervals.entries()) {
    const voice = lead({ wave: round, attack: 0.2, release: 0.8, floor: 3, peak: 5, decay: 1, resonance: 0.6, vibratoCents: 0, sustain: 0.9 })
    for (const midi of [57, 57 + wide]) play(song, voice, { at: 33 + index * 3.6, midi, seconds: 3.2, velocity: 0.6, gain: 0.26, pan: midi > 57 ? 0.3 : -0.3, room: 0.5 })
  }
  return finishSong(song, plain)
}
/** A kettle: hiss that rises, a rattle, a note. */
export function renderKettle() {
  const song = createSong(44.5, 98)
  addWind(song, { from: 1, to: 30, gain: 0.16 }, 700, 16)
  addStatic(song, { from: 14, to: 31, gain: 0.22 })
  addRain(song, { from: 8, to: 30, gain: 0.05 }, 16)
  for (let knock = 0; knock < 26; knock++) play(song, softKick, { at: 18 + knock * 0.46 * (1 - knock * 0.006), midi: 60 + (knock % 3), seconds: 0.1, velocity: 0.3 + knock * 0.015, gain: 0.22, pan: 0.2, room: 0.2 })
  const whistle = lead({ wave: round, attack: 1.6, release: 1.4, floor: 2, peak: 3, decay: 2, resonance: 0.6, vibratoCents: 10, sustain: 0.9 })
  for (const [index, midi] of [84, 86, 88].entries()) play(song, whistle, { at: 25 + index * 1.5, midi, seconds: 4.2 - index, velocity: 0.6, gain: 0.08, room: 0.5, pan: 0.2 })
  const string = pluck({ bright: 0.4, ringSeconds: 4, place: 0.25 })
  for (const [index, midi] of [60, 64, 67, 71, 74, 72, 67, 64].entries()) play(song, string, { at: 33 + index * 1.05, midi, seconds: 3, velocity: 0.6, gain: 0.5, pan: -0.2, room: 0.4, echo: 0.2 })
  return finishSong(song, plain)
}
