/** The width of amounts, against the widths that the server measures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatExactSats, formatSats } from '#contract/money.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { figureWidth } from '#web/ui/figure-width.ts'

test('an amount is never wider than computed, and at most 6 % narrower', async () => {
  const msat = fc.integer({ min: 0, max: 21_000_000_000_000 })
  const shown = fc.tuple(msat, fc.constantFrom('en', 'de', 'pt'), fc.constantFrom(formatSats, formatExactSats))
  await fc.assert(
    fc.asyncProperty(shown, async ([amountMsat, locale, format]) => {
      const text = format(amountMsat, locale)
      const { em } = (await fitTitle(text))!.wide
      assert.ok(figureWidth(text) >= em && figureWidth(text) <= em * 1.06, `${text}: ${em}, not ${figureWidth(text)}`)
    }),
  )
})
