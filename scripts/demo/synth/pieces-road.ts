/** Strings and hand drums: Kilometre Nine, Salt Road; and The Ferry Stops at Nine for guitar and a voice. */
import { arrange, type Plan, type Player } from './arrange.ts'
import { shaker, softKick, stick } from './drums.ts'
import { finishSong, type Finish } from './mastering.ts'
import { beatDrum, holdChord, pickChord, playTune, walkBass } from './players.ts'
import { pluck, struck, chimeModes } from './strings-and-keys.ts'
import { reed, round, saw } from './synth.ts'
import { addSea, addWind } from './textures.ts'
import { lead, throat, vowels } from './winds-and-pads.ts'

const steel = pluck({ bright: 0.78, ringSeconds: 3, place: 0.12 })
const oud = pluck({ bright: 0.5, ringSeconds: 1.9, place: 0.3 })
const guitar = pluck({ bright: 0.58, ringSeconds: 4.2, place: 0.2 })
const bass = lead({ wave: round, attack: 0.02, release: 0.25, floor: 3, peak: 6, decay: 0.4, resonance: 0.6, vibratoCents: 0, sustain: 0.7 })
const call = throat({ from: vowels.ah, to: vowels.eh, attack: 0.09, release: 0.35, breath: 0.08, vibratoCents: 26, slide: 0 })
const sung = throat({ from: vowels.oh, to: vowels.ah, attack: 0.1, release: 0.35, breath: 0.1, vibratoCents: 17, slide: 0 })
const under = throat({ from: vowels.oo, to: vowels.oh, attack: 0.16, release: 0.45, breath: 0.12, vibratoCents: 15, slide: 0 })

export const roadPlayers: Record<string, Player> = {
  riff: pickChord(steel, 'b 2 1 b 3 2 b 1 2 o 3 1', 0.5, 1.4, { gain: 0.46, room: 0.16, echo: 0.16, pan: -0.25 }),
  answer: pickChord(steel, '. 3 . 2 . 3 1 . 2 . 3 .', 0.5, 1.2, { gain: 0.32, room: 0.2, echo: 0.2, pan: 0.4 }),
  drum: beatDrum(softKick, '8..5.27..5..', 0.5, 38, { gain: 0.66, room: 0.1 }),
  rimdrum: beatDrum(stick, '..4..6..4.56', 0.5, 60, { gain: 0.26, pan: 0.3, room: 0.2 }),
  shake: beatDrum(shaker, '634', 0.5, 60, { gain: 0.34, pan: -0.4 }),
  root: walkBass(bass, '0:1.4:r 1.5:1.3:r 3:1.4:f 4.5:1.3:n', 33, { gain: 0.36 }),
  call: playTune(call, 0, { gain: 0.4, room: 0.4, echo: 0.24 }),
  lead: playTune(steel, 1, { gain: 0.62, room: 0.26, echo: 0.26, pan: 0.15 }, 1.1),
  oud: playTune(oud, 0, { gain: 0.86, room: 0.3, echo: 0.16, pan: 0.1 }, 1.3),
  oudlow: pickChord(oud, 'b . . b . 1 . .', 0.5, 1.6, { gain: 0.55, room: 0.24, pan: -0.2 }),
  drone: holdChord({ wave: reed, attack: 1.6, release: 2, lowHertz: 200, highHertz: 900 }, { gain: 0.05, room: 0.4 }, 5),
  slowdrum: beatDrum(softKick, '7.....4.', 0.5, 36, { gain: 0.6, room: 0.16 }),
  pick: pickChord(guitar, 'b 1 2 3 o 3 2 1', 0.5, 2.4, { gain: 0.56, room: 0.24, pan: -0.14 }),
  sing: playTune(sung, 0, { gain: 0.42, room: 0.45, echo: 0.14, pan: 0.04 }),
  harmony: playTune(under, -1, { gain: 0.26, room: 0.5, pan: -0.35 }),
  pads: holdChord({ wave: saw, attack: 1, release: 1.4, lowHertz: 240, highHertz: 1_100 }, { gain: 0.085, room: 0.3 }),
  deep: walkBass(bass, '0:2.8:r 3:1:n', 33, { gain: 0.3 }),
  chimes: playTune(struck(chimeModes), 1, { gain: 0.26, room: 0.6, echo: 0.2, pan: 0.35 }),
}
const open: Finish = { room: { seconds: 1.9, brightHertz: 4_400, level: 0.32 }, echo: { seconds: 0.36, feedback: 0.32, level: 0.4, toRoom: 0.3 }, drive: 1, airDb: 2.5, fadeOutSeconds: 4 }

export const kilometreNine: Plan = {
  seed: 81, beatsPerMinute: 216, beats: 6, tonic: 62, scale: 'dorian', low: 50, high: 66,
  tunes: {
    a: '5/3 4/1 3/2 | 4/3 3/1 1/2 | 3/2 1/1 0/3 | 1/6',
    b: '8/2 7/1 8/3 | 10/2 9/1 8/3 | 7/2 5/1 7/3 | 5/6',
  },
  sections: [
    { bars: 4, chords: 'Dm7 Dm7 C G', players: 'riff', energy: 0.5 },
    { bars: 8, chords: 'Dm7 C G Dm7', players: 'riff root drum shake', energy: 0.7 },
    { bars: 8, chords: 'Dm7 C G Dm7', players: 'riff answer root drum shake call', energy: 0.9, tune: 'a' },
    { bars: 8, chords: 'F C G Dm7', players: 'riff answer root drum rimdrum shake lead', energy: 1, tune: 'b' },
    { bars: 8, chords: 'Dm7 C G Dm7', players: 'riff answer root drum rimdrum shake call lead', energy: 1, tune: 'a' },
    { bars: 2, chords: 'G Dm7', players: 'riff', energy: 0.45 },
  ],
  tailSeconds: 4,
}
export function renderKilometreNine() {
  const song = arrange(kilometreNine, roadPlayers)
  addWind(song, { from: 0, to: 64, gain: 0.05 }, 520, 9)
  return finishSong(song, open)
}
const saltRoad: Plan = {
  seed: 82, beatsPerMinute: 78, beats: 4, tonic: 57, scale: 'minor', low: 48, high: 64,
  tunes: {
    a: '5/1 6/.5 5/.5 4/1 3/1 | 4/1 3/.5 2/.5 1/2 | 0/1 1/.5 2/.5 3/1 2/1 | 1/3 r/1',
    b: '8/1.5 7/.5 6/1 5/1 | 6/.5 7/.5 6/1 5/2 | 4/1 5/.5 4/.5 3/1 2/1 | 1/4',
  },
  sections: [
    { bars: 2, chords: 'Am7 Am7', players: 'drone oudlow', energy: 0.4 },
    { bars: 4, chords: 'Am7 F G Am7', players: 'drone oudlow oud', energy: 0.6, tune: 'a' },
    { bars: 4, chords: 'Dm7 F Em7 Am7', players: 'drone oudlow oud slowdrum', energy: 0.9, tune: 'b' },
    { bars: 4, chords: 'Am7 F G Am7', players: 'drone oudlow oud slowdrum call', energy: 1, tune: 'a' },
    { bars: 4, chords: 'Dm7 F Em7 Am7', players: 'drone oudlow oud slowdrum', energy: 0.7, tune: 'b', turn: 'ornamented' },
    { bars: 1, chords: 'Am7', players: 'drone oudlow', energy: 0.35 },
  ],
  tailSeconds: 5,
}
export const renderSaltRoad = () => finishSong(arrange(saltRoad, roadPlayers), { ...open, room: { seconds: 3, brightHertz: 3_800, level: 0.4 }, fadeOutSeconds: 5 })

export const ferry: Plan = {
  seed: 83, beatsPerMinute: 84, beats: 4, tonic: 64, scale: 'major', low: 50, high: 67,
  tunes: {
    a: '3/1 3/.5 4/.5 5/2 | 3/1 2/.5 1/.5 2/2 | 1/1 1/.5 2/.5 3/1 5/1 | 2/3 r/1',
    b: '8/1.5 7/.5 5/2 | 6/1 5/1 3/2 | 4/1 4/.5 5/.5 6/1 5/1 | 3/3 r/1',
  },
  sections: [
    { bars: 2, chords: 'Eadd9 Amaj9', players: 'pick', energy: 0.4 },
    { bars: 4, chords: 'Eadd9 C#m7 Amaj9 B9sus4', players: 'pick sing', energy: 0.55, tune: 'a' },
    { bars: 4, chords: 'Eadd9 C#m7 Amaj9 B9sus4', players: 'pick sing deep', energy: 0.65, tune: 'a' },
    { bars: 4, chords: 'Amaj9 G#m7 F#m9 Eadd9', players: 'pick sing harmony pads deep slowdrum', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Eadd9 C#m7 Amaj9 B9sus4', players: 'pick sing harmony pads deep slowdrum chimes', energy: 0.8, tune: 'a' },
    { bars: 4, chords: 'Amaj9 G#m7 F#m9 Eadd9', players: 'pick sing harmony pads deep slowdrum', energy: 1, tune: 'b' },
    { bars: 2, chords: 'Amaj9 Eadd9', players: 'pick', energy: 0.35 },
  ],
  tailSeconds: 4.5,
}
export function renderFerry() {
  const song = arrange(ferry, roadPlayers)
  addSea(song, { from: 0, to: 16, gain: 0.05 })
  addSea(song, { from: 62, to: 73, gain: 0.05 })
  return finishSong(song, { ...open, room: { seconds: 2.8, brightHertz: 4_200, level: 0.4 } })
}
