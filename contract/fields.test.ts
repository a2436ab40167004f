/** Texts as they are stored: trimmed, and without characters that reverse what follows them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { optionalText, text } from './fields.ts'

test('characters that reverse text are removed, the marks of right-to-left text stay', () => {
  const reversing = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  for (const field of [text(20), optionalText(20)]) {
    assert.equal(z.parse(field, ` Great${reversing} song `), 'Great song')
    assert.equal(z.parse(field, 'שלום\u200f!\u200e'), 'שלום\u200f!\u200e')
  }
  assert.equal(z.parse(optionalText(20), '\u202e '), '')
  assert.equal(z.safeParse(text(20), '\u202e ').success, false)
})
