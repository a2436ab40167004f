/** NIP-98 headers: valid and invalid ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { getToken } from 'nostr-tools/nip98'
import { finalizeEvent } from 'nostr-tools/pure'
import { type NostrEvent, signEvent, type UnsignedEvent } from './event.ts'
import { draftHttpAuth, encodeHttpAuth, InvalidHttpAuth, isHttpAuth, isSignedBody, parseHttpAuth } from './http-auth.ts'

const SECRET = hexToBytes('7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a')
const PUBKEY = '17162c921dc4d2518f9a101db33695df1afb56ab82f5ff3e5da6eec3ca5cd917'
const NOW = 1_790_000_000
const URL_ = 'https://peal.example/v1/send?a=1&b=%2F'
const request = { method: 'POST', url: URL_, urls: [URL_], nowSeconds: NOW }
const BODY = '{"amount":1}'

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))
const headerOf = (event: Partial<UnsignedEvent>) =>
  encodeHttpAuth(signEvent({ ...draftHttpAuth(request, BODY), ...event }, SECRET))
const encode = (value: unknown) => `Nostr ${base64.encode(utf8ToBytes(JSON.stringify(value)))}`
const assertRefused = (header: string, about = header.slice(0, 80), isExpired = false) =>
  assert.throws(
    () => parseHttpAuth(header, request),
    (error) => error instanceof InvalidHttpAuth && error.isExpired === isExpired,
    about,
  )

test('a header is verified for its key, request and body', () => {
  const auth = parseHttpAuth(headerOf({}), request)
  assert.equal(auth.pubkey, PUBKEY)
  assert.equal(auth.createdAtSeconds, NOW)
  assert.equal(auth.payload, hashOf(BODY))
  assert.match(auth.eventId, /^[0-9a-f]{64}$/)
})

test('headers of nostr-tools are accepted', async () => {
  const sign = (event: object) => finalizeEvent(event as never, SECRET)
  const made = await getToken(URL_, 'POST', sign, true, { amount: 1 })
  const auth = parseHttpAuth(made, { ...request, nowSeconds: Math.floor(Date.now() / 1_000) })
  assert.equal(auth.pubkey, PUBKEY)
  assert.equal(isSignedBody(auth.payload, hashOf(BODY)), true)
})

test('the scheme is accepted in any letter case, and other schemes are refused', () => {
  for (const header of ['Nostr e30=', 'nostr e30=', 'NOSTR ', 'Nostr']) assert.equal(isHttpAuth(header), true, header)
  for (const header of ['', 'Bearer x', 'Nostrum x', ' Nostr x', 'Basic x']) assert.equal(isHttpAuth(header), false)
})

test('a skew of sixty seconds is accepted in both directions, sixty-one are not', () => {
  for (const by of [-60, -1, 0, 1, 60]) parseHttpAuth(headerOf({ created_at: NOW + by }), request)
  for (const by of [-61, 61, -86_400, 86_400]) assertRefused(headerOf({ created_at: NOW + by }), `${by} s`, true)
  assert.throws(() => parseHttpAuth(headerOf({ created_at: NOW - 60 }), { ...request, nowSeconds: NOW + 0.5 }))
})

test('an event of another kind or with content is refused', () => {
  for (const kind of [0, 1, 27_234, 27_236, 22_242]) assertRefused(headerOf({ kind }), `kind ${kind}`)
  assertRefused(headerOf({ content: 'x' }))
})

test('the method is compared without regard to case, and is otherwise exact', () => {
  for (const method of ['post', 'Post']) {
    parseHttpAuth(headerOf({ tags: draftHttpAuth({ ...request, method }).tags }), request)
  }
  for (const method of ['GET', 'POST ', '', 'PUT', 'poſt']) {
    assertRefused(headerOf({ tags: draftHttpAuth({ ...request, method }).tags }), method)
  }
})

test('a server with several origins accepts each of them, and no other', () => {
  const urls = ['http://localhost:3000/v1/x', 'http://127.0.0.1:3000/v1/x']
  const headerFor = (url: string) => headerOf({ tags: draftHttpAuth({ ...request, url }).tags })
  for (const url of urls) parseHttpAuth(headerFor(url), { ...request, urls })
  assert.throws(() => parseHttpAuth(headerFor('http://[::1]:3000/v1/x'), { ...request, urls }), InvalidHttpAuth)
  assert.throws(() => parseHttpAuth(headerFor(urls[0]!), { ...request, urls: [] }), InvalidHttpAuth)
})

test('the URL must match exactly', () => {
  const others = [
    'https://peal.example/v1/send',
    'https://peal.example/v1/send?b=%2F&a=1',
    'https://peal.example/v1/send?a=1&b=/',
    'https://peal.example/v1/send?a=1&b=%2f',
    'https://peal.example/v1/send/?a=1&b=%2F',
    'https://peal.example//v1/send?a=1&b=%2F',
    'https://peal.example/V1/send?a=1&b=%2F',
    'https://PEAL.example/v1/send?a=1&b=%2F',
    'http://peal.example/v1/send?a=1&b=%2F',
    'https://peal.example:443/v1/send?a=1&b=%2F',
    'https://evil.example/v1/send?a=1&b=%2F',
    'https://peal.example/v1/send?a=1&b=%2F#',
    `${URL_} `,
    '/v1/send?a=1&b=%2F',
    '',
  ]
  for (const url of others) assertRefused(headerOf({ tags: draftHttpAuth({ ...request, url }).tags }), url)
})

test('each tag occurs once, with one value, and unknown tags are refused', () => {
  const [u, method] = [
    ['u', URL_],
    ['method', 'POST'],
  ] as [string[], string[]]
  const payload = ['payload', hashOf(BODY)]
  const wrong: string[][][] = [
    [],
    [u],
    [method],
    [u, u, method],
    [u, ['u', 'https://evil.example/'], method],
    [['u', 'https://evil.example/'], u, method],
    [u, method, method],
    [u, method, ['method', 'GET']],
    [u, method, payload, payload],
    [u, method, payload, ['payload', hashOf('')]],
    [u, method, ['nonce', '1'], ['nonce', '2']],
    [['u', URL_, 'more'], method],
    [u, ['method', 'POST', 'GET']],
    [['u'], method],
    [u, ['method']],
    [u, method, []],
    [u, method, ['expiration', String(NOW)]],
    [u, method, ['__proto__', 'x']],
    [['U', URL_], method],
    [u, method, ['payload', hashOf(BODY).toUpperCase()]],
    [u, method, ['payload', '']],
    [u, method, ['payload', 'abc']],
  ]
  for (const tags of wrong) assertRefused(headerOf({ tags }), JSON.stringify(tags))
  parseHttpAuth(headerOf({ tags: [method, ['nonce', 'anything'], u] }), request)
})

test('a header without an event is refused', () => {
  const event = signEvent(draftHttpAuth(request, BODY), SECRET)
  const text = base64.encode(utf8ToBytes(JSON.stringify(event)))
  const wrong = [
    'Nostr',
    'Nostr ',
    'Nostr  ',
    'Nostr e30=',
    'Nostr !!!!',
    `Nostr  ${text}`,
    `Nostr ${text} `,
    `Nostr ${text}, Bearer x`,
    `Nostr ${text}${text}`,
    `Nostr ${text.slice(0, -1)}`,
    `Nostr ${text.slice(0, -4)}`,
    `Bearer ${text}`,
    `Nostr ${base64.encode(new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]))}`,
    `Nostr ${base64.encode(utf8ToBytes(`\uFEFF${JSON.stringify(event)}`))}`,
    encode(null),
    encode([event]),
    encode(JSON.stringify(event)),
    encode({ ...event, sig: undefined }),
  ]
  for (const header of wrong) assertRefused(header)
  parseHttpAuth(`nostr ${text}`, request)
})

test('a header of more than 8 KB is refused without parsing', () => {
  assertRefused(headerOf({ tags: [...draftHttpAuth(request).tags, ['nonce', 'x'.repeat(8_000)]] }))
  assertRefused(`Nostr ${'A'.repeat(100_000)}`)
  parseHttpAuth(headerOf({ tags: [...draftHttpAuth(request).tags, ['nonce', 'x'.repeat(4_000)]] }), request)
})

test('an event with any altered field is refused', () => {
  const event = signEvent(draftHttpAuth(request, BODY), SECRET)
  const other = signEvent(draftHttpAuth(request, BODY), hexToBytes('11'.repeat(32)))
  const changes: Partial<NostrEvent>[] = [
    { created_at: NOW + 1 },
    { tags: [...event.tags.slice(0, 2), ['payload', hashOf('{"amount":2}')]] },
    { tags: event.tags.slice(0, 2) },
    { pubkey: other.pubkey },
    { id: other.id },
    { sig: other.sig },
    { sig: '0'.repeat(128) },
    { pubkey: '0'.repeat(64) },
    { pubkey: 'f'.repeat(64) },
  ]
  for (const change of changes) assertRefused(encodeHttpAuth({ ...event, ...change }), JSON.stringify(change))
})

test('a header with any changed character is refused', () => {
  const header = headerOf({})
  const original = parseHttpAuth(header, request)
  fc.assert(
    fc.property(fc.integer({ min: 6, max: header.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, by) => {
      const altered = header.slice(0, at) + by + header.slice(at + 1)
      if (altered === header) return
      try {
        // Some characters have no meaning: whitespace in JSON, or another encoding of the same text.
        assert.deepEqual(parseHttpAuth(altered, request), original)
      } catch (error) {
        assert.ok(error instanceof InvalidHttpAuth, String(error))
      }
    }),
    { numRuns: 150 },
  )
})

test('arbitrary text is refused, and causes no other error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      assertRefused(text)
      assertRefused(`Nostr ${text}`)
    }),
  )
})

test('a body must be signed, and a request without a body must not sign one', () => {
  const signed = hashOf(BODY)
  assert.equal(isSignedBody(signed, signed), true)
  assert.equal(isSignedBody(null, null), true)
  assert.equal(isSignedBody(null, hashOf('')), true)
  assert.equal(isSignedBody(hashOf(''), null), true)
  assert.equal(isSignedBody(hashOf(''), hashOf('')), true)
  for (const [payload, body] of [
    [signed, hashOf(`${BODY} `)],
    [signed, null],
    [signed, hashOf('')],
    [null, signed],
    [hashOf(''), signed],
    // The same value with different formatting is a different body.
    [signed, hashOf('{ "amount": 1 }')],
    [hashOf('{}'), hashOf('')],
    [null, hashOf('{}')],
  ] as const) {
    assert.equal(isSignedBody(payload, body), false, `${payload} ${body}`)
  }
})

test('a draft has the hash of its body, as text or bytes, and no payload tag without a body', () => {
  const payloadOf = (body?: string | Uint8Array) => new Map(draftHttpAuth(request, body).tags).get('payload')
  assert.equal(payloadOf(BODY), hashOf(BODY))
  assert.equal(payloadOf(utf8ToBytes('Grüße')), hashOf('Grüße'))
  assert.equal(payloadOf('Grüße'), hashOf('Grüße'))
  assert.equal(payloadOf(''), undefined)
  assert.equal(payloadOf(), undefined)
  assert.deepEqual(draftHttpAuth(request, undefined, 'n').tags.at(-1), ['nonce', 'n'])
})
