/** ISRC, ISWC and UPC codes: which inputs are accepted, in any notation, and which are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDigitOf, formatIswc, isIsrc, isIswc, isUpc, plainCode } from './release-codes.ts'

test('an ISRC is accepted with and without hyphens, in either letter case', () => {
  for (const typed of ['USRC17607839', 'us-rc1-76-07839', ' GB AYE 68 00023 ', 'QZ‑ES7‑19‑00001']) {
    assert.ok(isIsrc(typed), typed)
  }
  assert.equal(plainCode('us-rc1-76-07839'), 'USRC17607839')
})

test('an invalid ISRC is refused', () => {
  for (const typed of [
    '',
    'USRC1760783',
    'USRC176078390',
    '1SRC17607839',
    'USRC1760783A',
    'US_C17607839',
    'USRC1760783९',
  ]) {
    assert.ok(!isIsrc(typed), typed)
  }
})

test('a UPC of twelve digits and an EAN of thirteen are accepted with a correct check digit', () => {
  for (const typed of ['036000291452', '0 36000 29145 2', '4006381333931', '5901234123457', '000000000000']) {
    assert.ok(isUpc(typed), typed)
  }
  assert.equal(checkDigitOf('03600029145'), '2')
  assert.equal(checkDigitOf('400638133393'), '1')
})

test('every other last digit, and every wrong length, is refused', () => {
  const right = '036000291452'
  for (let digit = 0; digit < 10; digit++) assert.equal(isUpc(right.slice(0, -1) + digit), digit === 2)
  for (const typed of ['', '12', '03600029145', '40063813339310', '03600029145X']) assert.ok(!isUpc(typed), typed)
})

test('an ISWC is accepted in any notation, with its check digit only', () => {
  for (const typed of ['T-034.524.680-1', 't0345246801', 'T-034524680-1', ' T 000 000 001 0 '])
    assert.ok(isIswc(typed), typed)
  for (let digit = 0; digit < 10; digit++) assert.equal(isIswc(`T034524680${digit}`), digit === 1)
  for (const typed of ['', 'T', 'T034524680', 'T03452468011', '0345246801', 'C0345246801', 'T03452468O1']) {
    assert.ok(!isIswc(typed), typed)
  }
  assert.equal(formatIswc(plainCode('t0345246801')), 'T-034.524.680-1')
})
