/** Music to move to: Substation (techno), Rooftop Weather (drum and bass), Guarda-chuva (bossa), Hang Dry (waltz). */
import { arrange, type Plan, type Player } from './arrange.ts'
import { brushSweep, brushTap, clap, hat, kick, openHat, shaker, snare, softKick, stick } from './drums.ts'
import { finishSong, type Finish } from './mastering.ts'
import { beatDrum, compChord, holdChord, pickChord, playTune, walkBass } from './players.ts'
import { chimeModes, electricPiano, kalimbaModes, marimbaModes, pluck, struck } from './strings-and-keys.ts'
import { round, saw, square } from './synth.ts'
import { addCrackle, addRain } from './textures.ts'
import { lead, throat, vowels } from './winds-and-pads.ts'

const acid = lead({ wave: saw, attack: 0.003, release: 0.06, floor: 1.4, peak: 16, decay: 0.09, resonance: 4.2, vibratoCents: 0, sustain: 0.3 })
const thump = lead({ wave: round, attack: 0.004, release: 0.05, floor: 2, peak: 6, decay: 0.08, resonance: 0.8, vibratoCents: 0, sustain: 0.6 })
const stab = lead({ wave: saw, attack: 0.003, release: 0.14, floor: 2, peak: 14, decay: 0.1, resonance: 1.4, vibratoCents: 0, sustain: 0.12 })
const reese = lead({ wave: saw, attack: 0.02, release: 0.1, floor: 2.4, peak: 5.5, decay: 0.5, resonance: 1.5, vibratoCents: 24, sustain: 0.85 })
const sub = lead({ wave: round, attack: 0.012, release: 0.08, floor: 1.5, peak: 2.5, decay: 0.4, resonance: 0.6, vibratoCents: 0, sustain: 0.9 })
const nylon = pluck({ bright: 0.4, ringSeconds: 2.6, place: 0.28 })
const upright = pluck({ bright: 0.18, ringSeconds: 2.4, place: 0.35 })
const flute = lead({ wave: round, attack: 0.06, release: 0.16, floor: 2.4, peak: 4, decay: 0.5, resonance: 0.6, vibratoCents: 17, sustain: 0.85 })
const croon = throat({ from: vowels.oo, to: vowels.ah, attack: 0.09, release: 0.3, breath: 0.14, vibratoCents: 15, slide: 0 })
const bell = struck(chimeModes)

export const loudPlayers: Record<string, Player> = {
  four: beatDrum(kick, '9', 1, 30, { gain: 0.78 }),
  offbass: walkBass(thump, '.25:.2:r .5:.2:r .75:.2:r 1.25:.2:r 1.5:.2:r 1.75:.2:o 2.25:.2:r 2.5:.2:r 2.75:.2:r 3.25:.2:r 3.5:.2:o 3.75:.2:r', 29, { gain: 0.3 }),
  offhat: beatDrum(openHat, '.7', 0.5, 60, { gain: 0.36, pan: 0.1 }),
  sixteen: beatDrum(hat, '4253', 0.25, 60, { gain: 0.36, pan: -0.2 }),
  clap: beatDrum(clap, '.8', 1, 60, { gain: 0.46, room: 0.3 }),
  tick: beatDrum(stick, '...5..6....5.6..', 0.25, 60, { gain: 0.3, pan: 0.45, room: 0.3, echo: 0.3 }),
  acid: pickChord(acid, '0 . 0 2 . 0 1 . 0 . 3 0 . 2 . 1', 0.25, 0.2, { gain: 0.13, room: 0.12, echo: 0.24, pan: 0.15 }),
  stab: compChord(stab, '.75:.3:7 2.25:.3:5 3.5:.3:4', 0, { gain: 0.12, room: 0.4, echo: 0.5 }),
  hum: holdChord({ wave: square, attack: 1.2, release: 1.2, lowHertz: 120, highHertz: 900 }, { gain: 0.05, room: 0.4 }, 12),
  break: beatDrum(kick, '8....... ..7.....'.replace(' ', ''), 0.25, 31, { gain: 0.66 }),
  snap: beatDrum(snare, '....8.......8...', 0.25, 56, { gain: 0.6, room: 0.16 }),
  ghost: beatDrum(snare, '.......2.2.....3', 0.25, 57, { gain: 0.4, room: 0.14 }),
  ride: beatDrum(hat, '6354', 0.5, 60, { gain: 0.4, pan: 0.25 }),
  shuffle: beatDrum(shaker, '5273', 0.25, 60, { gain: 0.26, pan: -0.35 }),
  reese: walkBass(reese, '0:1.4:r 1.5:1:r 2.75:.7:o 3.5:.45:n', 29, { gain: 0.17 }),
  sub: walkBass(sub, '0:1.4:r 1.5:1:r 2.75:.7:r 3.5:.45:n', 29, { gain: 0.42 }),
  rain: pickChord(bell, '3 . 1 . . 2 . 0', 0.5, 2, { gain: 0.14, room: 0.5, echo: 0.5, pan: 0.4 }),
  roof: compChord(electricPiano, '0:3:7 3.5:.5:5', 12, { gain: 0.3, room: 0.25, chorus: 0.5 }),
  haze: holdChord({ wave: saw, attack: 0.6, release: 1.2, lowHertz: 300, highHertz: 2_000 }, { gain: 0.075, room: 0.35, chorus: 0.4 }, 11),
  voice: playTune(croon, 0, { gain: 0.36, room: 0.45, echo: 0.35 }),
  topline: playTune(lead({ wave: square, attack: 0.02, release: 0.2, floor: 2, peak: 5, decay: 0.4, resonance: 1, vibratoCents: 12, sustain: 0.7 }), 1, { gain: 0.07, room: 0.4, echo: 0.4, pan: -0.2 }),
  batida: compChord(nylon, '0:.9:7 1:.5:6 1.5:.9:7 2.5:.9:6 3.5:.5:5', 7, { gain: 0.42, room: 0.18, pan: -0.15 }),
  surdo: walkBass(upright, '0:1.4:r 1.5:.5:f 2:1.4:f 3.5:.5:n', 29, { gain: 0.72 }),
  rim: beatDrum(stick, '7..7..7...7..7..', 0.25, 60, { gain: 0.34, pan: 0.25, room: 0.2 }),
  brush: beatDrum(brushTap, '5354', 0.25, 60, { gain: 0.22, pan: -0.3 }),
  soft: beatDrum(softKick, '7..37..3', 0.5, 33, { gain: 0.5 }),
  sopro: playTune(flute, 1, { gain: 0.15, room: 0.4, echo: 0.2, pan: 0.2 }),
  canta: playTune(croon, 0, { gain: 0.4, room: 0.35, echo: 0.12 }),
  vibes: playTune(struck(kalimbaModes), 1, { gain: 0.36, room: 0.35, echo: 0.2, pan: 0.3 }),
  waltz: compChord(electricPiano, '0:2.8:7 1:.8:4 2:.8:4', 13, { gain: 0.34, room: 0.18, chorus: 0.5 }),
  three: walkBass(upright, '0:1.8:r 2:1:f', 31, { gain: 0.7 }),
  sweep: beatDrum(brushSweep, '6.3', 1, 60, { gain: 0.32, pan: -0.25, room: 0.1 }),
  tap: beatDrum(brushTap, '.54', 1, 60, { gain: 0.4, pan: 0.12, room: 0.14 }),
  wood: playTune(struck(marimbaModes), 0, { gain: 0.44, room: 0.26, pan: 0.2 }),
  keys: playTune(electricPiano, 1, { gain: 0.4, room: 0.25, echo: 0.2, chorus: 0.3, pan: 0.15 }),
}

const warehouse: Finish = { room: { seconds: 1.7, brightHertz: 4_800, level: 0.3 }, echo: { seconds: 0.3516, feedback: 0.46, level: 0.42, toRoom: 0.3 }, drive: 1.4, airDb: 1, fadeOutSeconds: 3.5, chorusLevel: 0.5 }

export const substation: Plan = {
  seed: 71, beatsPerMinute: 128, beats: 4, tonic: 57, scale: 'minor', low: 57, high: 74, tunes: {},
  sections: [
    { bars: 4, chords: 'Am7', players: 'four hum', energy: 0.55 },
    { bars: 4, chords: 'Am7', players: 'four offbass sixteen hum', energy: 0.7 },
    { bars: 8, chords: 'Am7 Am7 Fmaj7 Am7', players: 'four offbass offhat sixteen tick stab', energy: 0.85 },
    { bars: 4, chords: 'Fmaj7 Fmaj7 G6 Em7', players: 'hum stab tick', energy: 0.5 },
    { bars: 8, chords: 'Am7 Am7 Fmaj7 G6', players: 'four offbass offhat sixteen clap acid stab', energy: 1 },
    { bars: 4, chords: 'Am7', players: 'four offbass offhat clap acid tick', energy: 0.95 },
    { bars: 4, chords: 'Am7', players: 'four hum acid', energy: 0.6 },
    { bars: 1, chords: 'Am7', players: 'hum stab', energy: 0.4 },
  ],
  tailSeconds: 4,
}
export const renderSubstation = () => finishSong(arrange(substation, loudPlayers), warehouse)

const night: Finish = { room: { seconds: 2, brightHertz: 5_400, level: 0.32 }, echo: { seconds: 0.3488, feedback: 0.4, level: 0.42, toRoom: 0.3 }, chorusLevel: 0.55, drive: 1.2, airDb: 2, fadeOutSeconds: 4 }
export const rooftopWeather: Plan = {
  seed: 72, beatsPerMinute: 172, beats: 4, tonic: 64, scale: 'dorian', low: 55, high: 71,
  tunes: {
    a: '5/3 4/1 | 3/2 1/2 | 5/3 7/1 | 8/4 | 7/3 5/1 | 4/2 3/2 | 1/4 | r/4',
    b: '8/2 7/2 | 10/3 9/1 | 8/2 5/2 | 7/4 | 8/2 7/2 | 5/3 4/1 | 3/4 | r/4',
  },
  sections: [
    { bars: 8, chords: 'Em9 Em9 Cmaj9 Cmaj9 Am9 Am9 Bm7 Bm7', players: 'roof haze rain', energy: 0.5 },
    { bars: 8, chords: 'Em9 Em9 Cmaj9 Cmaj9 Am9 Am9 Bm7 Bm7', players: 'break snap ghost ride sub reese haze voice', energy: 0.85, tune: 'a' },
    { bars: 8, chords: 'Cmaj9 Cmaj9 D6 D6 Em9 Em9 Bm7 Bm7', players: 'break snap ghost ride shuffle sub reese haze rain topline', energy: 1, tune: 'b' },
    { bars: 4, chords: 'Am9 Am9 Cmaj9 Bm7', players: 'roof rain voice', energy: 0.45, tune: 'a' },
    { bars: 8, chords: 'Em9 Em9 Cmaj9 Cmaj9 Am9 Am9 Bm7 Bm7', players: 'break snap ghost ride shuffle sub reese haze roof voice', energy: 1, tune: 'a' },
    { bars: 4, chords: 'Cmaj9 Cmaj9 Em9 Em9', players: 'roof haze rain', energy: 0.45 },
  ],
  tailSeconds: 4,
}
export function renderRooftopWeather() {
  const song = arrange(rooftopWeather, loudPlayers)
  addRain(song, { from: 0, to: 14, gain: 0.04 }, 9)
  return finishSong(song, night)
}
const lastLift: Plan = {
  seed: 73, beatsPerMinute: 168, beats: 4, tonic: 61, scale: 'minor', low: 54, high: 70,
  tunes: { a: '8/4 | 7/2 5/2 | 6/4 | 5/4 | 8/4 | 10/2 9/2 | 8/4 | 7/4' },
  sections: [
    { bars: 4, chords: 'C#m9 Amaj9 Emaj7 B6', players: 'haze rain', energy: 0.4 },
    { bars: 8, chords: 'C#m9 C#m9 Amaj9 Amaj9 Emaj7 Emaj7 B6 B6', players: 'haze shuffle ride break snap sub', energy: 0.75 },
    { bars: 8, chords: 'C#m9 C#m9 Amaj9 Amaj9 Emaj7 Emaj7 B6 B6', players: 'haze shuffle ride break snap ghost sub reese topline rain', energy: 1, tune: 'a' },
    { bars: 8, chords: 'F#m9 F#m9 Amaj9 Amaj9 C#m9 C#m9 B6 B6', players: 'roof ride break snap ghost sub voice', energy: 0.9, tune: 'a' },
    { bars: 8, chords: 'C#m9 C#m9 Amaj9 Amaj9 Emaj7 Emaj7 B6 B6', players: 'haze shuffle ride break snap ghost sub reese topline', energy: 1, tune: 'a' },
    { bars: 4, chords: 'Amaj9 Amaj9 C#m9 C#m9', players: 'haze rain roof', energy: 0.4 },
  ],
  tailSeconds: 4,
}
export const renderLastLift = () => finishSong(arrange(lastLift, loudPlayers), { ...night, echo: { ...night.echo!, seconds: 0.357 } })

const patio: Finish = { room: { seconds: 1.4, brightHertz: 4_800, level: 0.3 }, echo: { seconds: 0.44, feedback: 0.26, level: 0.35, toRoom: 0.3 }, drive: 0.9, airDb: 3, fadeOutSeconds: 3, chorusLevel: 0.4 }
export const guardaChuva: Plan = {
  seed: 74, beatsPerMinute: 126, beats: 4, tonic: 62, scale: 'major', low: 53, high: 69,
  tunes: {
    a: '3/1.5 5/.5 6/1 5/1 | 3/1.5 2/.5 3/2 | 4/1.5 3/.5 2/1 1/1 | 2/3 r/1 | 3/1.5 5/.5 6/1 8/1 | 7/1.5 6/.5 5/2 | 4/1 3/1 2/1 0/1 | 1/3 r/1',
    b: '8/2 7/1 6/1 | 5/3 r/1 | 6/1.5 5/.5 4/1 2/1 | 3/4 | 8/2 9/1 8/1 | 6/3 r/1 | 5/1 4/1 3/1 2/1 | 2/3 r/1',
  },
  sections: [
    { bars: 4, chords: 'Dmaj9 Bm9 Em9 A13', players: 'batida', energy: 0.5 },
    { bars: 8, chords: 'Dmaj9 Bm9 Em9 A13 Dmaj9 F#m7 Em9 A13', players: 'batida surdo brush canta', energy: 0.7, tune: 'a' },
    { bars: 8, chords: 'Gmaj7 Gm6 F#m7 B7b9 Em9 A13 Dmaj9 A13', players: 'batida surdo brush rim soft canta sopro', energy: 0.95, tune: 'b' },
    { bars: 8, chords: 'Dmaj9 Bm9 Em9 A13 Dmaj9 F#m7 Em9 A13', players: 'batida surdo brush rim soft sopro', energy: 0.9, tune: 'a', turn: 'ornamented' },
    { bars: 8, chords: 'Gmaj7 Gm6 F#m7 B7b9 Em9 A13 Dmaj9 Dmaj9', players: 'batida surdo brush rim soft canta vibes', energy: 1, tune: 'b' },
    { bars: 1, chords: 'Dmaj9', players: 'batida', energy: 0.4 },
  ],
  tailSeconds: 3.5,
}
export const renderGuardaChuva = () => finishSong(arrange(guardaChuva, loudPlayers), patio)

export const hangDry: Plan = {
  seed: 75, beatsPerMinute: 138, beats: 3, swing: 0.26, tonic: 67, scale: 'major', low: 53, high: 70,
  tunes: {
    a: '5/1 6/1 5/1 | 3/2 r/1 | 4/1 5/1 4/1 | 2/2 r/1 | 3/1 5/1 8/1 | 7/2 6/1 | 5/1 3/1 2/1 | 1/2 r/1',
    b: '8/2 7/1 | 6/3 | 7/2 6/1 | 5/3 | 6/2 5/1 | 4/1 3/1 2/1 | 3/3 | r/3',
  },
  sections: [
    { bars: 4, chords: 'Gmaj7 Em9 Am9 D13', players: 'waltz', energy: 0.45 },
    { bars: 16, chords: 'Gmaj7 Em9 Am9 D13 Bm7 Em9 Am9 Gmaj7', players: 'waltz three sweep tap wood', energy: 0.7, tune: 'a' },
    { bars: 8, chords: 'Cmaj9 C#m7b5 Bm7 Em9 Am9 D13 Gmaj7 D13', players: 'waltz three sweep tap keys', energy: 1, tune: 'b' },
    { bars: 8, chords: 'Gmaj7 Em9 Am9 D13 Bm7 Em9 Am9 Gmaj7', players: 'waltz three sweep tap wood vibes', energy: 0.9, tune: 'a', turn: 'ornamented' },
    { bars: 8, chords: 'Cmaj9 C#m7b5 Bm7 Em9 Am9 D13 Gmaj7 Gmaj7', players: 'waltz three sweep tap keys vibes', energy: 0.95, tune: 'b' },
    { bars: 1, chords: 'G69', players: 'waltz', energy: 0.4 },
  ],
  tailSeconds: 3.5,
}
export function renderHangDry() {
  const song = arrange(hangDry, loudPlayers)
  addCrackle(song, 0.04)
  return finishSong(song, { ...patio, drive: 1.2, airDb: 1.5 })
}
