/** Piano, choir and slow music: Window Light, Fog Signal, Five Rooms, One Breath. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { finishSong, type Finish } from './mastering.ts'
import { choir, piano } from './piano.ts'
import { holdChord, pickChord, playTune, walkBass } from './players.ts'
import { play } from './song.ts'
import { chimeModes, kalimbaModes, struck, towerBellModes } from './strings-and-keys.ts'
import { reed, round, saw } from './synth.ts'
import { addBird, addRain, addSea, addWind } from './textures.ts'
import { lead, throat, vowels } from './winds-and-pads.ts'

const upright = piano(0.7)
const grand = piano(0.25)
const air = throat({ from: vowels.oo, to: vowels.oh, attack: 0.3, release: 0.7, breath: 0.16, vibratoCents: 14, slide: 0 })

export const quietPlayers: Record<string, Player> = {
  left: pickChord(upright, 'b 1 2 3 2 1', 0.5, 2.6, { gain: 0.5, room: 0.2, pan: -0.25 }),
  wide: pickChord(upright, 'b 1 3 2 o 2 3 1', 0.5, 2.4, { gain: 0.46, room: 0.2, pan: -0.2 }),
  still: pickChord(upright, 'b . 1 . 2 . 3 .', 0.5, 5, { gain: 0.52, room: 0.26, pan: -0.18 }),
  rush: pickChord(grand, 'b 2 1 3 2 1', 0.5, 1.4, { gain: 0.4, room: 0.18, pan: -0.15 }),
  right: playTune(upright, 1, { gain: 0.66, room: 0.26, pan: 0.2 }, 1.5),
  bright: playTune(grand, 1, { gain: 0.6, room: 0.24, pan: 0.2 }, 1.2),
  octave: playTune(grand, 2, { gain: 0.24, room: 0.34, echo: 0.15, pan: 0.4 }, 1.2),
  low: walkBass(grand, '0:5.8:r', 31, { gain: 0.5, room: 0.2 }),
  cloth: holdChord({ wave: saw, attack: 1.4, release: 1.8, lowHertz: 180, highHertz: 700 }, { gain: 0.055, room: 0.4 }),
  choir: choir({ gain: 0.17, room: 0.5 }),
  women: choir({ gain: 0.11, room: 0.6 }, 1),
  solo: playTune(air, 1, { gain: 0.34, room: 0.6, echo: 0.12 }),
  soloLow: playTune(air, 0, { gain: 0.34, room: 0.55, pan: -0.3 }),
  swell: holdChord({ wave: saw, attack: 2.6, release: 3.2, lowHertz: 160, highHertz: 1_500 }, { gain: 0.12, room: 0.5 }, 9),
  reeds: holdChord({ wave: reed, attack: 1.8, release: 2.4, lowHertz: 260, highHertz: 1_200 }, { gain: 0.08, room: 0.5 }, 5),
  glints: pickChord(struck(kalimbaModes), '. . 3 . . 1 . .', 0.5, 4, { gain: 0.26, room: 0.6, echo: 0.5, pan: 0.4 }),
  stars: playTune(struck(chimeModes), 1, { gain: 0.2, room: 0.7, echo: 0.4, pan: -0.35 }),
  ground: walkBass(lead({ wave: round, attack: 0.9, release: 1.6, floor: 2, peak: 3.4, decay: 2, resonance: 0.6, vibratoCents: 3, sustain: 0.9 }), '0:3.6:r', 28, { gain: 0.34, room: 0.1 }),
  horn: (bar) => {
    if (bar.index % 4 !== 1) return
    const voice = lead({ wave: reed, attack: 0.5, release: 1.4, floor: 4, peak: 6, decay: 1.5, resonance: 0.7, vibratoCents: 3, sustain: 0.9 })
    play(bar.song, voice, { at: bar.at(1), midi: bar.chord.root + 36, seconds: 2.6, velocity: 0.6, gain: 0.24, room: 0.9, pan: -0.6 })
  },
  bell: (bar) => {
    if (bar.index % 4 !== 0) return
    play(bar.song, struck(towerBellModes), { at: bar.at(0), midi: bar.chord.root + 48, seconds: 8, velocity: 0.5, gain: 0.26, room: 0.8, pan: 0.5 })
  },
}

const parlour: Finish = { room: { seconds: 1.5, brightHertz: 4_600, level: 0.3 }, echo: { seconds: 0.5, feedback: 0.2, level: 0.3, toRoom: 0.3 }, drive: 0.6, airDb: 2, fadeOutSeconds: 3.5 }
const church: Finish = { room: { seconds: 5.2, brightHertz: 3_600, level: 0.46 }, echo: { seconds: 0.7, feedback: 0.3, level: 0.3, toRoom: 0.5 }, drive: 0.7, airDb: 3, fadeInSeconds: 0.8, fadeOutSeconds: 6 }

export const windowLight: Plan = {
  seed: 61, beatsPerMinute: 74, beats: 3, tonic: 60, scale: 'major', low: 48, high: 64,
  tunes: {
    a: '5/2 3/1 | 6/2 5/1 | 3/1.5 2/.5 1/1 | 2/3 | 5/2 8/1 | 7/1.5 6/.5 5/1 | 3/1 4/1 2/1 | 1/3',
    b: '8/1 7/1 6/1 | 5/2 6/1 | 4/1.5 3/.5 4/1 | 5/3 | 8/1 10/1 9/1 | 8/2 6/1 | 5/1 4/1 2/1 | 3/3',
  },
  sections: [
    { bars: 4, chords: 'Cmaj7 Am9 Fmaj7 Gsus4', players: 'left', energy: 0.35 },
    { bars: 8, chords: 'Cmaj7 Am9 Fmaj7 G6 Em7 Am9 Dm7 Cadd9', players: 'left right', energy: 0.55, tune: 'a' },
    { bars: 8, chords: 'Am9 Fmaj7 Dm9 G7sus4 Am9 Fmaj7 Dm7 Cmaj7', players: 'left right cloth', energy: 0.95, tune: 'b' },
    { bars: 8, chords: 'Cmaj7 Am9 Fmaj7 G6 Em7 Am9 Fm6 Cadd9', players: 'left right cloth', energy: 0.65, tune: 'a', turn: 'ornamented' },
    { bars: 2, chords: 'Fmaj7 Cadd9', players: 'still', energy: 0.3 },
  ],
  tailSeconds: 5,
}
export const renderWindowLight = () => finishSong(arrange(windowLight, quietPlayers), parlour)

export const stairwell: Plan = {
  seed: 62, beatsPerMinute: 178, beats: 6, tonic: 62, scale: 'dorian', low: 50, high: 66,
  tunes: {
    a: '1/1 3/1 5/1 8/3 | 7/2 5/1 4/3 | 3/1 4/1 5/1 7/3 | 5/6',
    b: '8/2 9/1 10/3 | 9/1 8/1 7/1 5/3 | 8/2 7/1 5/2 4/1 | 5/6',
  },
  sections: [
    { bars: 4, chords: 'Dm9 G Bbmaj7 C6', players: 'rush', energy: 0.4 },
    { bars: 8, chords: 'Dm9 G Bbmaj7 C6', players: 'rush bright low', energy: 0.6, tune: 'a' },
    { bars: 8, chords: 'Bbmaj7 C6 Dm9 Am7', players: 'rush bright octave low cloth', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Gm9 Am7 Bbmaj7 C6', players: 'rush', energy: 0.5 },
    { bars: 8, chords: 'Dm9 G Bbmaj7 C6', players: 'rush bright octave low', energy: 0.9, tune: 'a', turn: 'raised' },
    { bars: 1, chords: 'Dm9', players: 'still', energy: 0.35 },
  ],
  tailSeconds: 4,
}
export const renderStairwell = () => finishSong(arrange(stairwell, quietPlayers), { ...parlour, drive: 0.8 })

const snowOnTheLine: Plan = {
  seed: 63, beatsPerMinute: 56, beats: 4, tonic: 65, scale: 'minor', low: 47, high: 69,
  tunes: { a: '5/2 8/2 | 7/1.5 5/.5 4/2 | 3/2 5/1 4/1 | 2/4', b: '8/1.5 10/.5 9/2 | 8/1 7/1 5/2 | 6/2 5/1 3/1 | 1/4' },
  sections: [
    { bars: 2, chords: 'Fm9 Dbmaj7', players: 'still', energy: 0.35 },
    { bars: 4, chords: 'Fm9 Dbmaj7 Abmaj7 Eb6', players: 'still right', energy: 0.5, tune: 'a' },
    { bars: 4, chords: 'Bbm9 Dbmaj7 Fm9 C7sus4', players: 'still right cloth women', energy: 0.85, tune: 'b' },
    { bars: 4, chords: 'Fm9 Dbmaj7 Abmaj7 Eb6', players: 'wide right cloth', energy: 0.7, tune: 'a', turn: 'ornamented' },
    { bars: 1, chords: 'Fmadd9', players: 'still', energy: 0.3 },
  ],
  tailSeconds: 5,
}
export function renderSnowOnTheLine() {
  const song = arrange(snowOnTheLine, quietPlayers)
  addWind(song, { from: 0, to: 66, gain: 0.04 }, 330, 12)
  return finishSong(song, { ...parlour, room: { seconds: 2.6, brightHertz: 3_800, level: 0.36 }, fadeOutSeconds: 5 })
}

export const fogSignal: Plan = {
  seed: 64, beatsPerMinute: 60, beats: 4, tonic: 62, scale: 'lydian', low: 50, high: 68,
  tunes: { a: 'r/1 5/3 | 8/2 7/2 | 6/4 | r/4', b: '5/2 6/2 | 9/4 | 8/2 5/2 | 3/4' },
  sections: [
    { bars: 4, chords: 'Dadd9 Dadd9 Bm11 Gmaj9', players: 'swell horn ground', energy: 0.5 },
    { bars: 4, chords: 'Dadd9 Bm11 Gmaj9 Em9', players: 'swell reeds glints ground', energy: 0.7, tune: 'a' },
    { bars: 4, chords: 'Gmaj9 Bm11 Em9 A9sus4', players: 'swell reeds glints stars horn ground women', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Dadd9 Bm11 Gmaj9 Dadd9', players: 'swell reeds stars ground', energy: 0.6, tune: 'a' },
    { bars: 1, chords: 'Dadd9', players: 'swell horn', energy: 0.4 },
  ],
  tailSeconds: 7,
}
export function renderFogSignal() {
  const song = arrange(fogSignal, quietPlayers)
  addSea(song, { from: 0, to: 72, gain: 0.1 })
  return finishSong(song, { ...church, fadeInSeconds: 3, fadeOutSeconds: 8 })
}

const lowSun: Plan = {
  seed: 65, beatsPerMinute: 68, beats: 4, tonic: 57, scale: 'pentatonic', low: 52, high: 69,
  tunes: { a: '4/2 5/2 | 6/3 5/1 | 3/4 | r/4', b: '6/1 8/3 | 7/2 6/2 | 5/4 | 4/4' },
  sections: [
    { bars: 2, chords: 'Aadd9 F#m11', players: 'reeds', energy: 0.4 },
    { bars: 4, chords: 'Aadd9 F#m11 Dmaj9 E9sus4', players: 'reeds glints choir ground', energy: 0.65, tune: 'a' },
    { bars: 4, chords: 'Dmaj9 F#m11 Bm9 E9sus4', players: 'reeds swell glints choir solo ground', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Aadd9 F#m11 Dmaj9 Aadd9', players: 'reeds glints stars solo ground', energy: 0.75, tune: 'a' },
    { bars: 2, chords: 'Dmaj9 Aadd9', players: 'reeds glints', energy: 0.35 },
  ],
  tailSeconds: 6,
}
export function renderLowSun() {
  const song = arrange(lowSun, quietPlayers)
  addWind(song, { from: 0, to: 60, gain: 0.05 }, 380, 10)
  for (const at of [6, 19, 21.4, 40, 52]) addBird(song, at, song.random.between(1_500, 2_100), 0.04)
  return finishSong(song, { ...church, fadeInSeconds: 1.6 })
}

export const fiveRooms: Plan = {
  seed: 66, beatsPerMinute: 64, beats: 4, tonic: 60, scale: 'major', low: 48, high: 67,
  tunes: { a: '5/2 6/1 5/1 | 3/3 r/1 | 4/1 5/1 6/2 | 5/4', b: '8/2 9/1 8/1 | 6/2 5/2 | 4/1 6/1 5/1 3/1 | 2/4' },
  sections: [
    { bars: 2, chords: 'C Fadd9', players: 'choir', energy: 0.4 },
    { bars: 4, chords: 'C Am7 Fadd9 Gsus4', players: 'choir soloLow', energy: 0.6, tune: 'a' },
    { bars: 4, chords: 'Am7 Fadd9 Dm9 Gsus4', players: 'choir women solo', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Fadd9 C/E Dm9 Gsus4', players: 'choir women bell', energy: 0.75 },
    { bars: 4, chords: 'C Am7 Fadd9 C', players: 'choir women soloLow', energy: 0.85, tune: 'a' },
    { bars: 1, chords: 'C', players: 'choir', energy: 0.4 },
  ],
  tailSeconds: 6,
}
export const renderFiveRooms = () => finishSong(arrange(fiveRooms, quietPlayers), church)
