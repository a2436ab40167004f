/** Times in notes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partTimes } from './note-times.ts'

const secondsIn = (text: string, durationSeconds = 7_200) =>
  partTimes(text, durationSeconds).flatMap(({ text: time, seconds }) => (seconds === null ? [] : [[time, seconds]]))

test('times are found, and nothing that only resembles them', () => {
  assert.deepEqual(secondsIn('0:00 Begin, (12:34) middle; 1:02:03 end'), [
    ['0:00', 0],
    ['12:34', 754],
    ['1:02:03', 3_723],
  ])
  assert.deepEqual(secondsIn('12:60, 1:2, 12:345, 10:11:12:13, v1.12:30, 99:99'), [])
  assert.deepEqual(secondsIn('at 5:00 and 4:59', 300), [['4:59', 299]])
  assert.deepEqual(partTimes('no time', 10), [{ text: 'no time', seconds: null }])
})
