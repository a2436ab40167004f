/** Lyrics while they are edited: nothing is lost between file, draft and file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addLine,
  findMisplaced,
  firstUnstamped,
  importDraft,
  readDraft,
  shiftLines,
  stampLine,
  toKind,
  writeDraft,
} from './draft.ts'

const LRC = '[00:01.00] Slow lightning\n[00:04.50] over the water\n[00:09.25] and then the sound'

test('timed lyrics are parsed and formatted unchanged, plain text too', () => {
  assert.equal(readDraft(LRC).kind, 'timed')
  assert.equal(writeDraft(readDraft(LRC)), LRC)
  const plain = 'Slow lightning\n\nover the water'
  assert.equal(writeDraft(readDraft(plain)), plain)
  assert.equal(writeDraft(readDraft(null)), '')
})

test('the same text gives the same draft', () => {
  assert.deepEqual(readDraft(LRC), readDraft(LRC))
})

test('an error in an LRC file is named by its line, the other lines are kept', () => {
  const { draft, problems } = importDraft('[ti:Slow]\n[00:01.00] one\n[00:75.00] two\n[00:03.00] three')
  assert.deepEqual(
    draft.lines.map(({ text }) => text),
    ['one', 'three'],
  )
  assert.deepEqual(problems, [{ line: 3, reason: 'seconds-beyond-59' }])
})

test('plain text becomes lines without empty ones, and lines become plain text', () => {
  const timed = toKind(readDraft('one\n\n  two '), 'timed')
  assert.deepEqual(
    timed.lines.map(({ timeSeconds, text }) => [timeSeconds, text]),
    [
      [null, 'one'],
      [null, 'two'],
    ],
  )
  assert.equal(toKind(timed, 'plain').text, 'one\ntwo')
})

test('stamped line by line, lyrics become LRC', () => {
  let { lines } = toKind(readDraft('one\ntwo\nthree'), 'timed')
  assert.equal(firstUnstamped(lines), 0)
  lines = stampLine(lines, 0, 1.004)
  lines = stampLine(lines, 1, 2.5)
  assert.equal(firstUnstamped(lines), 2)
  assert.equal(writeDraft({ kind: 'timed', text: '', tags: {}, lines }), '[00:01.00] one\n[00:02.50] two\nthree')
  lines = stampLine(lines, 1, null)
  assert.equal(lines[1]?.timeSeconds, null)
})

test('a line stamped before the one above is named, and is sung at its time', () => {
  const { lines } = readDraft(LRC)
  const moved = stampLine(lines, 2, 2)
  assert.deepEqual([...findMisplaced(moved)], ['line 2'])
  assert.match(writeDraft({ kind: 'timed', text: '', tags: {}, lines: moved }), /lightning\n.*sound\n.*water$/)
})

test('all times move together, none below zero', () => {
  const { lines } = readDraft(LRC)
  assert.deepEqual(
    shiftLines(lines, -1.5).map(({ timeSeconds }) => timeSeconds),
    [0, 3, 7.75],
  )
})

test('a new line is below the selected one, and an empty one is not saved', () => {
  const { lines, key } = addLine(readDraft(LRC).lines, 0)
  assert.equal(lines[1]?.key, key)
  assert.equal(writeDraft({ kind: 'timed', text: '', tags: {}, lines }), LRC)
})
