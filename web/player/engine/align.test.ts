/** Locating a recording in a known signal: noise exactly, a tone in phase and near the expected position. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAudio } from './align.ts'

const RATE_HZ = 44_100

/** Always the same noise, with low frequencies like music. */
function makeNoise(count: number): Float32Array {
  let [state, low] = [12_345, 0]
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    low = 0.9 * low + 0.1 * (state / 2 ** 31 - 1)
    return low
  })
}

test('music is aligned to the sample, however far from the expected position', () => {
  const known = makeNoise(4 * RATE_HZ)
  for (const index of [50_000, 61_234, 44_101]) {
    const heard = known.slice(index, index + 9_000).map((sample) => sample * 0.3)
    const found = findAudio(heard, known, 55_000, 13_000)
    assert.equal(found.index, index)
    assert.ok(found.score > 0.99)
  }
})

test('a tone is aligned in phase, in the period nearest to the expected position', () => {
  const periodSamples = 100
  const tone = Float32Array.from({ length: RATE_HZ * 3 }, (_, at) => Math.sin((2 * Math.PI * at) / periodSamples))
  const heard = tone.slice(40_033, 40_033 + 9_000)
  const found = findAudio(heard, tone, 50_000, 13_000)
  assert.equal((found.index - 40_033) % periodSamples, 0)
  assert.ok(Math.abs(found.index - 50_000) <= periodSamples)
})

test('unrelated audio is not aligned', () => {
  const tone = Float32Array.from({ length: RATE_HZ }, (_, at) => Math.sin(at / 9))
  assert.ok(Math.abs(findAudio(makeNoise(9_000), tone, 10_000, 9_000).score) < 0.5)
  assert.equal(findAudio(new Float32Array(9_000), tone, 10_000, 9_000).score, 0)
})
