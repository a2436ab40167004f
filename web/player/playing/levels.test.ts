/** Loudness normalisation: towards the target, never into clipping, within limits, and an album with one gain. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf } from './levels.ts'
import { playableOf } from '#web/player/state/playable.fixture.ts'
import { emptyQueue, startQueue, type Queue } from '#web/player/state/queue.ts'

const track = (id: string, albumId: string) => ({ ...playableOf(id), albumId })
const lone = [track('a', 'one')]
const album = [track('a', 'one'), track('b', 'one')]
const mixed = [track('a', 'one'), track('b', 'other')]

function gainDb(loudnessLufs: number | null, truePeakDb: number | null = -20, list = lone, more: Partial<Queue> = {}) {
  const queue = startQueue({ ...emptyQueue, ...more }, list, 0)
  const shape = { loudnessLufs, truePeakDb, albumLoudnessLufs: -10, albumTruePeakDb: 0 }
  return Math.round(20 * Math.log10(levelOf(queue, list[0]!, shape)) * 10) / 10
}

test('loud audio is lowered and quiet audio raised, to the same loudness', () => {
  assert.equal(gainDb(-8), -6)
  assert.equal(gainDb(-14), 0)
  assert.equal(gainDb(-17), 3)
})

test('gain is limited so that nothing clips and noise is not audible', () => {
  assert.equal(gainDb(-17, -3), 2)
  assert.equal(gainDb(-17, 0), 0)
  assert.equal(gainDb(-17, null), 0)
  assert.equal(gainDb(-40), 6)
  assert.equal(gainDb(-8, 0), -6)
})

test('audio without a measurement is played unchanged', () => {
  assert.equal(gainDb(null, null), 0)
})

test('consecutive tracks of an album get one gain; shuffled ones each their own', () => {
  assert.equal(gainDb(-20, -20, album), -4)
  assert.equal(gainDb(-20, -20, mixed), 6)
  assert.equal(gainDb(-20, -20, album, { shuffle: true }), 6)
})
