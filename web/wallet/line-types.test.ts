/** The types of statement lines: their slugs in URLs and their names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, describeDue } from './payment-texts.ts'
import { t } from '#web/words/words.ts'
import { lineTypes, receiptHref, typeOfSlug } from './line-types.ts'

test('every type is found by its short form and by its name, in any case, and nothing else is', () => {
  for (const { type } of lineTypes) {
    const slug = receiptHref(type, 'x').split('/')[2]
    for (const text of [slug, type, type.toUpperCase()]) assert.equal(typeOfSlug(text), type)
  }
  for (const text of [undefined, '', 'tips']) assert.equal(typeOfSlug(text), undefined)
})

test('what was spent on promos, tickets and files is in the filter with zaps, so its name is not that of zaps', () => {
  const label = lineTypes.find(({ type }) => type === 'Zap Sent')!.label
  assert.equal(t(label), 'Spent')
  assert.doesNotMatch([t('wallet.zappedByDay'), t('wallet.columnZapped'), t('wallet.quietMonth')].join(), /zap/i)
})

test('money of tickets that comes later is shown as coming in, with its date', () => {
  assert.equal(changeOf({ msatChange: 0, msatPending: 3_000_000 }), 3_000_000)
  assert.equal(changeOf({ msatChange: 10_000, msatPending: 5_000 }), 10_000)
  const due = describeDue({ heldUntil: null, arrivesAt: '2026-12-05T12:00:00.000Z' })
  assert.match(due, /^It arrives on 5 December 2026/)
})
