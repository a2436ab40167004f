/** Which part of a name is marked as matching the typed text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './typed-parts.ts'

const marked = (name: string, typed: string) =>
  partsOf(name, typed)
    .map(({ text, isTyped }) => (isTyped ? `[${text}]` : text))
    .join('')

test('each typed word is marked once, at the beginning of a word where possible', () => {
  assert.equal(marked('Slow Lightning', 'slow li'), '[Slow] [Li]ghtning')
  assert.equal(marked('Wallow in Low', 'low'), 'Wallow in [Low]')
  assert.equal(marked('Wallow', 'low'), 'Wal[low]')
})

test('case, accents and scripts do not matter', () => {
  assert.equal(marked('Härnösand', 'HARNO'), '[Härnö]sand')
  assert.equal(marked('雨のあと (After the Rain)', '雨の'), '[雨の]あと (After the Rain)')
})

test('a name found despite a typing error is not marked, and no text is lost', () => {
  assert.equal(marked('Paper Boats', 'papr'), 'Paper Boats')
  assert.equal(marked('İstanbul', 'st'), 'İ[st]anbul')
  assert.equal(marked('Paper Boats', '  '), 'Paper Boats')
})
