/** Warm Cycle: three pieces for electric piano, plucked bass and brushes on a worn record.
 * Music only; titles and credits are in the catalogue. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { brushSweep, brushTap, hat, softKick, stick } from './drums.ts'
import { finishSong, type Finish } from './mastering.ts'
import { beatDrum, compChord, holdChord, playTune, walkBass } from './players.ts'
import { chimeModes, electricPiano, kalimbaModes, pluck, struck } from './strings-and-keys.ts'
import { reed, round } from './synth.ts'
import { addCrackle, addRain } from './textures.ts'
import { lead } from './winds-and-pads.ts'

const uprightBass = pluck({ bright: 0.18, ringSeconds: 2.6, place: 0.35 })
const flute = lead({
  wave: round,
  attack: 0.07,
  release: 0.16,
  floor: 2.4,
  peak: 4,
  decay: 0.5,
  resonance: 0.6,
  vibratoCents: 16,
  sustain: 0.85,
})
const keys = { gain: 0.36, room: 0.16, chorus: 0.55 }

const players: Record<string, Player> = {
  comp: compChord(electricPiano, '0:1.4:7 1.5:1:5 2.5:1.3:6', 11, keys),
  lazy: compChord(electricPiano, '0:2.4:7 2.5:1.4:5', 16, keys),
  stabs: compChord(electricPiano, '0:.7:7 .75:.5:4 1.5:1:6 2.75:.4:4 3.5:.5:5', 8, keys),
  waltz: compChord(electricPiano, '0:2.8:7 1:.8:4 2:.8:4', 13, keys),
  bass: walkBass(uprightBass, '0:1.4:r 1.5:.5:f 2:1.4:r 3.5:.5:n', 31, { gain: 0.72 }),
  walk: walkBass(uprightBass, '0:1:r 1:1:f 2:1:o 3:1:n', 31, { gain: 0.66 }),
  threebass: walkBass(uprightBass, '0:1.8:r 2:1:f', 31, { gain: 0.72 }),
  kick: beatDrum(softKick, '8..5..2.', 0.5, 33, { gain: 0.6 }),
  tap: beatDrum(brushTap, '..6...7.', 0.5, 60, { gain: 0.46, pan: 0.12, room: 0.14 }),
  sweep: beatDrum(brushSweep, '5.3.', 0.5, 60, { gain: 0.3, pan: -0.25, room: 0.1 }),
  hats: beatDrum(hat, '53635362', 0.5, 60, { gain: 0.36, pan: 0.35, room: 0.06 }),
  busyhats: beatDrum(hat, '5253625352536262', 0.25, 60, { gain: 0.34, pan: 0.35, room: 0.06 }),
  sticks: beatDrum(stick, '....6.......6..3', 0.25, 60, { gain: 0.4, pan: -0.3, room: 0.25 }),
  threekick: beatDrum(softKick, '7..', 1, 33, { gain: 0.55 }),
  threetap: beatDrum(brushTap, '.54', 1, 60, { gain: 0.42, pan: 0.12, room: 0.14 }),
  threesweep: beatDrum(brushSweep, '6.3', 1, 60, { gain: 0.32, pan: -0.25, room: 0.1 }),
  piano: playTune(electricPiano, 1, { gain: 0.44, room: 0.25, echo: 0.22, chorus: 0.4, pan: 0.18 }),
  flute: playTune(flute, 1, { gain: 0.135, room: 0.4, echo: 0.2, pan: -0.2 }),
  tines: playTune(struck(kalimbaModes), 1, { gain: 0.36, room: 0.3, echo: 0.25, pan: 0.3 }),
  glints: playTune(struck(chimeModes), 2, { gain: 0.1, room: 0.5, echo: 0.3, pan: -0.4 }),
  haze: holdChord(
    { wave: reed, attack: 1.1, release: 1, lowHertz: 280, highHertz: 800 },
    { gain: 0.05, room: 0.3, chorus: 0.5 },
  ),
}

const finish: Finish = {
  room: { seconds: 1.5, brightHertz: 3_600, level: 0.36 },
  echo: { seconds: 0.42, feedback: 0.34, level: 0.42, toRoom: 0.25 },
  chorusLevel: 0.6,
  drive: 1.3,
  airDb: 1.5,
  fadeOutSeconds: 3.5,
}

const delicates: Plan = {
  seed: 21,
  beatsPerMinute: 76,
  beats: 4,
  swing: 0.24,
  tonic: 65,
  scale: 'major',
  low: 53,
  high: 70,
  tunes: {
    a: '5/.5 6/.5 5/1 3/1.5 2/.5 | 3/2.5 r/.5 2/.5 3/.5 | 5/1 3/.5 2/1 1/.5 0/1 | 2/3 r/1',
    b: '8/1.5 7/.5 6/1 5/1 | 6/.5 5/.5 3/2 r/1 | 4/1 5/.5 6/1.5 8/1 | 7/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Bbmaj9 C13', players: 'lazy', energy: 0.5 },
    { bars: 4, chords: 'Fmaj9 Em7 Dm9 C9sus4', players: 'lazy bass sweep kick tap', energy: 0.65 },
    {
      bars: 4,
      chords: 'Fmaj9 Am7 Dm9 C9sus4',
      players: 'comp bass sweep kick tap hats piano',
      energy: 0.85,
      tune: 'a',
    },
    {
      bars: 4,
      chords: 'Bbmaj9 Am7 Gm9 C13',
      players: 'comp bass sweep kick tap hats piano flute haze',
      energy: 1,
      tune: 'b',
    },
    {
      bars: 4,
      chords: 'Fmaj9 Am7 Dm9 C9sus4',
      players: 'comp bass sweep kick tap tines haze',
      energy: 0.8,
      tune: 'a',
      turn: 'sparse',
    },
    { bars: 2, chords: 'Bbmaj9 Fmaj9', players: 'lazy haze', energy: 0.45 },
  ],
  tailSeconds: 3.5,
}

export function renderDelicates(): Buffer {
  const song = arrange(delicates, players)
  addCrackle(song, 0.05)
  return finishSong(song, finish)
}

const spinCycle: Plan = {
  seed: 22,
  beatsPerMinute: 92,
  beats: 4,
  swing: 0.16,
  tonic: 62,
  scale: 'dorian',
  low: 53,
  high: 70,
  tunes: {
    a: '5/.75 4/.25 5/1 7/1 5/1 | 6/.5 5/.5 4/1 2/2 | 3/.75 2/.25 3/1 5/1 7/1 | 8/1.5 7/.5 5/2',
    b: '9/1 8/.5 7/1.5 5/1 | 6/1 4/1 3/.5 2/.5 1/1 | r/1 3/.5 5/.5 7/1 9/1 | 8/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Dm9 G13', players: 'stabs', energy: 0.5 },
    { bars: 2, chords: 'Dm9 G13', players: 'stabs busyhats walk', energy: 0.6 },
    { bars: 8, chords: 'Dm9 G13 Cmaj9 Am7', players: 'stabs walk kick tap busyhats flute', energy: 0.85, tune: 'a' },
    {
      bars: 4,
      chords: 'Fmaj9 Em7 Dm9 A7b9',
      players: 'comp walk kick tap busyhats sticks piano haze',
      energy: 1,
      tune: 'b',
    },
    { bars: 2, chords: 'Dm9 G13', players: 'haze tap walk', energy: 0.5 },
    {
      bars: 4,
      chords: 'Dm9 G13 Cmaj9 Am7',
      players: 'stabs walk kick tap busyhats sticks piano flute',
      energy: 0.95,
      tune: 'a',
      turn: 'raised',
    },
    { bars: 2, chords: 'Dm9 Dm9', players: 'lazy haze', energy: 0.45 },
  ],
  tailSeconds: 3.5,
}

export function renderSpinCycle(): Buffer {
  const song = arrange(spinCycle, players)
  addCrackle(song, 0.035)
  return finishSong(song, { ...finish, echo: { seconds: 0.49, feedback: 0.3, level: 0.4, toRoom: 0.25 } })
}

const lostSock: Plan = {
  seed: 23,
  beatsPerMinute: 100,
  beats: 3,
  swing: 0.2,
  tonic: 58,
  scale: 'major',
  low: 53,
  high: 70,
  tunes: {
    a: '5/2 6/1 | 5/1 3/1 2/1 | 1/1.5 2/.5 3/1 | 2/3 | 5/2 6/1 | 8/1 7/1 5/1 | 6/1.5 5/.5 3/1 | 2/2 r/1',
    b: '10/2 9/1 | 8/1 7/1 6/1 | 5/2 8/1 | 6/3 | 4/1 5/1 6/1 | 8/2 6/1 | 5/1 4/1 2/1 | 1/3',
  },
  sections: [
    { bars: 4, chords: 'Bbmaj9 Gm9 Ebmaj9 F9sus4', players: 'waltz', energy: 0.45 },
    {
      bars: 8,
      chords: 'Bbmaj9 Gm9 Ebmaj9 F9sus4',
      players: 'waltz threebass threesweep threekick threetap piano',
      energy: 0.75,
      tune: 'a',
    },
    {
      bars: 8,
      chords: 'Ebmaj9 Dm7 Gm9 Bbmaj9 Cm9 Ebmaj9 F13 Bbmaj9',
      players: 'waltz threebass threesweep threekick threetap flute glints haze',
      energy: 1,
      tune: 'b',
    },
    {
      bars: 8,
      chords: 'Bbmaj9 Gm9 Ebmaj9 F9sus4',
      players: 'waltz threebass threesweep tines',
      energy: 0.7,
      tune: 'a',
      turn: 'ornamented',
    },
    { bars: 4, chords: 'Ebmaj9 F9sus4 Bbmaj9 Bbmaj9', players: 'waltz haze', energy: 0.4 },
  ],
  tailSeconds: 3,
}

export function renderLostSockWaltz(): Buffer {
  const song = arrange(lostSock, players)
  addCrackle(song, 0.05)
  addRain(song, { from: 0, to: 58, gain: 0.015 }, 4)
  return finishSong(song, { ...finish, echo: { seconds: 0.6, feedback: 0.3, level: 0.4, toRoom: 0.25 } })
}
