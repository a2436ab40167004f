/** The words at the faces of a horizon: they stay apart, and are left out where they would be too narrow to read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HorizonData } from '#contract/listening/horizon-bars.ts'
import { chooseFaces } from './choose-faces.ts'

/** Zaps at these percentages of the duration, the largest first. */
function facesAt(...seconds: number[]) {
  const largest = seconds.map((atSeconds, index) => ({
    id: String(index),
    atSeconds,
    msatAmount: 1_000 * (seconds.length - index),
  }))
  return chooseFaces({ largest, durationSeconds: 100 } as unknown as HorizonData)
}
const words = (...seconds: number[]) => facesAt(...seconds).map(({ words: one }) => one)

test('a face that is too near to a larger one is left out', () => {
  assert.deepEqual(
    facesAt(50, 61, 63).map(({ percent }) => percent),
    [50, 63],
  )
})

test('words that come towards each other share the room between their faces', () => {
  const [left, right] = facesAt(50, 90)
  assert.deepEqual([left?.roomPercent, right?.roomPercent], [20, 20])
  assert.deepEqual(words(50, 90), ['max-md:sr-only', 'max-md:sr-only'])
})

test('when that is too little for both, only the larger zap has words', () => {
  assert.deepEqual(words(63, 80), ['max-md:sr-only', 'max-md:sr-only md:sr-only'])
  assert.equal(facesAt(63, 80)[0]?.roomPercent, 17)
  assert.equal(facesAt(80, 63)[0]?.roomPercent, 17)
})

test('the one face with words on phones has none on wider windows when more faces leave too little room', () => {
  assert.deepEqual(words(20, 60, 95, 32), [
    'max-[17rem]:sr-only md:max-lg:sr-only',
    'max-md:sr-only',
    'max-md:sr-only',
    'max-md:sr-only',
  ])
})

test('with words there are always twelve hundredths of the width', () => {
  for (let first = 0; first < 100; first += 7) {
    for (let second = 3; second < 100; second += 7) {
      for (const face of facesAt(first, second, (first + second) / 2)) {
        if (!/(^| )md:sr-only/.test(face.words)) assert.ok(face.roomPercent >= 12)
      }
    }
  }
})
