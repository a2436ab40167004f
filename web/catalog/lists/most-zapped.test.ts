/** Which songs are in a list of the most zapped ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrackWire } from '#web/player/state/playables.ts'
import { isZapped, mostZapped } from './most-zapped.ts'

const tracks = (...sats: number[]) => sats.map((msatTotal) => ({ msatTotal }) as TrackWire)

test('songs without a zap are not among the most zapped', () => {
  assert.deepEqual(mostZapped(tracks(3_000, 1_000, 0)), tracks(3_000, 1_000))
  assert.equal(isZapped(tracks(3_000, 0)), true)
})

test('of an artist without zaps, all songs are shown, and not called the most zapped', () => {
  assert.deepEqual(mostZapped(tracks(0, 0)), tracks(0, 0))
  assert.equal(isZapped(tracks(0, 0)), false)
})
