/** Splits while they are edited: errors by row, percent and parts, and the preview to the msat. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  convertShares,
  errorsOf,
  kindOf,
  namesOf,
  percentOf,
  previewSplit,
  shareEvenly,
  sharesOf,
  sumErrorOf,
  toThousandths,
} from './draft.ts'
import { missingOf, readShare, weightsOf } from './shares.ts'

const row = (name: string, share: string) => ({ key: name + share, name, share })
const weights = (...typed: string[]) => weightsOf(typed, 'percent')?.weights

test('an error is shown at its row', () => {
  const rows = [row('mara', '57'), row(' Mara ', '43'), row('x', '0'), row('', '1.5'), row('nobody', '1')]
  const errors = errorsOf(rows, 'parts', new Set(['nobody']))
  assert.deepEqual(
    rows.map(({ key }) => Object.keys(errors.get(key) ?? {}).join()),
    ['', 'name', 'name,share', 'name,share', 'name'],
  )
  assert.deepEqual(namesOf(rows), ['mara', 'nobody'])
})

test('a part is a whole number from 1', () => {
  const typed = ['1', ' 57 ', '0', '-1', '1e3', '0x1', '2000000000', '']
  assert.deepEqual(
    typed.map((one) => readShare(one, 'parts')),
    [1, 57, null, null, null, null, null, null],
  )
})

test('a percentage has up to three decimals, with a point or a comma', () => {
  const typed = ['57', '33.33', '33,3', '0.01', '100', '0', '0.001', '100.01', '57 %', '-5', '']
  assert.deepEqual(
    typed.map((one) => readShare(one, 'percent')),
    [57_000, 33_330, 33_300, 10, 100_000, null, 1, null, null, null, null],
  )
})

test('percentages add up to 100, and the difference is shown', () => {
  const short = [row('mara', '57'), row('teodor', '40.5')]
  assert.equal(missingOf(sharesOf(short)), 2_500)
  assert.match(sumErrorOf(short, 'percent') ?? '', /97\.5 %.*2\.5 %/)
  assert.match(sumErrorOf([row('mara', '57'), row('teodor', '44')], 'percent') ?? '', /101 %.*1 %/)
  assert.equal(sumErrorOf([row('mara', '57'), row('teodor', '43')], 'percent'), null)
  assert.match(sumErrorOf([row('mara', '57'), row('teodor', '')], 'percent') ?? '', /57 %.*43 %/)
  assert.equal(sumErrorOf([row('mara', '57'), row('teodor', '33.3333')], 'percent'), null)
  assert.equal(sumErrorOf([row('mara', '57'), row('teodor', '44')], 'parts'), null)
  assert.notEqual(sumErrorOf([row('mara', '1000000000'), row('teodor', '1')], 'parts'), null)
})

test('equal shares are percentages where that is exact, otherwise one part each', () => {
  const users = (count: number) => Array.from({ length: count }, (_, index) => row(`person${index}`, '7'))
  assert.deepEqual(sharesOf(shareEvenly(users(4)).rows), ['25', '25', '25', '25'])
  assert.equal(shareEvenly(users(8)).rows[0]?.share, '12.5')
  assert.deepEqual(shareEvenly(users(3)), { kind: 'parts', rows: users(3).map((one) => ({ ...one, share: '1' })) })
})

test('percentages become parts and parts percentages, in the same ratio', () => {
  const percents = [row('mara', '57'), row('teodor', '43')]
  assert.deepEqual(sharesOf(convertShares(percents, 'percent', 'parts')), ['57', '43'])
  const thirds = [row('a', '1'), row('b', '1'), row('c', '1')]
  assert.deepEqual(sharesOf(convertShares(thirds, 'parts', 'percent')), ['33.334', '33.333', '33.333'])
  assert.deepEqual(sharesOf(convertShares([row('a', '?'), row('b', '2')], 'parts', 'percent')), ['?', '2'])
  assert.equal(
    toThousandths([1, 999_999, 7]).reduce((sum, one) => sum + one, 0),
    100_000,
  )
})

test('weights are reduced to lowest terms', () => {
  assert.deepEqual(weights('57', '43'), [57, 43])
  assert.deepEqual(weights('12.5', '87.5'), [125, 875])
  assert.deepEqual(weights('33.34', '66.66'), [3_334, 6_666])
  assert.deepEqual(weights('33.334', '66.666'), [33_334, 66_666])
  assert.deepEqual([kindOf([57, 43]), kindOf([125, 875]), kindOf([1, 1, 1])], ['percent', 'percent', 'parts'])
})

test('the preview equals what is posted: 57/43 of 1,000 sats less 5 % is 541.500, 408.500 and 50', () => {
  const recipients = [
    { name: 'mara', shownAs: 'mara (you)', share: 57 },
    { name: 'teodor', shownAs: 'teodor', share: 43 },
  ]
  const parts = previewSplit({ recipients, feePpm: 50_000, houseName: 'Peal, 5 %' })
  assert.deepEqual(
    parts.map(({ name, amount }) => [name, amount]),
    [
      ['mara (you)', '541.500'],
      ['teodor', '408.500'],
      ['Peal, 5 %', '50'],
    ],
  )
  assert.equal(previewSplit({ recipients, feePpm: 0, houseName: '' }).length, 2)
  assert.deepEqual(previewSplit({ recipients: [], feePpm: 0, houseName: '' }), [])
})

test('three times 33.333 % is everything, stored as one part each, and pays exact thirds', () => {
  const rows = ['a', 'b', 'c'].map((name) => row(name, '33.333'))
  assert.equal(sumErrorOf(rows, 'percent'), null)
  const thirds = weights(...sharesOf(rows))!
  assert.deepEqual(thirds, [1, 1, 1])
  const recipients = thirds.map((share, index) => ({ name: `p${index}`, shownAs: `p${index}`, share }))
  // Money rule 1: 1,000 sats without a fee over 1/1/1.
  assert.deepEqual(
    previewSplit({ recipients, feePpm: 0, houseName: '' }).map(({ weight }) => weight),
    [333_334, 333_333, 333_333],
  )
  assert.notEqual(sumErrorOf([row('a', '33.333'), row('b', '66.66')], 'percent'), null)
  assert.notEqual(sumErrorOf([row('a', '33'), row('b', '33'), row('c', '33')], 'percent'), null)
})

test('fractions are exact, alone and beside percentages, and a rounded percentage is what they leave', () => {
  assert.deepEqual(weights('1/3', '1/3', '1/3'), [1, 1, 1])
  assert.deepEqual(weights('1/3', ' 2 / 3 '), [1, 2])
  assert.deepEqual(weights('1/2', '50'), [50, 50])
  assert.deepEqual(weights('1/3', '50', '1/6'), [2, 3, 1])
  assert.deepEqual(weights('1/3', '66.667'), [1, 2])
  assert.deepEqual(weights('1/3', '33,333', '33.333'), [1, 1, 1])
  assert.deepEqual(weights('50', '1/3', '16.667'), [3, 2, 1])
  assert.deepEqual(weightsOf(['1/3', '2', '1'], 'parts')?.weights, [1, 6, 3])
  for (const wrong of ['1/0', '4/3', 'a/b', '0/3', '1/', '/3', '1/2/3', '1.5/3', '-1/3', '1/1000001']) {
    assert.equal(readShare(wrong, 'percent'), null, wrong)
    assert.match(errorsOf([row('mara', wrong)], 'percent', new Set()).get(`mara${wrong}`)?.share ?? '', /1\/3/)
  }
  // What is left to assign is exact too: 1/6 of 1/3, 1/2 and 1/6.
  assert.deepEqual(weightsOf(['1/3', '50'], 'percent'), { weights: [2, 3], left: 1 })
  assert.match(sumErrorOf([row('a', '1/3'), row('b', '50')], 'percent') ?? '', /83\.333 %.*16\.667 %/)
  assert.match(sumErrorOf([row('a', '1/3'), row('b', '3/4')], 'percent') ?? '', /108\.333 %.*8\.333 %/)
  assert.equal(weightsOf(['1/3', '3/4'], 'percent'), null)
  const fine = ['1/999983', '1/999979', '999999/1000000'].map((share, index) => row(`p${index}`, share))
  assert.match(sumErrorOf(fine, 'parts') ?? '', /fractions/)
})

test('percentages follow the parts', () => {
  const rows = [row('a', '1'), row('b', '2'), row('c', '?')]
  assert.deepEqual(
    rows.map((one) => percentOf(one, rows)),
    ['33.3 %', '66.7 %', ''],
  )
})
