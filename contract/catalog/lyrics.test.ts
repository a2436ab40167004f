/** Parses lyrics leniently, and reports problems by line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLyrics, formatStamp, lineAt, parseLyrics } from './lyrics.ts'

test('plain text is unchanged, with its empty lines and words in brackets', () => {
  const { isTimed, lines, problems, tags } = parseLyrics('[Chorus: Ada]\r\nHold the line\r\n\r\n[2x] again\n\n')
  assert.equal(isTimed, false)
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['[Chorus: Ada]', 'Hold the line', '', '[2x] again'],
  )
  assert.deepEqual([problems, tags], [[], {}])
})

test('a time before each line makes them timed, in hundredths, thousandths or none', () => {
  const { isTimed, lines } = parseLyrics('[00:01]one\n[00:02.5] two\n[00:03.25]three\n[01:04.125] four\n[00:05:50]five')
  assert.equal(isTimed, true)
  assert.deepEqual(lines, [
    { timeSeconds: 1, text: 'one' },
    { timeSeconds: 2.5, text: 'two' },
    { timeSeconds: 3.25, text: 'three' },
    { timeSeconds: 5.5, text: 'five' },
    { timeSeconds: 64.125, text: 'four' },
  ])
})

test('a line with several timestamps is repeated at each of them', () => {
  const { lines } = parseLyrics('[00:10.00][00:30.00] Chorus\n[00:20.00] Verse')
  assert.deepEqual(
    lines.map(({ timeSeconds, text }) => `${timeSeconds} ${text}`),
    ['10 Chorus', '20 Verse', '30 Chorus'],
  )
})

test('the offset of the file moves every line, but never below zero', () => {
  const words = '[00:01.00] one\n[00:05.00] two'
  const times = (offset: string) => parseLyrics(`[offset:${offset}]\n${words}`).lines.map((line) => line.timeSeconds)
  assert.deepEqual(times('500'), [0.5, 4.5])
  assert.deepEqual(times('+2000'), [0, 3])
  assert.deepEqual(times('-250'), [1.25, 5.25])
})

test('metadata tags are not lines', () => {
  const { lines, tags } = parseLyrics('\uFEFF[ti: Dawn]\n[AR:Ada]\n[length: 03:20]\n\n[00:01.00] one')
  assert.deepEqual(tags, { ti: 'Dawn', ar: 'Ada', length: '03:20' })
  assert.equal(lines.length, 1)
})

test('a line without a time follows the previous line, also when times are out of order', () => {
  const { lines } = parseLyrics('[00:20.00] late\n(echo)\n[00:10.00] early')
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['early', 'late', '(echo)'],
  )
  assert.equal(lines[2]!.timeSeconds, null)
})

test('an empty timed line is a pause', () => {
  assert.deepEqual(parseLyrics('[00:01.00] Hold on\n[00:04.00]').lines[1], { timeSeconds: 4, text: '' })
})

test('invalid lines are reported by number, and the others are still parsed', () => {
  const text = '[00:01.00] fine\n[00:61.00] too many seconds\n[0:1x] what\n\n[9999:00] never\n[offset: soon]\n[00:02'
  const { lines, problems } = parseLyrics(text)
  assert.deepEqual(lines, [{ timeSeconds: 1, text: 'fine' }])
  assert.deepEqual(problems, [
    { line: 2, reason: 'seconds-beyond-59' },
    { line: 3, reason: 'time-malformed' },
    { line: 5, reason: 'time-too-late' },
    { line: 6, reason: 'offset-malformed' },
    { line: 7, reason: 'time-malformed' },
  ])
})

test('formatting parsed lyrics returns the same text', () => {
  const text = '[00:01.00] one\n(echo)\n[01:02.50] two\n[100:03.99]'
  assert.equal(formatLyrics(parseLyrics(text).lines), text)
  assert.equal(formatStamp(83.456), '[01:23.46]')
  assert.equal(formatStamp(59.999), '[01:00.00]')
})

test('the line at a position is the last one that has started', () => {
  const { lines } = parseLyrics('[00:01.00] one\n(echo)\n[00:05.00] two')
  assert.deepEqual(
    [0, 1, 4.9, 5, 500].map((seconds) => lineAt(lines, seconds)),
    [-1, 0, 0, 2, 2],
  )
})

test('long or malformed text is parsed quickly', () => {
  for (const text of [
    '',
    '\n',
    '[',
    '[]',
    '[:]',
    '[ar',
    ']',
    '\0',
    '[00:00.000]',
    '['.repeat(20_000),
    '[1:1]'.repeat(4_000),
  ]) {
    assert.doesNotThrow(() => parseLyrics(text))
  }
})
