/** Segments: they stop at their neighbours, keep their length, and find room. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, findRoom, moveEdge, moveWhole, segmentAt, sortSegments } from './segments.ts'

const piece = (key: string, startSeconds: number, endSeconds: number) => ({ key, startSeconds, endSeconds })
const scale = { durationSeconds: 99.4, stepSeconds: 1 }
const [first, second, third] = [piece('a', 10, 20), piece('b', 20, 40), piece('c', 60, 80)]
const all = [third, first, second]

test('an edge stops at its neighbour, at its own other edge, and at the end of the audio', () => {
  assert.equal(moveEdge(all, first, 'end', 35, scale).endSeconds, 20)
  assert.equal(moveEdge(all, second, 'start', 3, scale).startSeconds, 20)
  assert.equal(moveEdge(all, second, 'start', 90, scale).startSeconds, 39)
  assert.equal(moveEdge(all, second, 'end', 50.4, scale).endSeconds, 50)
  assert.equal(moveEdge(all, third, 'end', 500, scale).endSeconds, 100)
  assert.equal(moveEdge(all, first, 'start', -4, scale).startSeconds, 0)
})

test('moved as a whole, a segment keeps its length and stays between its neighbours', () => {
  assert.deepEqual(moveWhole(all, second, 33.3, scale), piece('b', 33, 53))
  assert.deepEqual(moveWhole(all, second, 55, scale), piece('b', 40, 60))
  assert.deepEqual(moveWhole(all, third, 0, scale), piece('c', 40, 60))
  assert.deepEqual(
    moveWhole([piece('d', 0, 0.3)], piece('d', 0, 0.3), 1.26, { durationSeconds: 9, stepSeconds: 0.1 }),
    {
      ...piece('d', 1.3, 1.6),
    },
  )
})

test('a new segment starts at the playhead, or in the next free range', () => {
  assert.deepEqual(findRoom(all, 44.9, 30, scale), { startSeconds: 44, endSeconds: 60 })
  assert.deepEqual(findRoom(all, 12, 30, scale), { startSeconds: 40, endSeconds: 60 })
  assert.deepEqual(findRoom(all, 85, 10, scale), { startSeconds: 85, endSeconds: 95 })
  assert.deepEqual(findRoom([piece('a', 50, 100)], 70, 10, scale), { startSeconds: 0, endSeconds: 10 })
  assert.equal(findRoom([piece('a', 0, 100)], 70, 10, scale), null)
})

test('typed times that are reversed, beyond the end or overlapping are errors', () => {
  const faults = faultsOf([piece('a', 10, 20), piece('b', 19, 30), piece('c', 50, 50), piece('d', 60, 101)], scale)
  assert.deepEqual(
    [...faults],
    [
      ['b', 'overlap'],
      ['c', 'order'],
      ['d', 'beyond'],
    ],
  )
  assert.deepEqual([...faultsOf(all, scale)], [])
})

test('the end of a segment is the beginning of the next', () => {
  assert.deepEqual(
    [9, 10, 19.9, 20, 50].map((seconds) => segmentAt(all, seconds)?.key),
    [undefined, 'a', 'a', 'b', undefined],
  )
  assert.deepEqual(
    sortSegments(all).map(({ key }) => key),
    ['a', 'b', 'c'],
  )
})
