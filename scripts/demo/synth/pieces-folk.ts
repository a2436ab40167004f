/** Slow Lightning, four songs for guitar, pads and a voice without words, and Amber Rooms for reed organ.
 * Music only; titles and credits are in the catalogue. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { shaker, softKick } from './drums.ts'
import { finishSong } from './mastering.ts'
import { beatDrum, holdChord, pickChord, playTune, walkBass } from './players.ts'
import { play } from './song.ts'
import { chimeModes, kalimbaModes, pluck, struck, towerBellModes } from './strings-and-keys.ts'
import { reed, round, saw } from './synth.ts'
import { addRain, addThunder, addWind } from './textures.ts'
import { lead, throat, vowels } from './winds-and-pads.ts'

const guitar = pluck({ bright: 0.62, ringSeconds: 4.2, place: 0.19 })
const nylon = pluck({ bright: 0.42, ringSeconds: 3.4, place: 0.27 })
const softBass = lead({
  wave: round,
  attack: 0.02,
  release: 0.25,
  floor: 3,
  peak: 6,
  decay: 0.4,
  resonance: 0.6,
  vibratoCents: 0,
  sustain: 0.7,
})
const hum = throat({
  from: vowels.oo,
  to: vowels.oh,
  attack: 0.16,
  release: 0.4,
  breath: 0.1,
  vibratoCents: 17,
  slide: 0,
})
const openVoice = throat({
  from: vowels.oh,
  to: vowels.ah,
  attack: 0.12,
  release: 0.35,
  breath: 0.08,
  vibratoCents: 18,
  slide: 0,
})
const warmPad = { wave: saw, attack: 0.9, release: 1.3, lowHertz: 260, highHertz: 1_250 }
const organ = { wave: reed, attack: 0.45, release: 0.7, lowHertz: 700, highHertz: 2_000 }

const folkPlayers: Record<string, Player> = {
  pick: pickChord(guitar, 'b 2 1 3 o 2 1 3', 0.5, 2.5, { gain: 0.55, room: 0.28, pan: -0.12 }),
  roll: pickChord(nylon, 'b 1 2 3 2 1', 1, 4, { gain: 0.6, room: 0.26, pan: -0.1 }),
  run: pickChord(guitar, 'b 2 3 1 3 2 0 2 o 2 3 1 3 2 1 3', 0.25, 1.6, { gain: 0.42, room: 0.22, pan: 0.15 }),
  drops: pickChord(nylon, 'b . . 2 . 3 . 1', 0.5, 4, { gain: 0.62, room: 0.45, echo: 0.2 }),
  pads: holdChord(warmPad, { gain: 0.1, room: 0.3 }),
  organ: holdChord(organ, { gain: 0.075, room: 0.3 }, 4),
  bass: walkBass(softBass, '0:2.8:r 3:1:n', 33, { gain: 0.3 }),
  longbass: walkBass(softBass, '0:3.6:r', 31, { gain: 0.32 }),
  lilt: walkBass(softBass, '0:2.6:r 3:2.4:f', 35, { gain: 0.28 }),
  hum: playTune(hum, 0, { gain: 0.42, room: 0.55, echo: 0.16, pan: 0.08 }),
  voice: playTune(openVoice, 0, { gain: 0.36, room: 0.5, echo: 0.15, pan: -0.06 }),
  second: playTune(hum, -1, { gain: 0.22, room: 0.6, pan: -0.4 }),
  kalimba: playTune(struck(kalimbaModes), 1, { gain: 0.42, room: 0.35, echo: 0.2, pan: 0.25 }),
  chimes: playTune(struck(chimeModes), 1, { gain: 0.34, room: 0.6, echo: 0.2, pan: 0.35 }),
  melody: playTune(guitar, 0, { gain: 0.7, room: 0.4, echo: 0.22, pan: 0.2 }, 1.6),
  heart: beatDrum(softKick, '7.....4.', 0.5, 33, { gain: 0.55, room: 0.06 }),
  shake: beatDrum(shaker, '5273', 0.25, 60, { gain: 0.34, pan: 0.4, room: 0.15 }),
  bell: (bar) => {
    if (bar.index % 4 !== 0) return
    const midi = bar.chord.root + 48
    play(bar.song, struck(towerBellModes), {
      at: bar.at(0),
      midi,
      seconds: 8,
      velocity: 0.6,
      gain: 0.3,
      room: 0.7,
      pan: -0.3,
    })
  },
}

const hall = { seconds: 3, brightHertz: 4_200, level: 0.42 }

const slowLightning: Plan = {
  seed: 11,
  beatsPerMinute: 72,
  beats: 4,
  tonic: 62,
  scale: 'major',
  low: 50,
  high: 67,
  tunes: {
    a: '3/1.5 2/.5 1/2 | r/1 1/.5 2/.5 3/1 5/1 | 6/1.5 5/.5 3/2 | 2/3 r/1',
    b: '5/1 6/.5 5/.5 3/2 | 8/1.5 7/.5 5/2 | 6/1 5/1 3/1 2/1 | 1/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Dadd9 Gmaj9', players: 'pick', energy: 0.35 },
    { bars: 4, chords: 'Dadd9 Bm7 Gmaj9 A9sus4', players: 'pick hum bass', energy: 0.5, tune: 'a' },
    { bars: 4, chords: 'Dadd9 Bm7 Em9 A9sus4', players: 'pick pads hum bass', energy: 0.7, tune: 'a', turn: 'raised' },
    { bars: 4, chords: 'Gmaj9 Bm7 Em9 Dadd9', players: 'pick pads voice second bass heart', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Dadd9 Bm7 Gmaj9 A9sus4', players: 'pick pads chimes hum bass', energy: 0.75, tune: 'a' },
    { bars: 2, chords: 'Gmaj9 Dadd9', players: 'pick pads', energy: 0.4 },
  ],
  tailSeconds: 4.5,
}

export function renderSlowLightning(): Buffer {
  const song = arrange(slowLightning, folkPlayers)
  addThunder(song, 4.5, 1)
  addThunder(song, 32, 1.1)
  addThunder(song, 61, 0.9)
  return finishSong(song, {
    room: hall,
    echo: { seconds: 0.625, feedback: 0.35, level: 0.5, toRoom: 0.3 },
    airDb: 3.5,
    fadeOutSeconds: 4.5,
  })
}

const paperBoats: Plan = {
  seed: 12,
  beatsPerMinute: 162,
  beats: 6,
  tonic: 67,
  scale: 'major',
  low: 55,
  high: 71,
  tunes: {
    a: '5/2 3/1 5/2 6/1 | 5/3 3/3 | 2/2 3/1 5/2 3/1 | 2/5 r/1',
    b: '8/2 7/1 6/2 5/1 | 6/3 3/3 | 5/2 4/1 3/2 1/1 | 2/2 3/1 1/3',
  },
  sections: [
    { bars: 4, chords: 'Gadd9 Em7 Cmaj9 D9sus4', players: 'roll', energy: 0.45 },
    { bars: 8, chords: 'Gadd9 Em7 Cmaj9 D9sus4', players: 'roll kalimba lilt', energy: 0.6, tune: 'a' },
    { bars: 4, chords: 'Cmaj9 Em7 Am9 D9sus4', players: 'roll organ hum lilt', energy: 0.85, tune: 'b' },
    {
      bars: 4,
      chords: 'Gadd9/B Em7 Cmaj9 D9sus4',
      players: 'roll organ hum kalimba lilt',
      energy: 1,
      tune: 'a',
      turn: 'ornamented',
    },
    { bars: 4, chords: 'Cmaj9 Em7 Am9 Gadd9', players: 'roll kalimba', energy: 0.5, tune: 'b' },
    { bars: 1, chords: 'Gadd9', players: 'roll', energy: 0.3 },
  ],
  tailSeconds: 4.5,
}

export function renderPaperBoats(): Buffer {
  const song = arrange(paperBoats, folkPlayers)
  addRain(song, { from: 0, to: 30, gain: 0.025 }, 5)
  return finishSong(song, {
    room: { ...hall, seconds: 2.2 },
    echo: { seconds: 0.55, feedback: 0.3, level: 0.45, toRoom: 0.3 },
    airDb: 3.5,
  })
}

const kiteString: Plan = {
  seed: 13,
  beatsPerMinute: 98,
  beats: 4,
  tonic: 69,
  scale: 'mixolydian',
  low: 52,
  high: 69,
  tunes: {
    a: '5/1 4/.5 3/.5 1/1 3/1 | 2/1.5 1/.5 0/2 | 1/1 2/.5 4/.5 3/1 2/1 | 1/3 r/1',
    b: '5/.5 5/.5 6/1 5/1 3/1 | 4/1.5 2/.5 4/2 | 6/.5 6/.5 8/1 6/1 4/1 | 5/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Aadd9 Gadd9', players: 'run', energy: 0.45 },
    { bars: 4, chords: 'Aadd9 Gadd9 Dadd9 Aadd9', players: 'run bass voice shake', energy: 0.65, tune: 'a' },
    {
      bars: 8,
      chords: 'F#m7 Gadd9 Dadd9 Aadd9',
      players: 'run bass voice second pads shake heart',
      energy: 1,
      tune: 'b',
    },
    {
      bars: 4,
      chords: 'Dadd9 Gadd9 Dadd9 E9sus4',
      players: 'pick pads chimes',
      energy: 0.55,
      tune: 'a',
      turn: 'sparse',
    },
    {
      bars: 4,
      chords: 'Aadd9 Gadd9 Dadd9 Aadd9',
      players: 'run bass voice pads shake heart',
      energy: 0.95,
      tune: 'a',
      turn: 'raised',
    },
    { bars: 1, chords: 'Aadd9', players: 'pick', energy: 0.35 },
  ],
  tailSeconds: 4,
}

export function renderKiteString(): Buffer {
  const song = arrange(kiteString, folkPlayers)
  addWind(song, { from: 0, to: 58, gain: 0.07 }, 420, 9)
  return finishSong(song, {
    room: { ...hall, seconds: 2 },
    echo: { seconds: 0.46, feedback: 0.28, level: 0.4, toRoom: 0.3 },
    airDb: 3.5,
  })
}

const halfAMoon: Plan = {
  seed: 14,
  beatsPerMinute: 60,
  beats: 4,
  tonic: 64,
  scale: 'minor',
  low: 52,
  high: 69,
  tunes: {
    a: '5/2 4/.5 3/1.5 | 2/1 3/1 5/2 | 7/1.5 5/.5 3/2 | 4/3 r/1',
    b: 'r/1 8/1 7/1 5/1 | 6/2 5/2 | 3/1 5/1 7/2 | 5/4',
  },
  sections: [
    { bars: 2, chords: 'Em9 Cmaj9', players: 'pads drops', energy: 0.4 },
    { bars: 4, chords: 'Em9 Cmaj9 Gadd9 D9sus4', players: 'pads drops melody longbass', energy: 0.6, tune: 'a' },
    { bars: 4, chords: 'Am9 Cmaj9 Gadd9 B7sus4', players: 'pads organ drops hum longbass', energy: 1, tune: 'b' },
    {
      bars: 4,
      chords: 'Em9 Cmaj9 Gadd9 D9sus4',
      players: 'pads drops melody hum chimes longbass',
      energy: 0.8,
      tune: 'a',
      turn: 'ornamented',
    },
    { bars: 2, chords: 'Cmaj9 Em9', players: 'pads drops', energy: 0.4 },
  ],
  tailSeconds: 6,
}

export function renderHalfAMoon(): Buffer {
  const song = arrange(halfAMoon, folkPlayers)
  addWind(song, { from: 0, to: 70, gain: 0.06 }, 260, 13)
  const room = { seconds: 4.4, brightHertz: 3_400, level: 0.5 }
  return finishSong(song, {
    room,
    echo: { seconds: 0.75, feedback: 0.42, level: 0.5, toRoom: 0.4 },
    airDb: 4,
    fadeInSeconds: 1.2,
    fadeOutSeconds: 6,
  })
}

const amberRooms: Plan = {
  seed: 15,
  beatsPerMinute: 66,
  beats: 4,
  tonic: 57,
  scale: 'minor',
  low: 50,
  high: 67,
  tunes: {
    a: '8/3 7/1 | 10/2 9/2 | 12/1.5 11/.5 10/2 | 9/4',
    b: '12/2 14/2 | 13/1 12/1 10/2 | 9/2 10/1 12/1 | 8/4',
  },
  sections: [
    { bars: 2, chords: 'Am9 Fmaj7', players: 'organ bell', energy: 0.45 },
    { bars: 4, chords: 'Am9 Fmaj7 Cadd9 G6', players: 'organ longbass voice', energy: 0.6, tune: 'a' },
    {
      bars: 4,
      chords: 'Dm9 Fmaj7 Cadd9 Esus4',
      players: 'organ pads longbass voice chimes bell',
      energy: 0.9,
      tune: 'b',
    },
    {
      bars: 4,
      chords: 'Am9 Fmaj7 Cadd9/E G6',
      players: 'organ pads longbass voice second drops',
      energy: 1,
      tune: 'a',
      turn: 'ornamented',
    },
    { bars: 2, chords: 'Fmaj7 Am9', players: 'organ drops bell', energy: 0.4 },
  ],
  tailSeconds: 6,
}

export function renderAmberRooms(): Buffer {
  const song = arrange(amberRooms, folkPlayers)
  const room = { seconds: 5, brightHertz: 3_000, level: 0.5 }
  return finishSong(song, {
    room,
    echo: { seconds: 0.68, feedback: 0.3, level: 0.35, toRoom: 0.4 },
    airDb: 5,
    fadeInSeconds: 0.6,
    fadeOutSeconds: 6,
  })
}
