/** Sketches: exact for few listeners, within 2 % for many, the same in any order, and without a trace from one subject to
 * another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMarks, countListeners, markOf } from './sketch.ts'

const EMPTY = new Uint8Array()
const visitor = (number: number) => Buffer.from(`visitor ${number}`)
const marksOf = (from: number, to: number, subject = 'song') =>
  Array.from({ length: to - from }, (_, index) => markOf(visitor(from + index), subject))

test('an empty sketch has no listeners, and one listener counts once however often they listen', () => {
  assert.equal(countListeners([]), 0)
  assert.equal(countListeners([EMPTY]), 0)
  assert.equal(countListeners([addMarks(EMPTY, [...marksOf(0, 1), ...marksOf(0, 1)])]), 1)
})

for (const count of [10, 100, 1_000, 10_000, 30_000, 120_000]) {
  test(`${count} listeners are counted within 2 %`, () => {
    const counted = countListeners([addMarks(EMPTY, marksOf(0, count))])
    assert.ok(Math.abs(counted - count) <= count * 0.02, String(counted))
  })
}

test('added one after the other, in any order or in parts, a sketch is the same', () => {
  const marks = marksOf(0, 14_000)
  const whole = addMarks(EMPTY, marks)
  // The second part makes it a sketch of all registers.
  const parts = addMarks(addMarks(EMPTY, marks.slice(0, 9_000).toReversed()), marks.slice(5_000))
  assert.deepEqual(parts, whole)
  assert.equal(whole.length, 32_768)
})

test('sketches of days are united, so a listener of both days counts once', () => {
  const [monday, tuesday] = [addMarks(EMPTY, marksOf(0, 6_000)), addMarks(EMPTY, marksOf(4_000, 9_000))]
  const counted = countListeners([monday, tuesday])
  assert.ok(Math.abs(counted - 9_000) <= 180, String(counted))
  // Those of both days: the sum of the days without the union.
  const both = countListeners([monday]) + countListeners([tuesday]) - counted
  assert.ok(Math.abs(both - 2_000) <= 180, String(both))
})

test('the sketches of two songs with the same listeners have nothing in common', () => {
  const same = marksOf(0, 500).filter((mark, index) => mark === marksOf(0, 500, 'another')[index])
  assert.ok(same.length <= 2, String(same.length))
})
