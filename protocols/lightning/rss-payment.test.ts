/** Comments and headers of podcast apps that pay a Lightning address: the examples of the specification, and invalid
 * input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRssPayment, parseRssPaymentHeader, formatRssPayment } from './rss-payment.ts'

const URL_OF_SPEC = 'https://fountain.fm/show/2JCkApiUwyBj2eOG7JJI?payment=DBBhBwUise1bcfoHRCC3'

const headerOf = (said: Record<string, string | number>) => encodeURIComponent(JSON.stringify(said))

test('the comment of the specification is an action, an address and a message', () => {
  const comment = `rss::payment::boost ${URL_OF_SPEC} Great episode!`
  const read = { action: 'boost', url: URL_OF_SPEC, message: 'Great episode!' }
  assert.deepEqual(parseRssPayment(comment), read)
  assert.equal(formatRssPayment(read), comment)
})

test('missing and malformed parts are dropped, and never appear in the message', () => {
  const table: [comment: string, read: ReturnType<typeof parseRssPayment>][] = [
    [`rss::payment::stream ${URL_OF_SPEC}`, { action: 'stream', url: URL_OF_SPEC, message: null }],
    ['rss::payment::boost', { action: 'boost', url: null, message: null }],
    ['rss::payment::boost Great song!', { action: 'boost', url: null, message: 'Great song!' }],
    [
      'RSS::payment::Boost https://a.example/b  Two\nlines ',
      { action: 'boost', url: 'https://a.example/b', message: 'Two\nlines' },
    ],
    ['rss::payment::boost ftp://a.example/ Hi', { action: 'boost', url: null, message: 'Hi' }],
    ['rss::payment::boost https:// Hi', { action: 'boost', url: null, message: 'Hi' }],
    [`rss::payment::auto https://a.example/${'x'.repeat(2_000)} Hi`, { action: 'auto', url: null, message: 'Hi' }],
    ['Great song! rss::payment::boost', null],
    ['rss::payment', null],
    ['rss::payments::boost hi', null],
    ['', null],
  ]
  for (const [comment, read] of table) assert.deepEqual(parseRssPayment(comment), read, comment)
  assert.equal(parseRssPayment(null), null)
})

const nothing = {
  action: null,
  appName: null,
  senderName: null,
  message: null,
  positionSeconds: null,
  feedGuid: null,
  itemGuid: null,
  remoteFeedGuid: null,
  remoteItemGuid: null,
}

test('the header of the specification is parsed to app, sender, message, position and guids', () => {
  const header = headerOf({
    id: 'DBBhBwUise1bcfoHRCC3',
    group: 'EoL2Qp52RMOSiF1rmGGs',
    action: 'boost',
    split: 0.25,
    message: 'Great episode!',
    app_name: 'Fountain',
    app_version: '1.3.10',
    sender_id: 'IIaS9X2JuH75yvrRcFoL',
    sender_name: 'oscar@fountain.fm',
    recipient_name: 'merryoscar@primal.net',
    value_msat: 25_000,
    value_msat_total: 100_000,
    timestamp: '2025-11-05T15:09:10.174Z',
    position: 120,
    feed_medium: '',
    feed_guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    item_guid: 'an item',
    remote_feed_guid: '',
  })
  assert.match(header, /^%7B%22id%22/)
  assert.deepEqual(parseRssPaymentHeader(header), {
    ...nothing,
    action: 'boost',
    appName: 'Fountain',
    senderName: 'oscar@fountain.fm',
    message: 'Great episode!',
    positionSeconds: 120,
    feedGuid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    itemGuid: 'an item',
  })
})

test('header values are cut and cleaned, and any other header is null', () => {
  const long = headerOf({ app_name: 'A\u202e\u0007b\nc', sender_name: 'x'.repeat(500), position: 50_001 })
  assert.deepEqual(parseRssPaymentHeader(long), { ...nothing, appName: 'Ab c', senderName: 'x'.repeat(100) })
  assert.deepEqual(parseRssPaymentHeader('{"position":-1,"app_name":7,"__proto__":{"sender_name":"x"}}'), nothing)
  for (const value of [
    null,
    undefined,
    '',
    '%',
    '%7B',
    '[]',
    'null',
    '"x"',
    'x'.repeat(9_000),
    '%7B%22a%22%3A%FF%7D',
  ]) {
    assert.equal(parseRssPaymentHeader(value), null, String(value).slice(0, 20))
  }
})
