/** Two singles: After the Rain for kalimba and marimba, and Night Bus 41 for synthesizers.
 * Music only; titles and credits are in the catalogue. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { clap, hat, kick, openHat, shaker, snare } from './drums.ts'
import { finishSong } from './mastering.ts'
import { beatDrum, holdChord, pickChord, playTune, walkBass } from './players.ts'
import type { Song } from './song.ts'
import { chimeModes, kalimbaModes, marimbaModes, struck } from './strings-and-keys.ts'
import { round, saw, square } from './synth.ts'
import { addRain } from './textures.ts'
import { lead } from './winds-and-pads.ts'

const kalimba = struck(kalimbaModes)
const marimba = struck(marimbaModes)
const chime = struck(chimeModes)
const pulseBass = lead({
  wave: round,
  attack: 0.008,
  release: 0.14,
  floor: 2,
  peak: 5,
  decay: 0.2,
  resonance: 0.6,
  vibratoCents: 0,
  sustain: 0.5,
})

const rainPlayers: Record<string, Player> = {
  three: pickChord(kalimba, '1 3 2', 0.5, 1, { gain: 0.4, room: 0.3, echo: 0.15, pan: -0.45 }),
  five: pickChord(kalimba, '3 . 1 2 0', 0.5, 1, { gain: 0.34, room: 0.3, echo: 0.15, pan: 0.45 }),
  wood: pickChord(marimba, 'o 1 o 2 o 1 3 2', 0.5, 1, { gain: 0.42, room: 0.2, pan: -0.1 }),
  fast: pickChord(marimba, '0 2 1 3 2 1', 0.25, 0.5, { gain: 0.24, room: 0.25, pan: 0.2 }),
  bass: walkBass(pulseBass, '0:.9:r 1.5:.4:r 2.5:.9:f', 35, { gain: 0.34 }),
  song: playTune(kalimba, 1, { gain: 0.46, room: 0.4, echo: 0.3, pan: 0.05 }),
  chimes: playTune(chime, 1, { gain: 0.24, room: 0.5, echo: 0.3, pan: 0.3 }),
  air: holdChord({ wave: saw, attack: 1.2, release: 1.4, lowHertz: 260, highHertz: 1_000 }, { gain: 0.05, room: 0.4 }),
  shake: beatDrum(shaker, '3264', 0.25, 60, { gain: 0.24, pan: -0.4, room: 0.15 }),
}

const afterTheRain: Plan = {
  seed: 31,
  beatsPerMinute: 112,
  beats: 4,
  tonic: 64,
  scale: 'major',
  low: 64,
  high: 81,
  tunes: {
    a: '5/1.5 3/.5 2/2 | r/2 3/1 5/1 | 6/1.5 5/.5 3/2 | 2/4',
    b: '8/1 6/1 5/1 3/1 | 5/3 r/1 | 6/1 5/1 3/1 2/1 | 3/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Eadd9', players: 'three', energy: 0.45 },
    { bars: 4, chords: 'Eadd9 Eadd9 C#m7 C#m7', players: 'three five', energy: 0.55 },
    { bars: 8, chords: 'Eadd9 Eadd9 Amaj9 B9sus4', players: 'three five wood bass chimes', energy: 0.75, tune: 'a' },
    {
      bars: 8,
      chords: 'C#m7 Amaj9 Eadd9 B9sus4',
      players: 'three fast wood bass song air shake',
      energy: 1,
      tune: 'b',
    },
    { bars: 4, chords: 'Amaj9 Amaj9 F#m9 B9sus4', players: 'five air chimes', energy: 0.55, tune: 'a', turn: 'raised' },
    {
      bars: 4,
      chords: 'Eadd9 Eadd9 C#m7 Amaj9',
      players: 'three five wood bass song air',
      energy: 0.85,
      tune: 'a',
      turn: 'ornamented',
    },
    { bars: 1, chords: 'Eadd9', players: 'three', energy: 0.35 },
  ],
  tailSeconds: 4,
}

export function renderAfterTheRain(): Buffer {
  const song = arrange(afterTheRain, rainPlayers)
  addRain(song, { from: 0, to: 24, gain: 0.05 }, 8)
  addRain(song, { from: 46, to: 69, gain: 0.04 }, 5)
  return finishSong(song, {
    room: { seconds: 2.4, brightHertz: 6_000, level: 0.4 },
    echo: { seconds: 0.402, feedback: 0.36, level: 0.4, toRoom: 0.3 },
    airDb: 2,
    fadeOutSeconds: 4,
  })
}

const busBass = lead({
  wave: saw,
  attack: 0.004,
  release: 0.07,
  floor: 2.2,
  peak: 13,
  decay: 0.12,
  resonance: 1.6,
  vibratoCents: 0,
  sustain: 0.55,
})
const busArp = lead({
  wave: square,
  attack: 0.003,
  release: 0.16,
  floor: 1.6,
  peak: 8,
  decay: 0.11,
  resonance: 1.8,
  vibratoCents: 0,
  sustain: 0.25,
})
const busLead = lead({
  wave: saw,
  attack: 0.03,
  release: 0.22,
  floor: 3,
  peak: 7,
  decay: 0.5,
  resonance: 1.1,
  vibratoCents: 15,
  sustain: 0.75,
})

const busPlayers: Record<string, Player> = {
  road: walkBass(busBass, '0:.4:r .5:.4:r 1:.4:o 1.5:.4:r 2:.4:r 2.5:.4:o 3:.4:r 3.5:.4:n', 30, { gain: 0.26 }),
  arp: pickChord(busArp, '0 2 1 3 2 1 3 2', 0.25, 0.2, { gain: 0.17, room: 0.2, echo: 0.3, pan: 0.35 }),
  arphigh: pickChord(busArp, '3 1 2 0 3 2', 0.25, 0.2, { gain: 0.12, room: 0.2, echo: 0.35, pan: -0.4 }),
  lights: holdChord(
    { wave: saw, attack: 0.35, release: 0.6, lowHertz: 420, highHertz: 2_100 },
    { gain: 0.085, room: 0.25, chorus: 0.4 },
    10,
  ),
  sing: playTune(busLead, 0, { gain: 0.19, room: 0.3, echo: 0.3, chorus: 0.3, pan: 0.05 }, 0.9),
  answer: playTune(busLead, 1, { gain: 0.11, room: 0.4, echo: 0.45, pan: -0.35 }, 0.8),
  glass: playTune(chime, 1, { gain: 0.3, room: 0.5, echo: 0.35, pan: 0.4 }),
  four: beatDrum(kick, '8', 1, 31, { gain: 0.62 }),
  two: beatDrum(snare, '.8', 1, 55, { gain: 0.56, room: 0.22 }),
  claps: beatDrum(clap, '.6', 1, 60, { gain: 0.4, room: 0.3, pan: -0.1 }),
  ticks: beatDrum(hat, '6354', 0.25, 60, { gain: 0.42, pan: 0.25 }),
  open: beatDrum(openHat, '.5', 0.5, 60, { gain: 0.34, pan: -0.25, room: 0.1 }),
}

const nightBus: Plan = {
  seed: 41,
  beatsPerMinute: 112,
  beats: 4,
  tonic: 66,
  scale: 'minor',
  low: 57,
  high: 74,
  tunes: {
    a: '5/1.5 4/.5 3/1 1/1 | 3/1 4/.5 3/.5 1/2 | 5/1.5 7/.5 5/1 3/1 | 4/1 3/.5 2/.5 2/1 r/1',
    b: '8/1 7/.5 8/.5 10/1 8/1 | 7/1.5 5/.5 3/2 | 8/1 7/.5 8/.5 10/1 12/1 | 11/1 9/1 7/2',
  },
  sections: [
    { bars: 2, chords: 'F#m9 Dmaj9', players: 'arp lights', energy: 0.5 },
    { bars: 4, chords: 'F#m9 Dmaj9 Amaj7 E6', players: 'arp lights road ticks four', energy: 0.65 },
    { bars: 4, chords: 'F#m9 Dmaj9 Amaj7 E6', players: 'arp lights road ticks four two sing', energy: 0.8, tune: 'a' },
    {
      bars: 8,
      chords: 'Dmaj9 E6 F#m9 Amaj7',
      players: 'arp arphigh lights road ticks open four two claps sing',
      energy: 1,
      tune: 'b',
    },
    { bars: 2, chords: 'Bm9 C#m7', players: 'lights arp glass', energy: 0.5, tune: 'a', turn: 'sparse' },
    {
      bars: 6,
      chords: 'Dmaj9 E6 F#m9 Amaj7',
      players: 'arp arphigh lights road ticks open four two claps sing answer',
      energy: 1,
      tune: 'b',
      turn: 'plain',
    },
    { bars: 2, chords: 'Dmaj9 F#m9', players: 'arp lights glass', energy: 0.45, tune: 'a', turn: 'sparse' },
  ],
  tailSeconds: 4,
}
const busFinish = {
  room: { seconds: 1.9, brightHertz: 5_200, level: 0.34 },
  echo: { seconds: 0.402, feedback: 0.42, level: 0.42, toRoom: 0.25 },
  chorusLevel: 0.6,
  drive: 1.1,
  airDb: 1.5,
}

export function renderNightBus(): Buffer {
  return finishSong(arrange(nightBus, busPlayers), { ...busFinish, fadeOutSeconds: 4 })
}

/** A few bars of Night Bus 41, unmixed, for the radio in the second episode. */
export function arrangeNightBusOnAir(): Song {
  const chorus = nightBus.sections[3]!
  return arrange(
    { ...nightBus, sections: [{ ...chorus, players: 'arp lights road ticks four two sing' }], tailSeconds: 1 },
    busPlayers,
  )
}
