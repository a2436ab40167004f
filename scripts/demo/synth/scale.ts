/** Pitch: scales, chord symbols and voice leading. Notes are MIDI numbers (60 is middle C).
 * Produces no sound. */

const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  pentatonic: [0, 2, 4, 7, 9],
} as const
export type ScaleName = keyof typeof scales

const qualities: Record<string, readonly number[]> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  '6': [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  '7': [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  '9': [0, 4, 10, 14],
  m9: [0, 3, 10, 14],
  maj9: [0, 4, 11, 14],
  '69': [0, 4, 9, 14],
  m11: [0, 3, 10, 17],
  '13': [0, 4, 10, 21],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  '7sus4': [0, 5, 7, 10],
  '9sus4': [0, 5, 10, 14],
  m7b5: [0, 3, 6, 10],
  '7b9': [0, 4, 10, 13],
}
const letters: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

export type Chord = { bass: number; root: number; tones: number[] }

export function toHertz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12)
}

/** Degree 1 is the tonic, 8 the tonic above, 0 the last degree below it. */
export function pitchOf(tonic: number, scale: ScaleName, degree: number): number {
  const steps = scales[scale]
  const index = degree - 1
  const octave = Math.floor(index / steps.length)
  return tonic + octave * 12 + steps[index - octave * steps.length]!
}

/** Parses symbols such as `F#m9` and `Cmaj7/E` into pitch classes. */
export function parseChord(symbol: string): Chord {
  const match = /^([A-G][#b]?)([^/]*)(?:\/([A-G][#b]?))?$/.exec(symbol)
  const intervals = match && qualities[match[2]!]
  if (!intervals) throw new Error(`unknown chord ${symbol}`)
  const root = pitchClass(match[1]!)
  const tones = [...new Set(intervals.map((interval) => (root + interval) % 12))]
  return { bass: match[3] ? pitchClass(match[3]) : root, root, tones }
}

function pitchClass(name: string): number {
  const accidental = name[1] === '#' ? 1 : name[1] === 'b' ? -1 : 0
  return (letters[name[0]!]! + accidental + 12) % 12
}

/** Places the chord's tones so that they move as little as possible from the previous voicing. */
export function leadVoices(chord: Chord, before: readonly number[] | undefined, low: number, high: number): number[] {
  const middle = (low + high) / 2
  let best: number[] | undefined
  let bestCost = Infinity
  for (const voicing of listVoicings(chord, low)) {
    if (voicing.at(-1)! > high + 5) continue
    const centre = voicing.reduce((sum, note) => sum + note, 0) / voicing.length
    let cost = Math.abs(centre - middle) * 0.7
    if (before) for (const [at, note] of voicing.entries()) cost += Math.abs(note - (before[at] ?? note))
    // a semitone between the two lowest voices sounds wrong on every instrument here
    if (voicing[1]! - voicing[0]! < 2) cost += 8
    if (cost < bestCost) [best, bestCost] = [voicing, cost]
  }
  if (!best) throw new RangeError(`no room between ${low} and ${high}`)
  return best
}

function* listVoicings(chord: Chord, low: number): Generator<number[]> {
  for (let turn = 0; turn < chord.tones.length; turn++) {
    for (let octave = 0; octave < 2; octave++) {
      const voicing: number[] = []
      let floor = low + octave * 12
      for (let voice = 0; voice < chord.tones.length; voice++) {
        const tone = chord.tones[(turn + voice) % chord.tones.length]!
        const note = nearestAbove(tone, floor)
        voicing.push(note)
        floor = note + 1
      }
      yield voicing
      // drop the second voice from the top by an octave: the open sound of guitars and strings
      if (voicing.length > 3) {
        const open = [...voicing]
        open[open.length - 2]! -= 12
        open.sort((first, second) => first - second)
        if (open[0]! >= low) yield open
      }
    }
  }
}

export function nearestAbove(pitch: number, floor: number): number {
  return floor + ((((pitch - floor) % 12) + 12) % 12)
}

/** The chord tone nearest to the note, for melody notes that fall on a strong beat. */
export function snapToChord(note: number, chord: Chord): number {
  for (let distance = 0; distance < 7; distance++) {
    for (const candidate of [note - distance, note + distance]) {
      if (chord.tones.includes(((candidate % 12) + 12) % 12)) return candidate
    }
  }
  return note
}
