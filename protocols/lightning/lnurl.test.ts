/** Valid and invalid LNURL-pay responses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findPlainText,
  InvalidLnurlResponse,
  parsePayInvoice,
  parsePayOffer,
  urlOfCallback,
  formatMetadata,
  type PayOffer,
} from './lnurl.ts'

const metadata = '[["text/plain","To Ann"],["text/identifier","ann@example.com"],["x",{"any":1}]]'
const good = {
  tag: 'payRequest',
  callback: 'https://example.com/pay?of=ann%20b',
  minSendable: 1_000,
  maxSendable: 100_000_000,
  metadata,
  commentAllowed: 20,
}
const offerOf = (more: object = {}) => parsePayOffer({ ...good, ...more }) as PayOffer

test('an offer is parsed, and its metadata stays exactly as received', () => {
  assert.deepEqual(offerOf(), {
    kind: 'offer',
    callback: good.callback,
    minSendableMsat: 1_000n,
    maxSendableMsat: 100_000_000n,
    metadata,
    commentMaxCharacters: 20,
  })
  for (const commentAllowed of [undefined, null, -1, 1.5, 'all', Number.NaN]) {
    assert.equal(offerOf({ commentAllowed }).commentMaxCharacters, 0)
  }
})

test('an offer that LUD-06 does not allow is refused', () => {
  const wrong: object[] = [
    { tag: 'withdrawRequest' },
    { tag: undefined },
    { callback: undefined },
    { callback: '/pay' },
    { callback: 'file:///etc/passwd' },
    { minSendable: 0 },
    { minSendable: 1.5 },
    { minSendable: '1000' },
    { minSendable: 2 ** 53 },
    { maxSendable: null },
    { maxSendable: 999 },
    { metadata: [['text/plain', 'a']] },
    { metadata: 'not JSON' },
    { metadata: '{}' },
    { metadata: '[]' },
    { metadata: '["text/plain","a"]' },
    { metadata: '[["text/plain",1]]' },
    { metadata: '[["text/plain","a"],["text/plain","b"]]' },
  ]
  for (const one of wrong) assert.throws(() => offerOf(one), InvalidLnurlResponse, JSON.stringify(one))
  for (const one of [null, 1, 'a', [], [good]]) assert.throws(() => parsePayOffer(one), InvalidLnurlResponse)
})

test('an error in either response is a refusal, with any other fields', () => {
  const refused = { kind: 'refused', reason: 'No such person' }
  for (const parse of [parsePayOffer, parsePayInvoice]) {
    assert.deepEqual(parse({ ...good, pr: 'lnbc1', status: 'ERROR', reason: 'No such person' }), refused)
    assert.deepEqual(parse({ status: 'error' }), { kind: 'refused', reason: '' })
  }
})

test('the second response contains an invoice', () => {
  assert.deepEqual(parsePayInvoice({ pr: 'lnbcrt1abc', routes: [] }), { kind: 'invoice', bolt11: 'lnbcrt1abc' })
  for (const pr of [undefined, null, '', 1, {}, 'a'.repeat(8_000)]) {
    assert.throws(() => parsePayInvoice({ pr }), InvalidLnurlResponse)
  }
})

test('amount and comment are appended to the query of the callback', () => {
  assert.equal(urlOfCallback(offerOf(), 5_000n, null), 'https://example.com/pay?of=ann%20b&amount=5000')
  assert.equal(
    urlOfCallback(offerOf({ callback: 'https://example.com/pay#part' }), 5_000n, 'a & b ♥'),
    'https://example.com/pay?amount=5000&comment=a%20%26%20b%20%E2%99%A5',
  )
})

test('a comment is cut to the accepted length, and omitted where comments are not accepted', () => {
  const callback = 'https://example.com/pay'
  assert.equal(
    urlOfCallback(offerOf({ callback, commentAllowed: 3 }), 1n, '⚡⚡⚡⚡'),
    `${callback}?amount=1&comment=${encodeURIComponent('⚡⚡⚡')}`,
  )
  assert.equal(urlOfCallback(offerOf({ callback, commentAllowed: 0 }), 1n, 'hello'), `${callback}?amount=1`)
})

test('a comment is not cut inside a surrogate pair', () => {
  const url = urlOfCallback(offerOf({ callback: 'https://example.com/pay', commentAllowed: 3 }), 1n, '🎵🎵')
  assert.equal(new URL(url).searchParams.get('comment'), '🎵')
})

test('our own metadata can be parsed by us', () => {
  const written = formatMetadata('To "Ann" ♥', 'ann@example.com', 'At length')
  assert.equal(findPlainText(written), 'To "Ann" ♥')
  assert.deepEqual(JSON.parse(written)[1], ['text/identifier', 'ann@example.com'])
})
