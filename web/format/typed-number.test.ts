/** Numbers as people type them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHundredths, parseWhole } from './typed-number.ts'

test('the thousands separators of the language and a dollar sign are accepted', () => {
  for (const text of ['5000', '5,000', ' 5 000 ', '5’000', '$5,000', 'US$ 5000', '5,000.00']) {
    assert.equal(parseHundredths(text, '.'), 500_000, text)
  }
  for (const text of ['5.000', '5 000', '5.000,00']) assert.equal(parseHundredths(text, ','), 500_000, text)
  assert.equal(parseHundredths('1,000,000', '.'), 100_000_000)
})

test('one or two decimals are accepted with either separator', () => {
  assert.deepEqual(
    ['12.5', '12,50', '0.07', '$15', '0'].map((text) => parseHundredths(text, '.')),
    [1_250, 1_250, 7, 1_500, 0],
  )
})

test('what is not such a number is refused', () => {
  for (const text of ['', '-1', '−1', '5.005', '1,00,00', '1e3', 'ten', '15$', '1234567890123']) {
    assert.equal(parseHundredths(text, '.'), null, text)
  }
  assert.deepEqual(['5000.5', '5000.00', '5,000'].map(parseWhole), [null, 5_000, 5_000])
})
