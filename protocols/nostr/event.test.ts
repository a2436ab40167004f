/** Events: invalid, altered, and signed by other programs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { InvalidEvent, requireSigned, type NostrEvent, parseEvent, readEvent, signEvent } from './event.ts'

const SECRET = hexToBytes('7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a')
const sample = (): NostrEvent =>
  signEvent({ kind: 1, created_at: 1_700_000_000, tags: [['t', 'peal']], content: 'Grüße ⚡' }, SECRET)
const isRefused = (value: unknown) => assert.throws(() => readEvent(value), InvalidEvent, JSON.stringify(value))

test('an event signed manually by NIP-01 is accepted', () => {
  const pubkey = bytesToHex(schnorr.getPublicKey(SECRET))
  const content = 'a "quoted" line\nand \\ a tab\t'
  const id = sha256(utf8ToBytes(JSON.stringify([0, pubkey, 1_673_347_337, 1, [['e', 'x']], content])))
  const event = {
    id: bytesToHex(id),
    pubkey,
    created_at: 1_673_347_337,
    kind: 1,
    tags: [['e', 'x']],
    content,
    sig: bytesToHex(schnorr.sign(id, SECRET)),
  }
  assert.deepEqual(readEvent(event), event)
})

test('unknown fields are dropped', () => {
  const event = sample()
  assert.deepEqual(readEvent({ ...event, relay: 'wss://example.com', verified: true }), event)
})

test('a value without the shape of an event is refused', () => {
  const event = sample()
  const wrong: Record<string, unknown[]> = {
    id: [undefined, 7, '', 'a'.repeat(63), 'g'.repeat(64), event.id.toUpperCase()],
    pubkey: [undefined, null, '', 'a'.repeat(65), 'G'.repeat(64), `${event.pubkey.slice(1)}\n`],
    sig: [undefined, event.id, 'f'.repeat(127), 'F'.repeat(128)],
    kind: [undefined, '1', 1.5, -1, 65_536, null],
    created_at: [undefined, '1700000000', 1.5, -1, 1e21, null],
    content: [undefined, null, 7, {}, ['x']],
    tags: [undefined, null, {}, 'tags', [7], [['t', 7]], [['t', null]], ['t'], [[['t']]]],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) isRefused({ ...event, [name]: value })
  }
  for (const value of [null, undefined, 7, 'event', [], [event], {}]) isRefused(value)
})

test('an event with any altered field is refused', () => {
  const event = sample()
  const other = signEvent({ kind: 1, created_at: 1, tags: [], content: '' }, hexToBytes('11'.repeat(32)))
  isRefused({ ...event, content: 'Grüße' })
  isRefused({ ...event, kind: 2 })
  isRefused({ ...event, created_at: event.created_at + 1 })
  isRefused({ ...event, tags: [] })
  isRefused({ ...event, tags: [['t', 'peal'], []] })
  isRefused({ ...event, pubkey: other.pubkey })
  isRefused({ ...event, sig: other.sig })
  isRefused({ ...event, id: other.id })
})

test('one digit of the id, the key or the signature changed anywhere is refused', () => {
  const event = sample()
  fc.assert(
    fc.property(fc.constantFrom('id', 'pubkey', 'sig'), fc.nat(63), fc.integer({ min: 1, max: 15 }), (name, at, by) => {
      const text = event[name]
      const digit = ((Number.parseInt(text[at]!, 16) + by) % 16).toString(16)
      isRefused({ ...event, [name]: text.slice(0, at) + digit + text.slice(at + 1) })
    }),
    { numRuns: 60 },
  )
})

test('any event that we sign is accepted', () => {
  const draft = fc.record({
    kind: fc.integer({ min: 0, max: 65_535 }),
    created_at: fc.nat(),
    tags: fc.array(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), { maxLength: 3 }),
    content: fc.string({ unit: 'binary' }),
  })
  fc.assert(
    fc.property(draft, (event) => {
      const signed = signEvent(event, SECRET)
      assert.deepEqual(readEvent(JSON.parse(JSON.stringify(signed))), signed)
    }),
    { numRuns: 40 },
  )
})

test('any JSON is either an event or an InvalidEvent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.throws(() => readEvent(value), InvalidEvent)
    }),
  )
})

test('the shape can be checked without the signature', () => {
  const event = { ...sample(), content: 'altered' }
  assert.deepEqual(parseEvent(event), event)
  assert.throws(() => requireSigned(event), InvalidEvent)
})
