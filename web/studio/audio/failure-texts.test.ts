/** The reasons of the server for a refused file, in the languages of the pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '#contract/audio-refusals.ts'
import { languages } from '#contract/languages.ts'
import { writeIn } from '#web/words/language.ts'
import { describeRefusedFile } from './failure-texts.ts'

test('each reason is in the language of the page, and in English as the server says it', () => {
  for (const [compressorErrorCode, compressorError] of Object.entries(refusals)) {
    const refused = { compressorError, compressorErrorCode }
    const texts = languages.map((language) => writeIn(language, () => describeRefusedFile(refused)))
    assert.equal(texts[0], compressorError)
    assert.equal(new Set(texts).size, languages.length)
  }
  const other = { compressorError: 'Something else.' }
  for (const refused of [other, { ...other, compressorErrorCode: 'newer' }]) {
    assert.equal(
      writeIn('de', () => describeRefusedFile(refused)),
      'Something else.',
    )
  }
})
