/** Splits while they are written: errors by row, and the preview to the msat. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorsOf, namesOf, percentOf, previewSplit, readShare } from './split-draft.ts'

const row = (name: string, share: string) => ({ key: name + share, name, share })

test('what is wrong stands with its row', () => {
  const rows = [row('mara', '57'), row(' Mara ', '43'), row('x', '0'), row('', '1.5'), row('nobody', '1')]
  const errors = errorsOf(rows, new Set(['nobody']))
  assert.deepEqual(
    rows.map(({ key }) => Object.keys(errors.get(key) ?? {}).join()),
    ['', 'name', 'name,share', 'name,share', 'name'],
  )
  assert.deepEqual(namesOf(rows), ['mara', 'nobody'])
})

test('a share is a whole number from 1', () => {
  assert.deepEqual(['1', ' 57 ', '0', '-1', '1e3', '0x1', '2000000000', ''].map(readShare), [
    1,
    57,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('the preview is what will be posted: 57/43 of 1,000 sats less 5 % is 541.500, 408.500 and 50.000', () => {
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
      ['Peal, 5 %', '50.000'],
    ],
  )
  assert.equal(previewSplit({ recipients, feePpm: 0, houseName: '' }).length, 2)
  assert.deepEqual(previewSplit({ recipients: [], feePpm: 0, houseName: '' }), [])
})

test('percents follow the shares', () => {
  const rows = [row('a', '1'), row('b', '2'), row('c', '?')]
  assert.deepEqual(
    rows.map((one) => percentOf(one, rows)),
    ['33.3 %', '66.7 %', ''],
  )
})
