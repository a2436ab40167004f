/** The lines of a receipt add up, and its shares can be recomputed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Receipt } from '#web/wallet/payment-texts.ts'
import { arithmeticOf, headlineOf } from './lines.ts'
import { sharesOf } from './shares.ts'

const receipt = (given: Partial<Receipt>): Receipt => ({
  paymentId: '0197b1de-0000-7000-8000-000000000000',
  type: 'Withdraw',
  state: 'settled',
  detail: null,
  heldUntil: null,
  arrivesAt: null,
  failureReason: null,
  msatAmount: 1_000_000,
  msatChange: -1_003_250,
  msatPending: 0,
  note: null,
  splitMsatAmount: null,
  feeReserveMsat: 15_000,
  feeMsat: 3_250,
  contentId: null,
  contentType: null,
  contentTitle: null,
  contentTime: null,
  comment: null,
  userId: null,
  name: null,
  displayName: null,
  isAnonymous: false,
  paidBy: null,
  payerName: null,
  appName: null,
  payerPubkey: null,
  counterparty: null,
  counterpartyName: null,
  paymentHash: null,
  preimage: null,
  createdAt: '2026-05-03T12:00:00.000Z',
  finishedAt: null,
  feePpm: null,
  timeSplit: null,
  splitVersion: null,
  legs: [],
  attempts: [],
  ...given,
})
const leg = (role: string, name: string | null, share: number | null, msatAmount: number) => ({
  role,
  userId: null,
  name,
  displayName: name === 'mara' ? 'Mara Okafor' : name,
  share,
  msatAmount,
})
/** 10 000 msat at 5 %, with a quarter of the rest for another user. */
const zap = receipt({
  type: 'Earnings',
  feeReserveMsat: null,
  feeMsat: null,
  msatAmount: 10_000,
  msatChange: 4_061,
  feePpm: 50_000,
  timeSplit: { shareNumerator: 1, shareDenominator: 4, contentId: null, title: 'Paper Boats' },
  legs: [
    leg('recipient', 'mara', 57, 4_061),
    leg('recipient', 'teodor', 43, 3_064),
    leg('time-split', 'ines', 1, 2_375),
    leg('platform', null, null, 500),
  ],
})
const toMsat = (amount: string) => Math.round(Number(amount.replaceAll(',', '').replace('−', '-')) * 1_000)

test('the lines before the total add up to it', () => {
  const receipts = [
    receipt({}),
    receipt({ state: 'pending', feeMsat: null }),
    receipt({ state: 'failed', feeMsat: null, msatChange: 0 }),
    receipt({ feeReserveMsat: null, feeMsat: 0 }),
    receipt({ type: 'Deposit', feeReserveMsat: null, feeMsat: null }),
    receipt({ type: 'Autoforward', feeReserveMsat: null, feeMsat: 700 }),
    // Three tickets of 1 000 over 1/1/1: on their way, paid out, and with one refunded since.
    ...[{ msatChange: 0, msatPending: 1_002 }, { msatChange: 1_002 }, { msatChange: 2 }].map((one) =>
      receipt({ type: 'Ticket Sale', feeReserveMsat: null, feeMsat: null, msatAmount: 3_000, ...one }),
    ),
  ]
  for (const one of receipts) {
    const lines = arithmeticOf(one)
    const end = lines.findIndex(({ isTotal }) => isTotal)
    const sum = lines.slice(0, end).reduce((total, { amount }) => total + toMsat(amount), 0)
    assert.equal(sum, toMsat(lines[end]?.amount ?? ''), `${one.type} ${one.state}`)
  }
})

test('a day of paid listening adds what has matured, and the rest is on its way', () => {
  const topUp = receipt({
    type: 'Top Up',
    feeReserveMsat: null,
    msatAmount: 30_000,
    msatChange: 20_000,
    msatPending: 10_000,
  })
  assert.deepEqual(
    arithmeticOf(topUp).map(({ name, amount }) => [name, amount]),
    [
      ['Amount', '30'],
      ['On its way', '−10'],
      ['Added to your balance', '20'],
    ],
  )
})

test('the headline is the change to the balance', () => {
  assert.equal(headlineOf(receipt({})), '−1,003.250')
  assert.equal(headlineOf(receipt({ state: 'failed', msatChange: 0 })), '1,000')
  assert.equal(headlineOf(zap), '+4.061')
})

test('shares are recomputed from the receipt', () => {
  const { groups, isRecomputed, leftMsat } = sharesOf(zap, 'mara', 'Peal')
  assert.equal(isRecomputed, true)
  assert.equal(leftMsat, 1)
  assert.deepEqual(
    groups.map(({ key, formula }) => [key, formula]),
    [
      ['own', '95 % × 3/4'],
      ['timed', '95 % × 1/4'],
      ['house', '5 %'],
    ],
  )
  const rows = groups.flatMap((group) => group.rows)
  assert.deepEqual(
    rows.map(({ name, username, weight, quota, isRoundedUp }) => [name, username, weight, quota, isRoundedUp]),
    [
      ['Mara Okafor (you)', 'mara', '57 of 100', '4.06125', false],
      // A display name that equals the username is shown once.
      ['teodor', null, '43 of 100', '3.06375', true],
      ['ines', null, '1 of 1', '2.375', false],
      ['Peal', null, null, '0.500', false],
    ],
  )
  assert.deepEqual(
    rows.map(({ isMine }) => isMine),
    [true, false, false, false],
  )
})

test('a share that is a repeating decimal is shown as one', () => {
  const thirds = receipt({
    ...zap,
    msatAmount: 1_000,
    timeSplit: null,
    legs: [
      ...['a', 'b'].map((name) => leg('recipient', name, 1, 317)),
      leg('recipient', 'c', 1, 316),
      leg('platform', null, null, 50),
    ],
  })
  const { groups, isRecomputed } = sharesOf(thirds, null, 'Peal')
  assert.equal(isRecomputed, true)
  assert.equal(groups[0]?.rows[0]?.quota, '0.316666…')
})

test('a share of whole sats is shown without decimals', () => {
  const legs = [leg('recipient', 'a', 1, 760_000), leg('platform', null, null, 40_000)]
  const { groups } = sharesOf(receipt({ ...zap, msatAmount: 800_000, timeSplit: null, legs }), null, 'Peal')
  assert.deepEqual(
    groups.map(({ rows }) => rows[0]?.quota),
    ['760', '40'],
  )
})

test('a share that does not recompute is not shown as verified', () => {
  const wrong = { ...zap, legs: zap.legs.map((one, index) => (index === 0 ? { ...one, msatAmount: 4_062 } : one)) }
  assert.equal(sharesOf(wrong, null, 'Peal').isRecomputed, false)
  assert.equal(sharesOf({ ...zap, feePpm: null }, null, 'Peal').isRecomputed, false)
})
