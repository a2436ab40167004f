/** Where the large beginning of a text ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partSentences } from './sentences.ts'

test('the first sentences are the lead, the others the rest', () => {
  const text = 'I grew up above a shop. I write on a borrowed guitar! Later I moved.\n\nMore.'
  assert.deepEqual(partSentences(text, 2, 200), {
    lead: 'I grew up above a shop. I write on a borrowed guitar!',
    rest: 'Later I moved.\n\nMore.',
  })
  assert.deepEqual(partSentences('She said “No.” Then left.', 1, 200), { lead: 'She said “No.”', rest: 'Then left.' })
})

test('a paragraph without an end is one sentence, and the lead never leaves the first paragraph', () => {
  assert.deepEqual(partSentences('Songs from the ferry\nand more.', 2, 200), {
    lead: 'Songs from the ferry',
    rest: 'and more.',
  })
  assert.deepEqual(partSentences('Version 1.5 of me', 1, 200), { lead: 'Version 1.5 of me', rest: '' })
})

test('Japanese sentences end without a space', () => {
  assert.deepEqual(partSentences('雨の音。夜の音。朝。', 2, 200), { lead: '雨の音。夜の音。', rest: '朝。' })
})

test('sentences that are too long are no lead', () => {
  assert.deepEqual(partSentences(`${'a'.repeat(300)}. Short.`, 2, 200), {
    lead: '',
    rest: `${'a'.repeat(300)}. Short.`,
  })
  assert.equal(partSentences(`Short. ${'a'.repeat(300)}.`, 2, 200).lead, 'Short.')
  assert.deepEqual(partSentences('', 2, 200), { lead: '', rest: '' })
})
