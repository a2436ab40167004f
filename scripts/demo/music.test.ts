/** Checks that the demo music is technically correct: complete, of steady loudness, unclipped and the same each time.
 * Whether it sounds good cannot be tested. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrange, type Plan } from './arrange.ts'
import { finishSong, measureLufs } from './mastering.ts'
import { pieces } from './music.ts'
import { holdChord, pickChord, playTune } from './players.ts'
import { leadVoices, parseChord, pitchOf } from './scale.ts'
import { chimeModes, pluck, struck } from './strings-and-keys.ts'
import { saw } from './synth.ts'
import { encodeWav, sampleRate } from './wav.ts'

const sketch: Plan = {
  seed: 5,
  beatsPerMinute: 120,
  beats: 4,
  tonic: 60,
  scale: 'major',
  low: 52,
  high: 69,
  tunes: { a: '1/1 3/1 5/2 | 8/4' },
  sections: [{ bars: 2, chords: 'Cmaj7 G7', players: 'pick hold sing', energy: 1, tune: 'a' }],
  tailSeconds: 1,
}

function renderSketch(seed: number): Buffer {
  const song = arrange(
    { ...sketch, seed },
    {
      pick: pickChord(pluck({ bright: 0.5, ringSeconds: 2, place: 0.2 }), 'b 1 2 3', 0.5, 1, { room: 0.3 }),
      hold: holdChord({ wave: saw, attack: 0.2, release: 0.4, lowHertz: 300, highHertz: 900 }, { gain: 0.1 }),
      sing: playTune(struck(chimeModes), 1, { gain: 0.3, echo: 0.3 }),
    },
  )
  return finishSong(song, {
    room: { seconds: 1.5, brightHertz: 4_000, level: 0.4 },
    echo: { seconds: 0.3, feedback: 0.3, level: 0.4, toRoom: 0.2 },
    fadeOutSeconds: 0.5,
  })
}

function readChannels(wav: Buffer): { left: Float32Array; right: Float32Array } {
  const frames = (wav.length - 44) / 4
  const left = new Float32Array(frames)
  const right = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    left[frame] = wav.readInt16LE(44 + frame * 4) / 32_767
    right[frame] = wav.readInt16LE(46 + frame * 4) / 32_767
  }
  return { left, right }
}

describe('demo music', () => {
  it('writes a WAV header that says what follows', () => {
    const wav = encodeWav(new Float32Array([0, 1, -1]), new Float32Array([0.5, 2, -2]))
    assert.equal(wav.toString('latin1', 0, 4), 'RIFF')
    assert.equal(wav.readUInt32LE(4), wav.length - 8)
    assert.equal(wav.toString('latin1', 8, 16), 'WAVEfmt ')
    assert.deepEqual([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24)], [1, 2, sampleRate])
    assert.equal(wav.readUInt32LE(40), 12)
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((at) => wav.readInt16LE(44 + at * 2)),
      [0, 16_384, 32_767, 32_767, -32_767, -32_768],
    )
  })

  it('renders the same bytes from the same seed and others from another', () => {
    const first = renderSketch(5)
    assert.ok(first.equals(renderSketch(5)))
    assert.ok(!first.equals(renderSketch(6)))
  })

  it('is as long as its bars and its tail', () => {
    assert.equal(renderSketch(5).length, 44 + 5 * sampleRate * 4)
  })

  it('arrives at the loudness of streaming without clipping, and ends in silence', () => {
    const bus = readChannels(renderSketch(5))
    const peak = Math.max(
      ...[bus.left, bus.right].map((side) => side.reduce((most, now) => Math.max(most, Math.abs(now)), 0)),
    )
    assert.ok(peak <= 10 ** (-1.5 / 20) + 1 / 32_767, `peak ${peak}`)
    assert.ok(Math.abs(measureLufs(bus) + 15) < 1.5, `loudness ${measureLufs(bus)}`)
    assert.equal(Math.abs(bus.left.at(-1)!), 0)
  })

  it('renders a whole piece of a useful length', () => {
    const wav = pieces['paper-boats']()
    const seconds = (wav.length - 44) / 4 / sampleRate
    assert.ok(seconds > 45 && seconds < 80, `${seconds} s`)
    const { left } = readChannels(wav)
    const offset = left.reduce((sum, now) => sum + now, 0) / left.length
    assert.ok(Math.abs(offset) < 0.002, `offset ${offset}`)
  })

  it('reads chords and scales and moves voices a little at a time', () => {
    assert.deepEqual(parseChord('F#m7/E'), { bass: 4, root: 6, tones: [6, 9, 1, 4] })
    assert.throws(() => parseChord('Hm'))
    assert.deepEqual(
      [0, 1, 3, 8].map((degree) => pitchOf(60, 'major', degree)),
      [59, 60, 64, 72],
    )
    const tonic = leadVoices(parseChord('Cmaj7'), undefined, 52, 69)
    const next = leadVoices(parseChord('Am7'), tonic, 52, 69)
    const moved = next.reduce((sum, note, voice) => sum + Math.abs(note - tonic[voice]!), 0)
    assert.ok(moved <= 5, `${tonic} to ${next}`)
  })
})
