/** The times of a clip stay inside the recording and within the lengths that are allowed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fitRange, moveEdge } from './clip-times.ts'

test('an edge pushes the other one where the part would be too long or too short', () => {
  assert.deepEqual(moveEdge({ start: 10, end: 40 }, 'end', 90, 200), { start: 30, end: 90 })
  assert.deepEqual(moveEdge({ start: 70, end: 100 }, 'start', 5, 200), { start: 5, end: 65 })
  assert.deepEqual(moveEdge({ start: 10, end: 40 }, 'start', 55, 200), { start: 55, end: 56 })
})

test('a part at the end of the recording is moved into it', () => {
  assert.deepEqual(fitRange(190, 30, 200.7), { start: 170, end: 200 })
  assert.deepEqual(fitRange(1, 30, 2.4), { start: 0, end: 2 })
})

test('for any input, a part is 1 to 60 whole seconds inside the recording', () => {
  const seconds = fc.integer({ min: -100, max: 5_000 })
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 4_000, noNaN: true }),
      seconds,
      seconds,
      fc.array(fc.tuple(fc.constantFrom('start' as const, 'end' as const), seconds), { maxLength: 6 }),
      (duration, start, length, moves) => {
        let range = fitRange(start, length, duration)
        for (const [edge, to] of moves) {
          range = moveEdge(range, edge, to, duration)
          const long = range.end - range.start
          assert.ok(range.start >= 0 && range.end <= duration && long >= 1 && long <= 60, JSON.stringify(range))
        }
      },
    ),
  )
})
