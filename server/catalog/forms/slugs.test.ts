/** Slugs in every script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeSlug, slugCandidates, slugOf } from './slugs.ts'

test('a slug is readable in every script', () => {
  assert.equal(slugOf('Björk & Friends'), 'bjork-friends')
  assert.equal(slugOf('美空ひばり'), '美空ひばり')
  assert.equal(slugOf('Ноль'), 'ноль')
  assert.equal(slugOf('नमस्ते दुनिया'), 'नमस्ते-दुनिया')
  assert.equal(slugOf('が'), 'が')
  assert.equal(slugOf('  AC/DC  '), 'ac-dc')
})

test('a name without letters still has a slug', () => {
  assert.equal(slugOf('!!!'), 'untitled')
  assert.equal(slugOf('🎷'), 'untitled')
  assert.equal(slugOf('❤️'), 'untitled')
})

test('what makes emoji of characters is not in a slug', () => {
  assert.equal(slugOf('Rain ☔️ Radio'), 'rain-radio')
  assert.equal(slugOf('1️⃣ One'), '1-one')
})

test('a very long slug is cut, never inside a character', () => {
  assert.equal([...slugOf('𝒜'.repeat(200))].length, 80)
  assert.equal(slugOf('a'.repeat(200)).length, 80)
})

test('a typed slug is normalized to the stored form', () => {
  for (const name of ['Björk', '美空ひばり', 'Ноль', 'İstanbul'])
    assert.equal(normalizeSlug(slugOf(name)), slugOf(name))
})

test('the candidates never end', () => {
  const candidates = slugCandidates('Ada')
  assert.deepEqual(candidates.slice(0, 3), ['ada', 'ada-2', 'ada-3'])
  assert.equal(new Set(candidates).size, candidates.length)
})
