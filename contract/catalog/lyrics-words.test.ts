/** Enhanced LRC: times of words are parsed, reported by line when they are wrong, and formatted without loss. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatLyrics, parseLyrics } from './lyrics.ts'
import { endOfWord } from './lyrics-words.ts'

test('each word has its time, with the spaces of either way to write them', () => {
  const expected = [
    {
      timeSeconds: 12,
      text: 'Count with me',
      words: [
        { timeSeconds: 12, text: 'Count ' },
        { timeSeconds: 12.6, text: 'with ' },
        { timeSeconds: 13.125, text: 'me' },
      ],
      endSeconds: 14,
    },
  ]
  assert.deepEqual(parseLyrics('[00:12.00]<00:12.00>Count <00:12.60>with <00:13.125>me<00:14>').lines, expected)
  assert.deepEqual(
    parseLyrics('[00:12.00] <00:12.00> Count <00:12.60> with <00:13.125> me <00:14.00> ').lines,
    expected,
  )
  assert.deepEqual(parseLyrics('[00:12.00]Count<00:12.60> with<00:13.125> me<00:14:00>').lines, expected)
})

test('a word may be a syllable, which only a space ends', () => {
  const [line] = parseLyrics('[00:01.00]<00:01.00>light<00:01.30>ning <00:01.80>strikes').lines
  assert.equal(line!.text, 'lightning strikes')
  assert.deepEqual(
    line!.words!.map(({ text }) => text),
    ['light', 'ning ', 'strikes'],
  )
  assert.equal(line!.endSeconds, undefined)
})

test('malformed times of words are named with their line, which keeps its own time', () => {
  const { lines, problems } = parseLyrics(
    [
      '[00:01.00] <00:01.00>fine <00:01.50>words',
      '[00:02.00] <00:02.00>one <00:2x>two',
      '[00:03.00] <00:03.00>one <00:75.00>two',
      '[00:04.00] <00:04.50>one <00:04.20>two',
      '[00:05.00] I <3 you, <b> <3.>',
      '[00:06.00] <9999:00>never',
    ].join('\n'),
  )
  assert.deepEqual(problems, [
    { line: 2, reason: 'time-malformed' },
    { line: 3, reason: 'seconds-beyond-59' },
    { line: 4, reason: 'word-order' },
    { line: 6, reason: 'time-too-late' },
  ])
  assert.deepEqual(
    lines.map(({ text, words }) => [text, words?.length ?? 0]),
    [
      ['fine words', 2],
      ['one two', 0],
      ['one two', 0],
      ['one two', 0],
      ['I <3 you, <b> <3.>', 0],
      ['never', 0],
    ],
  )
})

test('words move with the offset of the file, and with each repetition of their line', () => {
  const { lines } = parseLyrics('[offset:500]\n[00:10.00][00:30.00]<00:10.00>Ring <00:11.00>it<00:12.00>')
  assert.deepEqual(
    lines.map(({ timeSeconds, words, endSeconds }) => [
      timeSeconds,
      words!.map((word) => word.timeSeconds),
      endSeconds,
    ]),
    [
      [9.5, [9.5, 10.5], 11.5],
      [29.5, [29.5, 30.5], 31.5],
    ],
  )
})

test('a word ends where the next one begins', () => {
  const [line] = parseLyrics('[00:01.00]<00:01.00>one <00:02.00>two').lines
  assert.equal(endOfWord(line!, 0, 10), 2)
  assert.equal(endOfWord(line!, 1, 2.5), 2.5)
  assert.equal(endOfWord({ ...line!, endSeconds: 5 }, 1, 10), 5)
})

const hundredths = fc.integer({ min: 0, max: 400_000 })
// "<3.3>" would be read as a time, which is then wrong: LRC cannot hold such a text.
const syllable = fc.stringMatching(/^[a-zäñ'あ.,!?<>3-]{1,6}$/).filter((text) => !/<-?3+\.3.*>/.test(text))
const timedLine = fc
  .record({
    times: fc.array(hundredths, { minLength: 2, maxLength: 8 }),
    texts: fc.array(fc.tuple(syllable, fc.boolean()), { minLength: 1, maxLength: 6 }),
    isEnded: fc.boolean(),
  })
  .map(({ times, texts, isEnded }) => {
    const [at = 0, ...rest] = times.toSorted((one, other) => one - other).map((value) => value / 100)
    const words = texts.slice(0, rest.length).map(([text, isSpaced], index, all) => ({
      timeSeconds: rest[index]!,
      text: isSpaced && index < all.length - 1 ? `${text} ` : text,
    }))
    const text = words.map((word) => word.text).join('')
    return { timeSeconds: at, text, words, ...(isEnded && { endSeconds: rest.at(-1)! }) }
  })

test('formatting and parsing returns the same lines, with their tags', () => {
  fc.assert(
    fc.property(fc.array(timedLine, { minLength: 1, maxLength: 6 }), (lines) => {
      const sorted = lines.toSorted((one, other) => one.timeSeconds - other.timeSeconds)
      const text = formatLyrics(sorted, { ti: 'Slow', ar: 'Mara' })
      const parsed = parseLyrics(text)
      assert.deepEqual(parsed.problems, [])
      assert.deepEqual(parsed.tags, { ti: 'Slow', ar: 'Mara' })
      assert.deepEqual(parsed.lines, sorted)
      assert.equal(formatLyrics(parsed.lines, parsed.tags), text)
    }),
  )
})
