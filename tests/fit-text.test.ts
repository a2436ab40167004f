/** The widths that the browser computes for amounts and fixed titles, against those that the server measures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#contract/languages.ts'
import { formatExactSats, formatSats } from '#contract/money.ts'
import { readTexts, type TextKey } from '#locales/texts.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { fitText, textWidth } from '#web/ui/fit-text.ts'

test('an amount is never wider than computed, and at most 14 % narrower', async () => {
  const msat = fc.integer({ min: 0, max: 21_000_000_000_000 })
  const shown = fc.tuple(msat, fc.constantFrom('en', 'de', 'pt'), fc.constantFrom(formatSats, formatExactSats))
  await fc.assert(
    fc.asyncProperty(shown, async ([amountMsat, locale, format]) => {
      const text = format(amountMsat, locale)
      const { em } = (await fitTitle(text))!.wide
      assert.ok(textWidth(text) >= em && textWidth(text) <= em * 1.14, `${text}: ${em}, not ${textWidth(text)}`)
    }),
  )
})

/** Titles of pages that could not be shown. */
const ALSO: ReadonlySet<string> = new Set(['offline.title', 'offline.savedTitle'] satisfies TextKey[])

test('every fixed title fits, in every language, in one line and on phones', async () => {
  for (const language of languages) {
    const titles = Object.entries(readTexts(language)).filter(([key]) => key.startsWith('shelf.title') || ALSO.has(key))
    assert.equal(titles.length, 5 + ALSO.size)
    for (const [key, text] of titles as [TextKey, string][]) {
      const { wide, narrow } = fitText(text)
      const lines = [0, ...narrow.breaks].map((start, index) => text.slice(start, narrow.breaks[index]).trim())
      for (const [line, em] of [[text, wide.em], ...lines.map((one) => [one, narrow.em])] as [string, number][]) {
        const measured = await fitTitle(line)
        // The server breaks long titles, and measures no line without spaces above 8 em; this one is one line.
        const least = measured?.wide.breaks.length === 0 ? measured.wide.em : 0
        assert.ok(em >= least - 0.001, `${language} ${key}: ${line} is ${least} em, not ${em}`)
      }
      assert.ok(wide.em <= 18 && lines.length <= 4, `${language} ${key} is long`)
    }
  }
})
