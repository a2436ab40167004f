/** How pasted payment destinations are recognised. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeInvoice, type InvoiceFields } from '#protocols/lightning/bolt11.ts'
import { describeShortage, readPasted } from './destination.ts'

const limits = { minPaymentMsat: 1_000, maxPaymentMsat: 100_000_000, reservePpm: 15_000, reserveMinMsat: 2_000 }

const now = new Date('2026-05-03T12:00:00Z')
const invoiceOf = (fields: Partial<InvoiceFields> = {}) =>
  encodeInvoice(
    {
      network: 'bcrt',
      amountMsat: 1_000_000n,
      paymentHash: '11'.repeat(32),
      paymentSecret: '22'.repeat(32),
      description: 'Coffee',
      createdAt: now,
      ...fields,
    },
    new Uint8Array(32).fill(7),
  )
const read = (text: string, isSandbox = true, nodePubkey = '') =>
  readPasted(text, { ...limits, isSandbox, ownHost: 'peal.example', nodePubkey }, now)
const problemOf = (text: string, isSandbox = true) => {
  const reading = read(text, isSandbox)
  return reading?.to === 'nowhere' ? reading.problem : null
}

test('an invoice is parsed in any case, as a link and over several lines', () => {
  const bolt11 = invoiceOf()
  const wrapped = `${bolt11.slice(0, 40)}\n  ${bolt11.slice(40)} `
  for (const text of [
    bolt11,
    bolt11.toUpperCase(),
    `lightning:${bolt11}`,
    `bitcoin:bcrt1x?lightning=${bolt11}`,
    wrapped,
  ]) {
    const reading = read(text)
    assert.ok(reading?.to === 'invoice', text)
    const { amountMsat, feeReserveMsat, description } = reading
    assert.deepEqual([amountMsat, feeReserveMsat, description], [1_000_000, 15_000, 'Coffee'])
  }
})

test('an empty text is no error', () => {
  assert.equal(read('  \n'), null)
})

test('every other text is refused with its own message', () => {
  assert.match(problemOf('lno1qcp4256ypq') ?? '', /offer/)
  assert.match(problemOf('LNURL1DP68GURN8GHJ7') ?? '', /LNURL/)
  assert.match(problemOf('https://wallet.example/?lightning=LNURL1DP68GURN8GHJ7') ?? '', /LNURL/)
  assert.match(problemOf('https://example.com/pay') ?? '', /^This is a web address\. Paste a Lightning invoice/)
  assert.match(problemOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq') ?? '', /Bitcoin address/)
  assert.match(problemOf(`${invoiceOf().slice(0, -1)}q`) ?? '', /Lightning invoice cannot be read/)
  assert.match(problemOf(invoiceOf({ network: 'bc' })) ?? '', /another network \(Bitcoin\)/)
  assert.match(problemOf(invoiceOf(), false) ?? '', /another network \(Sandbox/)
  assert.match(problemOf(invoiceOf({ amountMsat: null })) ?? '', /has no amount/)
  assert.match(problemOf(invoiceOf({ amountMsat: 999n })) ?? '', /too little/)
  assert.match(problemOf(invoiceOf({ amountMsat: 100_000_001n })) ?? '', /too much/)
  assert.match(problemOf(invoiceOf({ createdAt: new Date(now.getTime() - 3_600_000) })) ?? '', /expired/)
})

test('an address is parsed in any case, and our own is recognized', () => {
  assert.deepEqual(read(' Mara@Wallet.example'), { to: 'address', address: 'mara@wallet.example', isOwn: false })
  assert.deepEqual(read('lightning:mara@peal.example'), { to: 'address', address: 'mara@peal.example', isOwn: true })
  assert.deepEqual(read('mara@peal.example.net')?.to, 'address')
  assert.equal(read('mara@127.0.0.1:4001')?.to, 'address')
})

test('a text that is still being typed is not yet an error', () => {
  for (const text of ['m', 'mara', 'mara@', 'hello']) {
    const reading = read(text)
    assert.ok(reading?.to === 'nowhere' && reading.isUnfinished, text)
  }
})

test('a balance must cover the amount and its fee reserve', () => {
  const reading = read(invoiceOf())
  assert.ok(reading?.to === 'invoice')
  assert.equal(describeShortage(reading, 1_015_000), null)
  assert.match(describeShortage(reading, 1_014_999) ?? '', /needs 1,015 sats, and you have 1,014 sats/)
  assert.match(
    describeShortage({ amountMsat: 2_000, feeReserveMsat: 0 }, 1_999) ?? '',
    /needs 2 sats, and you have 1 sat\./,
  )
})

test('an invoice of this server costs nothing, any other has a fee reserve', () => {
  const bolt11 = invoiceOf()
  const other = read(bolt11)
  assert.ok(other?.to === 'invoice' && !other.isOwn)
  assert.equal(other.feeReserveMsat, 15_000)
  const own = read(bolt11, true, other.payee)
  assert.ok(own?.to === 'invoice' && own.isOwn)
  assert.equal(own.feeReserveMsat, 0)
})
