/** Transcripts as paragraphs, and finding terms in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHits, groupHits, partsOf, toParagraphs } from './transcript-text.ts'

const line = (startTime: number, text: string, speaker?: string) => ({
  startTime,
  endTime: startTime + 1,
  text,
  ...(speaker !== undefined && { speaker }),
})

test('a paragraph ends with its speaker, at a pause, and at the end of a sentence when it is long', () => {
  const long = `${'a'.repeat(400)}.`
  const paragraphs = toParagraphs([
    line(0, 'One', 'Ada'),
    line(1, 'two', 'Ada'),
    line(2, 'three'),
    line(9, 'four'),
    line(10, long),
    line(11, 'five'),
  ])
  assert.deepEqual(
    paragraphs.map(({ startTime, speaker, lines }) => [startTime, speaker, lines.length]),
    [
      [0, 'Ada', 2],
      [2, null, 1],
      [9, null, 2],
      [11, null, 1],
    ],
  )
})

test('a term is found without its case and accents, also across lines', () => {
  const paragraphs = toParagraphs([line(0, 'Das CAFÉ, ﬁnally'), line(1, 'open. Cafe open')])
  assert.deepEqual(findHits(paragraphs, ' café ', 9), [
    { number: 0, paragraph: 0, start: 4, end: 8 },
    { number: 1, paragraph: 0, start: 23, end: 27 },
  ])
  const [across] = findHits(paragraphs, 'finally open', 9)
  assert.deepEqual(across, { number: 0, paragraph: 0, start: 10, end: 21 })
  const parts = paragraphs[0]!.lines.map(({ text }, index) => partsOf(text, index * 17, groupHits([across]).get(0)!))
  assert.deepEqual(parts, [
    [
      { text: 'Das CAFÉ, ', hit: null },
      { text: 'ﬁnally', hit: 0 },
    ],
    [
      { text: 'open', hit: 0 },
      { text: '. Cafe open', hit: null },
    ],
  ])
  assert.equal(findHits(paragraphs, 'a', 2).length, 2)
  assert.deepEqual(findHits(paragraphs, '  ', 9), [])
})
