/** Playing styles that several pieces share: pads, basses, picking patterns, tunes.
 * Each function creates a Player for one instrument and one style. */
import type { Bar, Player } from './arrange.ts'
import { nearestAbove } from './scale.ts'
import { play, type Note, type Voice } from './song.ts'
import { pad, type PadTone } from './winds-and-pads.ts'

type Sends = Partial<Pick<Note, 'gain' | 'pan' | 'room' | 'echo' | 'chorus'>>

/** Holds the bar's chord, each note twice and slightly detuned, left and right. */
export function holdChord(tone: Omit<PadTone, 'cents'>, sends: Sends, spread = 7): Player {
  return (bar) => {
    const seconds = bar.beats * bar.beatSeconds
    const note = { at: bar.at(0, 0), midi: 60, seconds, velocity: bar.touch(0.7), ...sends }
    play(bar.song, pad({ ...tone, cents: -spread }, bar.voicing), { ...note, pan: -0.65 })
    play(bar.song, pad({ ...tone, cents: spread }, bar.voicing), { ...note, pan: 0.65 })
  }
}

/** `steps` numbers the voices of the chord from below; `b` is the bass, `o` the bass an octave up, `.` a rest. */
export function pickChord(voice: Voice, steps: string, stepBeats: number, ringBeats: number, sends: Sends): Player {
  const words = steps.split(' ')
  return (bar) => {
    for (let step = 0; step * stepBeats < bar.beats; step++) {
      const word = words[step % words.length]!
      if (word === '.') continue
      const isBass = word === 'b' || word === 'o'
      const bass = nearestAbove(bar.chord.bass, bar.voicing[0]! - 13)
      const midi = isBass ? bass + (word === 'o' ? 12 : 0) : bar.voicing[Number(word) % bar.voicing.length]!
      const accent = step === 0 ? 0.86 : isBass ? 0.74 : 0.6 + 0.1 * bar.random.next()
      play(bar.song, voice, {
        at: bar.at(step * stepBeats, 9),
        midi,
        seconds: ringBeats * bar.beatSeconds,
        velocity: bar.touch(accent),
        ...sends,
        pan: (sends.pan ?? 0) + (isBass ? 0 : (midi - bar.voicing[0]!) * 0.012),
      })
    }
  }
}

/** `pattern` holds `beat:length:what`, where what is r (root), f (fifth), o (octave) or n (a step into the next). */
export function walkBass(voice: Voice, pattern: string, low: number, sends: Sends): Player {
  const steps = pattern.split(' ').map((step) => step.split(':'))
  return (bar) => {
    const root = nearestAbove(bar.chord.bass, low)
    const next = nearestAbove(bar.nextChord.bass, low)
    for (const [beat, length, what] of steps) {
      const midi =
        what === 'o' ? root + 12 : what === 'f' ? root + fifthOf(bar) : what === 'n' ? leadInto(root, next) : root
      play(bar.song, voice, {
        at: bar.at(Number(beat), 5),
        midi,
        seconds: Number(length) * bar.beatSeconds,
        velocity: bar.touch(Number(beat) === 0 ? 0.85 : 0.7),
        ...sends,
      })
    }
  }
}

function fifthOf(bar: Bar): number {
  const isFlat =
    bar.chord.tones.includes((bar.chord.root + 6) % 12) && !bar.chord.tones.includes((bar.chord.root + 7) % 12)
  return isFlat ? 6 : 7
}

function leadInto(root: number, next: number): number {
  if (next === root) return root + 7
  return next > root ? next - 2 : next + 2
}

/** Plays the section's tune; long notes swell a little, and the highest note is accented. */
export function playTune(voice: Voice, octave: number, sends: Sends, legato = 0.96): Player {
  return (bar) => {
    const top = bar.tune.reduce((most, note) => Math.max(most, note.midi), 0)
    for (const note of bar.tune) {
      const lean = 0.66 + (note.midi === top ? 0.14 : 0) + (note.beat === 0 ? 0.06 : 0)
      play(bar.song, voice, {
        at: bar.at(note.beat, 12),
        midi: note.midi + octave * 12,
        seconds: note.beats * bar.beatSeconds * legato,
        velocity: bar.touch(lean),
        ...sends,
      })
    }
  }
}

/** One drum; `steps` is a string of sixteenths (or any grid): `.` is silent, 1 to 9 is the loudness. */
export function beatDrum(voice: Voice, steps: string, stepBeats: number, midi: number, sends: Sends): Player {
  return (bar) => {
    for (let step = 0; step * stepBeats < bar.beats; step++) {
      const mark = steps[step % steps.length]!
      if (mark === '.') continue
      play(bar.song, voice, {
        at: bar.at(step * stepBeats, 4),
        midi,
        seconds: 0.1,
        velocity: bar.touch(Number(mark) / 9),
        ...sends,
      })
    }
  }
}

/** The whole chord at given beats, rolled from below as a hand would. */
export function compChord(voice: Voice, pattern: string, rollMs: number, sends: Sends): Player {
  const steps = pattern.split(' ').map((step) => step.split(':').map(Number))
  return (bar) => {
    for (const [beat = 0, beats = 1, loud = 7] of steps) {
      const start = bar.at(beat, 6)
      for (const [finger, midi] of bar.voicing.entries()) {
        play(bar.song, voice, {
          at: start + (finger * rollMs * bar.random.between(0.6, 1.3)) / 1_000,
          midi,
          seconds: beats * bar.beatSeconds,
          velocity: bar.touch((loud / 9) * (finger === bar.voicing.length - 1 ? 1.05 : 0.86)),
          ...sends,
          pan: (sends.pan ?? 0) + (finger - 1.5) * 0.16,
        })
      }
    }
  }
}
