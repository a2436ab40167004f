/** Strict parsing of zap requests, valid and invalid, and the content of receipts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signEvent } from './event.ts'
import { publicKeyOf } from './keys.ts'
import { draftZapReceipt, InvalidZapRequest, isCoordinate, parseZapRequest, relaysOfZap } from './zap.ts'

const SENDER = new Uint8Array(32).fill(7)
const RECIPIENT = publicKeyOf(new Uint8Array(32).fill(9))
const RECEIPTS = publicKeyOf(new Uint8Array(32).fill(11))
const payment = { amountMsat: 21_000n, receiptPubkey: RECEIPTS }

type Parts = { kind?: number; tags?: string[][]; content?: string; more?: string[][] }

const goodTags = () => [
  ['p', RECIPIENT],
  ['amount', '21000'],
  ['relays', 'wss://one.example', 'wss://two.example'],
]
const signed = ({ kind = 9_734, tags = goodTags(), content = 'Thank you', more = [] }: Parts = {}) =>
  signEvent({ kind, created_at: 1_700_000_000, tags: [...tags, ...more], content }, SENDER)
const write = (parts: Parts = {}) => JSON.stringify(signed(parts))
const without = (name: string) => goodTags().filter((tag) => tag[0] !== name)

test('a valid request is parsed with all fields needed later', () => {
  const text = write({
    more: [
      ['e', 'a'.repeat(64)],
      ['a', `31337:${RECIPIENT}:x`],
      ['P', RECEIPTS],
      ['k', '31337'],
    ],
  })
  const request = parseZapRequest(text, payment)
  assert.equal(request.text, text)
  assert.equal(request.sender, publicKeyOf(SENDER))
  assert.equal(request.recipient, RECIPIENT)
  assert.equal(request.content, 'Thank you')
  assert.deepEqual(request.relays, ['wss://one.example', 'wss://two.example'])
  assert.equal(request.lnurl, null)
  // Valid without an amount, an event and relays, too.
  assert.equal(parseZapRequest(write({ tags: [['p', RECIPIENT]] }), payment).relays.length, 0)
})

const event = signed()
const refused: [why: RegExp, text: string][] = [
  [/not JSON/, 'x'],
  [/not JSON/, ''],
  [/not an event/, 'null'],
  [/64 hexadecimal/, '{}'],
  [/64 hexadecimal/, '[]'],
  [/longer than/, JSON.stringify({ ...event, padding: 'x'.repeat(16_000) })],
  [/kind 9734/, write({ kind: 1 })],
  [/kind 9734/, write({ kind: 9_735 })],
  [/no tags/, write({ tags: [] })],
  [/more than 50 tags/, write({ more: Array.from({ length: 50 }, () => ['x', 'y']) })],
  [/no p tag/, write({ tags: without('p') })],
  [/more than one p/, write({ more: [['p', RECIPIENT]] })],
  [/more than one p/, write({ more: [['p', RECEIPTS]] })],
  [/p tag is empty/, write({ tags: [['p']] })],
  [/p tag is not/, write({ tags: [['p', RECIPIENT.toUpperCase()]] })],
  [/p tag is not/, write({ tags: [['p', RECIPIENT.slice(1)]] })],
  [/p tag is not/, write({ tags: [['p', `npub1${RECIPIENT}`]] })],
  [
    /more than one e/,
    write({
      more: [
        ['e', 'a'.repeat(64)],
        ['e', 'a'.repeat(64)],
      ],
    }),
  ],
  [/e tag is not/, write({ more: [['e', 'a'.repeat(63)]] })],
  [/e tag is empty/, write({ more: [['e']] })],
  [
    /more than one a/,
    write({
      more: [
        ['a', `31337:${RECIPIENT}:x`],
        ['a', `31337:${RECIPIENT}:y`],
      ],
    }),
  ],
  [/a tag is not/, write({ more: [['a', `31337:${RECIPIENT}`]] })],
  [/a tag is not/, write({ more: [['a', `1:${RECIPIENT}:`]] })],
  [/a tag is not/, write({ more: [['a', 'x']] })],
  [/another amount/, write({ tags: [...without('amount'), ['amount', '21001']] })],
  [/another amount/, write({ tags: [...without('amount'), ['amount', '021000']] })],
  [/another amount/, write({ tags: [...without('amount'), ['amount', '2.1e4']] })],
  [/another amount/, write({ tags: [...without('amount'), ['amount', '']] })],
  [/more than one amount/, write({ more: [['amount', '21000']] })],
  [/P tag is not/, write({ more: [['P', RECIPIENT]] })],
  [
    /more than one P/,
    write({
      more: [
        ['P', RECEIPTS],
        ['P', RECEIPTS],
      ],
    }),
  ],
  [/more than one relays/, write({ more: [['relays', 'wss://three.example']] })],
  [
    /more than 30 relays/,
    write({ tags: [...without('relays'), ['relays', ...Array<string>(31).fill('wss://x.example')]] }),
  ],
  [
    /more than one lnurl/,
    write({
      more: [
        ['lnurl', 'a'],
        ['lnurl', 'b'],
      ],
    }),
  ],
  [/invalid characters/, write({ content: 'a\0b' })],
  [/invalid characters/, write({ content: '\ud800' })],
  [/invalid characters/, write({ more: [['x', '\0']] })],
  [/message is longer/, write({ content: 'x'.repeat(4_001) })],
  // Forged in every signed part.
  [/does not match/, JSON.stringify({ ...event, content: 'More' })],
  [/does not match/, JSON.stringify({ ...event, created_at: event.created_at + 1 })],
  [/does not match/, JSON.stringify({ ...event, pubkey: RECIPIENT })],
  [/does not match/, JSON.stringify({ ...event, tags: [['p', RECEIPTS]] })],
  [/does not match/, JSON.stringify({ ...event, id: 'a'.repeat(64) })],
  [/signature/, JSON.stringify({ ...event, sig: signed({ content: 'other' }).sig })],
  [/signature/, JSON.stringify({ ...event, sig: 'f'.repeat(128) })],
  [/not 128/, JSON.stringify({ ...event, sig: '' })],
  [/arrays of strings/, JSON.stringify({ ...event, tags: [['p', 1]] })],
  [/arrays of strings/, JSON.stringify({ ...event, tags: { p: RECIPIENT } })],
  [/kind of the event/, JSON.stringify({ ...event, kind: '9734' })],
  [/when it was created/, JSON.stringify({ ...event, created_at: 1.5 })],
]

test('an invalid or forged request is refused with the reason', () => {
  for (const [why, text] of refused) {
    assert.throws(
      () => parseZapRequest(text, payment),
      (error) => error instanceof InvalidZapRequest && why.test(error.message),
      `${String(why)} for ${text.slice(0, 200)}`,
    )
  }
})

test('a coordinate identifies a replaceable or addressable event', () => {
  const table: [text: string, isOne: boolean][] = [
    [`31337:${RECIPIENT}:a track`, true],
    [`31337:${RECIPIENT}:`, true],
    [`31337:${RECIPIENT}:a:b`, true],
    [`0:${RECIPIENT}:`, true],
    [`10002:${RECIPIENT}:`, true],
    [`10002:${RECIPIENT}:x`, false],
    [`1:${RECIPIENT}:`, false],
    [`40000:${RECIPIENT}:x`, false],
    [`031337:${RECIPIENT}:x`, false],
    [`99999:${RECIPIENT}:x`, false],
    [`31337:${RECIPIENT.toUpperCase()}:x`, false],
    [`31337:${RECIPIENT}`, false],
    ['', false],
  ]
  for (const [text, isOne] of table) assert.equal(isCoordinate(text), isOne, text)
})

test('the receipt contains the exact request and has the time of the payment', () => {
  const text = write({
    more: [
      ['e', 'a'.repeat(64)],
      ['a', `31337:${RECIPIENT}:x`],
      ['k', '31337'],
      ['x', 'not kept'],
    ],
  })
  const paidAt = new Date(1_700_000_123_999)
  const receipt = draftZapReceipt(text, { bolt11: 'lnbcrt1', paidAt, preimage: 'b'.repeat(64) })
  assert.deepEqual(receipt, {
    kind: 9_735,
    created_at: 1_700_000_123,
    content: '',
    tags: [
      ['p', RECIPIENT],
      ['e', 'a'.repeat(64)],
      ['a', `31337:${RECIPIENT}:x`],
      ['k', '31337'],
      ['P', publicKeyOf(SENDER)],
      ['bolt11', 'lnbcrt1'],
      ['description', text],
      ['preimage', 'b'.repeat(64)],
    ],
  })
  assert.deepEqual(relaysOfZap(text), ['wss://one.example', 'wss://two.example'])
})
