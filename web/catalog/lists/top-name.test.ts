/** How a list of songs is called that is sorted by their sats. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrackWire } from '#web/player/state/playables.ts'
import { nameOfTop } from './top-name.ts'

const nameOf = (...sats: number[]) => nameOfTop(sats.map((msatTotal) => ({ msatTotal }) as TrackWire))

test('a list with a song that has no zap is not called the most zapped', () => {
  assert.equal(nameOf(3_000, 1_000), 'Most zapped')
  assert.equal(nameOf(3_000, 0), 'Songs')
  assert.equal(nameOf(0, 0), 'Songs')
})
