/** Importing and exporting chapters as show notes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChapters, formatChapters } from './text.ts'

test('times in any usual format become chapters, in order of time', () => {
  const text = `In this episode:
00:00 Welcome
(5:30) - Slow lightning
[01:02:03] The long answer: part 2
2. 12:05 – Questions
• 7:00 | Letters
3:10`
  const { chapters, skipped } = readChapters(text)
  assert.deepEqual(
    chapters.map(({ startSeconds, title }) => [startSeconds, title]),
    [
      [0, 'Welcome'],
      [330, 'Slow lightning'],
      [420, 'Letters'],
      [725, 'Questions'],
      [3_723, 'The long answer: part 2'],
    ],
  )
  assert.deepEqual(skipped, [1, 7])
})

test('of two chapters at the same time the first stays', () => {
  assert.deepEqual(readChapters('0:10 One\n0:10 Two'), { chapters: [{ startSeconds: 10, title: 'One' }], skipped: [2] })
})

test('formatted chapters can be parsed again; hours only when there are any', () => {
  const short = [
    { startSeconds: 0, title: 'Welcome' },
    { startSeconds: 725.9, title: 'Questions' },
  ]
  assert.equal(formatChapters(short), '00:00 Welcome\n12:05 Questions')
  const long = [...short, { startSeconds: 3_723, title: 'The end' }]
  assert.equal(formatChapters(long), '00:00:00 Welcome\n00:12:05 Questions\n01:02:03 The end')
  assert.equal(readChapters(formatChapters(long)).chapters.at(-1)?.startSeconds, 3_723)
})
