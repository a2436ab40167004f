/** The shares shown before paying are the shares that will be booked, at every position. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZAP_TERMS } from '#tests/zap-terms.ts'
import { formatAmount } from '#web/words/sats.ts'
import { arrivedOf, partsOfShares, partsOfZap, thanksText, type BookedShare, type ZapTerms } from './legs.ts'

const one = (name: string, share: number) => ({ name, displayName: null, share })
const TERMS: ZapTerms = {
  ...ZAP_TERMS,
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
  partsOfZap({ amountMsat: 10_000, terms: TERMS, contentTime, brand: 'Peal' }).map(
    ({ name, amount }) => `${name}: ${amount}`,
  )

test('without a position, and outside every time split, content is shared as usual', () => {
  const shared = ['mara: 5.415', 'teodor: 4.085', 'Peal, 5 %: 0.500']
  assert.deepEqual(partsAt(undefined), shared)
  assert.deepEqual(partsAt(9), shared)
  assert.deepEqual(partsAt(20), shared)
})

test('within a time split its recipient gets a part of what remains after the platform fee', () => {
  assert.deepEqual(partsAt(10), ['mara: 4.061', 'teodor: 3.064', 'ines (Paper Boats): 2.375', 'Peal, 5 %: 0.500'])
})

const shareOf = (name: string | null, msatAmount: number, more: Partial<BookedShare> = {}): BookedShare => ({
  role: name === null ? 'platform' : 'recipient',
  name,
  displayName: null,
  isHeld: false,
  msatAmount,
  ...more,
})

test('the text after a zap states what arrived and for whom, to the msat', () => {
  const told = (shares: BookedShare[]) => {
    const { amountMsat, names } = arrivedOf(shares)
    return `${formatAmount(amountMsat)} ${thanksText(names)}`
  }
  const two = [shareOf('mara', 1_137_150), shareOf('teodor', 857_851), shareOf(null, 104_999)]
  assert.equal(told(two), '1,995.001 sats went to mara and teodor. Thank you.')
  assert.match(told([...two, shareOf('ines', 1_000)]), /^1,996.001 sats went to mara and 2 others/)
  // Users who get nothing or have left are not thanked, and their share is not counted as received.
  assert.match(told([shareOf('mara', 950), shareOf('teodor', 0), shareOf(null, 50)]), /^0.950 sats went to mara\./)
  const left = shareOf('gone', 408, { name: null, isHeld: true })
  assert.match(told([shareOf('mara', 542), left, shareOf(null, 50)]), /^0.542 sats went to mara\./)
  assert.deepEqual(
    partsOfShares([shareOf('mara', 542), left, shareOf(null, 50)], 'Peal, 5 %').map(
      ({ name, amount }) => `${name}: ${amount}`,
    ),
    ['mara: 0.542', 'For a deleted account: 0.408', 'Peal, 5 %: 0.050'],
  )
})

test('without a platform fee the house has no part', () => {
  const parts = partsOfZap({ amountMsat: 1_000, terms: { ...TERMS, feePpm: 0 }, contentTime: undefined, brand: 'Peal' })
  assert.equal(parts.length, 2)
})
