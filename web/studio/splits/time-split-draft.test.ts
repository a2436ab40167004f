/** Time splits while they are edited: parsing and formatting the shared part, and the preview to the msat. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewTimeSplit, readPart, writePart } from './time-split-draft.ts'

test('a part is a percentage or a fraction, and is stored in lowest terms', () => {
  assert.deepEqual(readPart('25'), { numerator: 1, denominator: 4 })
  assert.deepEqual(readPart(' 33,33 % '), { numerator: 3_333, denominator: 10_000 })
  assert.deepEqual(readPart('1/3'), { numerator: 1, denominator: 3 })
  assert.deepEqual(readPart('2 / 6'), { numerator: 1, denominator: 3 })
  assert.deepEqual(readPart('100'), { numerator: 1, denominator: 1 })
  for (const wrong of ['', '0', '-1', '101', '1e1', '25.001', '4/3', '0/3', '1/0', '1/1000001', 'half']) {
    assert.equal(readPart(wrong), null, wrong)
  }
})

test('a part is shown as it was entered', () => {
  const shown = ['25', '12.5', '0.01', '1/3', '100'].map((typed) => {
    const part = readPart(typed)
    return part && writePart(part)
  })
  assert.deepEqual(shown, ['25', '12.5', '0.01', '1/3', '100'])
})

test('of 10 sats with a quarter away, 4.061, 3.064, 2.375 and 0.5: the same in thousands', () => {
  const parts = previewTimeSplit({
    own: [
      { name: 'mara', shownAs: 'mara', share: 57 },
      { name: 'teodor', shownAs: 'teodor', share: 43 },
    ],
    others: [{ name: 'ana', shownAs: 'ana, for Kite String', share: 1 }],
    part: { numerator: 1, denominator: 4 },
    feePpm: 50_000,
    houseName: 'Peal, 5 %',
  })
  assert.deepEqual(
    parts.map(({ name, amount }) => [name, amount]),
    [
      ['mara', '406.125'],
      ['teodor', '306.375'],
      ['ana, for Kite String', '237.500'],
      ['Peal, 5 %', '50'],
    ],
  )
})
