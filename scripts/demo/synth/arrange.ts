/** Turns a plan (tempo, chords, tunes, sections) into calls of the players, bar by bar.
 * It decides when and what to play; the players decide on which instrument. */
import type { Random } from '../random.ts'
import { leadVoices, parseChord, pitchOf, snapToChord, type Chord, type ScaleName } from './scale.ts'
import { createSong, type Song } from './song.ts'

type Turn = 'plain' | 'raised' | 'sparse' | 'ornamented' | 'mirrored'
type Section = {
  bars: number
  chords: string
  players: string
  energy: number
  tune?: string
  turn?: Turn
}
export type Plan = {
  seed: number
  beatsPerMinute: number
  beats: number
  /** 0 is straight; 0.33 puts the second of two eighths on the last third of the beat. */
  swing?: number
  tonic: number
  scale: ScaleName
  low: number
  high: number
  /** Bars of `degree/beats`, split by `|`; `r` rests. */
  tunes: Record<string, string>
  sections: Section[]
  tailSeconds: number
}

type TuneNote = { beat: number; beats: number; midi: number }
export type Bar = {
  song: Song
  random: Random
  index: number
  bars: number
  section: number
  isLastOfSong: boolean
  beats: number
  beatSeconds: number
  chord: Chord
  nextChord: Chord
  voicing: number[]
  energy: number
  tune: TuneNote[]
  /** The time of a beat in this bar, with swing and small timing variations. */
  at: (beat: number, humanMs?: number) => number
  /** A velocity around the given one that varies with the section. */
  touch: (velocity: number) => number
}
export type Player = (bar: Bar) => void

export function arrange(plan: Plan, players: Record<string, Player>): Song {
  const beatSeconds = 60 / plan.beatsPerMinute
  const allBars = plan.sections.reduce((sum, section) => sum + section.bars, 0)
  const song = createSong(allBars * plan.beats * beatSeconds + plan.tailSeconds, plan.seed)
  const chords = plan.sections.flatMap(({ chords: symbols, bars }) => {
    const loop = symbols.split(' ')
    return Array.from({ length: bars }, (_, bar) => parseChord(loop[bar % loop.length]!))
  })
  let voicing: number[] | undefined
  let barOfSong = 0
  for (const [sectionIndex, section] of plan.sections.entries()) {
    const tune = section.tune ? readTune(plan.tunes[section.tune], plan) : []
    for (let index = 0; index < section.bars; index++, barOfSong++) {
      const chord = chords[barOfSong]!
      voicing = leadVoices(chord, voicing, plan.low, plan.high)
      const start = barOfSong * plan.beats * beatSeconds
      const bar: Bar = {
        song,
        random: song.random,
        index,
        bars: section.bars,
        section: sectionIndex,
        isLastOfSong: barOfSong === allBars - 1,
        beats: plan.beats,
        beatSeconds,
        chord,
        nextChord: chords[barOfSong + 1] ?? chords[0]!,
        voicing,
        energy: section.energy,
        tune: turnTune(tune[index % Math.max(1, tune.length)] ?? [], section.turn ?? 'plain', chord, plan),
        at: (beat, humanMs = 7) =>
          Math.max(
            0,
            start + swingBeat(beat, plan.swing ?? 0) * beatSeconds + song.random.between(-humanMs, humanMs) / 1_000,
          ),
        touch: (velocity) => {
          const breath = 0.93 + 0.07 * Math.sin((Math.PI * (index + 0.5)) / section.bars)
          return Math.min(1, velocity * breath * (0.6 + 0.4 * section.energy) * song.random.between(0.92, 1.06))
        },
      }
      for (const name of section.players.split(' ')) {
        const player = players[name]
        if (!player) throw new Error(`no player ${name}`)
        player(bar)
      }
    }
  }
  return song
}

function swingBeat(beat: number, swing: number): number {
  const whole = Math.floor(beat)
  const part = beat - whole
  const late = part < 0.5 ? part * (1 + swing) : 0.5 + swing / 2 + (part - 0.5) * (1 - swing)
  return whole + late
}

type Degree = { beat: number; beats: number; degree: number }

function readTune(text: string | undefined, plan: Plan): Degree[][] {
  if (text === undefined) throw new Error('no such tune')
  return text.split('|').map((barText) => {
    let beat = 0
    const notes: Degree[] = []
    for (const word of barText.trim().split(/\s+/)) {
      const [name = '', length = '1'] = word.split('/')
      const beats = Number(length)
      if (name !== 'r') notes.push({ beat, beats, degree: Number(name) })
      beat += beats
    }
    if (Math.abs(beat - plan.beats) > 0.01) throw new Error(`a bar of ${beat} beats in "${barText}"`)
    return notes
  })
}

/** A variation of the motif: higher, thinner, with neighbouring notes, or inverted. */
function turnTune(notes: Degree[], turn: Turn, chord: Chord, plan: Plan): TuneNote[] {
  const first = notes[0]?.degree ?? 1
  const turned = notes.flatMap((note, index): Degree[] => {
    if (turn === 'raised') return [{ ...note, degree: note.degree + 2 }]
    if (turn === 'mirrored') return [{ ...note, degree: 2 * first - note.degree }]
    if (turn === 'sparse') return note.beats < 0.75 && index % 2 === 1 ? [] : [{ ...note, beats: note.beats * 1.4 }]
    if (turn === 'ornamented' && note.beats >= 1.5) {
      const half = note.beats / 3
      return [
        { ...note, beats: half },
        { beat: note.beat + half, beats: half, degree: note.degree + 1 },
        { beat: note.beat + 2 * half, beats: half, degree: note.degree },
      ]
    }
    return [note]
  })
  return turned.map(({ beat, beats, degree }) => {
    const midi = pitchOf(plan.tonic, plan.scale, degree)
    const isStrong = beat % 2 === 0 && beats >= 1
    return { beat, beats, midi: turn !== 'plain' && isStrong ? snapToChord(midi, chord) : midi }
  })
}
