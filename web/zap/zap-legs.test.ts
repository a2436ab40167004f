/** What is shown before paying is what will be booked, at every moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPlainSats, partsOfZap, thankWords, type ZapTerms } from './zap-legs.ts'

const one = (name: string, share: number) => ({ name, displayName: null, share })
const TERMS: ZapTerms = {
  contentId: '01890000-0000-7000-8000-000000000001',
  contentType: 'track',
  title: 'Kite String',
  feePpm: 50_000,
  minMsat: 1_000,
  maxMsat: 100_000_000,
  lightningAddress: 'track.1@peal.example',
  lnurl: 'LNURL1',
  zapPubkey: '00'.repeat(32),
  recipients: [one('mara', 57), one('teodor', 43)],
  timeSplits: [
    {
      startSeconds: 10,
      endSeconds: 20,
      shareNumerator: 1,
      shareDenominator: 4,
      contentId: '01890000-0000-7000-8000-000000000002',
      title: 'Paper Boats',
      recipients: [one('ines', 1)],
    },
  ],
}
const partsAt = (contentTime: number | undefined) =>
  partsOfZap({ amountMsat: 10_000, terms: TERMS, contentTime, brand: 'Peal' }, formatPlainSats).map(
    ({ name, amount }) => `${name}: ${amount}`,
  )

test('without a moment, and outside of every time split, the content is shared as ever', () => {
  const shared = ['mara: 5.415', 'teodor: 4.085', 'Peal, 5 %: 0.5']
  assert.deepEqual(partsAt(undefined), shared)
  assert.deepEqual(partsAt(9), shared)
  assert.deepEqual(partsAt(20), shared)
})

test('within a time split its work gets its part of what the platform leaves', () => {
  assert.deepEqual(partsAt(10), ['mara: 4.061', 'teodor: 3.064', 'ines (Paper Boats): 2.375', 'Peal, 5 %: 0.5'])
})

test('who gets nothing at this moment is not thanked for', () => {
  assert.match(thankWords(TERMS, undefined), /mara and teodor/)
  assert.match(thankWords(TERMS, 15), /mara and 2 others/)
  const all = { ...TERMS, timeSplits: TERMS.timeSplits.map((split) => ({ ...split, shareNumerator: 4 })) }
  assert.match(thankWords(all, 15), /went to ines/)
})

test('without a platform fee the house has no part', () => {
  const parts = partsOfZap(
    { amountMsat: 1_000, terms: { ...TERMS, feePpm: 0 }, contentTime: undefined, brand: 'Peal' },
    formatPlainSats,
  )
  assert.equal(parts.length, 2)
})
