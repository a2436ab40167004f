/** Words while they are stamped, moved and edited: the text of a line is always that of its words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, shiftLines, stampLine, toKind, writeDraft, type DraftLine } from './draft.ts'
import { firstUnstampedWord, keepWords, moveWord, nextPlace, placeBefore, stampWord, type WordPlace } from './words.ts'

const timed = (text: string) => toKind(readDraft(text), 'timed').lines
const write = (lines: DraftLine[]) => writeDraft({ kind: 'timed', text: '', lines, tags: {} })

test('a song tapped word by word becomes enhanced LRC', () => {
  let lines = timed('Count with me\nslow lightning')
  let place: WordPlace | null = firstUnstampedWord(lines)
  for (let seconds = 1; place; seconds += 0.5) {
    lines = stampWord(lines, place, seconds)
    place = nextPlace(lines, place)
  }
  assert.equal(
    write(lines),
    '[00:01.00] <00:01.00>Count <00:01.50>with <00:02.00>me\n[00:02.50] <00:02.50>slow <00:03.00>lightning',
  )
  assert.deepEqual(firstUnstampedWord(lines), { line: 0, word: 0 })
})

test('one press back stamps the word before again; its later words have no times until they are tapped', () => {
  const { lines } = readDraft('[00:01.00] <00:01.00>one <00:02.00>two <00:03.00>three\n[00:05.00] <00:05.00>four')
  assert.deepEqual(placeBefore(lines, { line: 1, word: 0 }), { line: 0, word: 2 })
  const again = stampWord(lines, { line: 0, word: 1 }, 2.5)
  assert.equal(write(again), '[00:01.00] <00:01.00>one <00:02.50>two three\n[00:05.00] <00:05.00>four')
})

test('a word moves between its neighbours, and the first one takes its line along', () => {
  const { lines } = readDraft('[00:01.00] <00:01.00>one <00:02.00>two <00:02.20>three')
  assert.equal(moveWord(lines, { line: 0, word: 1 }, 0.5)[0]!.words![1]!.timeSeconds, 2.2)
  const moved = moveWord(lines, { line: 0, word: 0 }, -0.25)[0]!
  assert.deepEqual([moved.timeSeconds, moved.words![0]!.timeSeconds], [0.75, 0.75])
})

test('words move with their line and with all lines', () => {
  const { lines } = readDraft('[00:01.00] <00:01.00>one <00:02.00>two<00:03.00>')
  assert.equal(write(stampLine(lines, 0, 2)), '[00:02.00] <00:02.00>one <00:03.00>two<00:04.00>')
  assert.equal(write(shiftLines(lines, 0.5)), '[00:01.50] <00:01.50>one <00:02.50>two<00:03.50>')
  assert.equal(write(stampLine(lines, 0, null)), 'one two')
})

test('a corrected word keeps the times, another number of words does not', () => {
  const [line] = readDraft('[00:01.00] <00:01.00>won <00:02.00>two').lines
  assert.equal(write([keepWords(line!, 'one two')]), '[00:01.00] <00:01.00>one <00:02.00>two')
  assert.equal(write([keepWords(line!, 'one and two')]), '[00:01.00] one and two')
})

test('an opened file is saved as it was, with its tags and the times of its words', () => {
  const file = '[ti:Slow Lightning]\n[ar:Mara]\n[00:01.00] <00:01.00>light<00:01.30>ning <00:02.00>strikes<00:02.80>'
  assert.equal(writeDraft(readDraft(file)), file)
})
