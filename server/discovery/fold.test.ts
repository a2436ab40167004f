/** Normalization of words for search, and the edit distance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, romanised } from './fold.ts'
import { distance, shapesOf } from './typos.ts'

const words = (text: string) => fold(text).words.map((word) => word.text)

test('accents, capitals and punctuation are ignored', () => {
  assert.deepEqual(words('Björk’s  Ágætis — Łódź & STRAẞE'), ['bjorks', 'agaetis', 'lodz', 'and', 'strasse'])
})

test('Cyrillic and Greek are transliterated to Latin', () => {
  assert.deepEqual(words('Чайка, Ёлка'), ['chaika', 'elka'])
  assert.deepEqual(words('Νίκος'), ['nikos'])
})

test('scripts without spaces become pairs of characters, the same for both kana', () => {
  assert.deepEqual(words('さくら'), words('サクラ'))
  assert.deepEqual(words('雨の日 rain'), ['雨の', 'の日', '雨', '日', 'rain'])
  assert.notDeepEqual(words('か'), words('が'))
})

test('kana are also found by their transliteration', () => {
  assert.deepEqual(romanised('サクラ'), ['sakura'])
  assert.deepEqual(romanised('がんばって しゃしん'), ['ganbatte', 'shashin'])
})

test('two words with one typing error of difference have a shape in common', () => {
  for (const [one, other] of [
    ['okafor', 'okafar'],
    ['okafor', 'okfor'],
    ['okafor', 'okkafor'],
    ['okafor', 'koafor'],
    ['lightning', 'lightening'],
    ['metallica', 'metalica'],
  ] as const) {
    const shapes = new Set(shapesOf(one))
    assert.ok(
      shapesOf(other).some((shape) => shapes.has(shape)),
      `${one} ${other}`,
    )
    assert.equal(distance(one, other, 2), 1)
  }
  assert.equal(distance('moon', 'river', 2), 3)
  assert.equal(distance('metalic', 'metallica', 2, true), 1)
})
