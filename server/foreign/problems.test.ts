/** Each cause of a feed that cannot be read has a message of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/errors.ts'
import { IncompleteFeed, InvalidFeed } from '#protocols/rss/read-feed.ts'
import { createOutbound } from '#server/platform/network/outbound.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import { feedAddress, refusalOfAddress } from './addresses.ts'
import { codeOf, problemOf, problemOfStatus } from './problems.ts'

const HTTPS = 'https://feeds.example/rss'

test('no two causes share a message', () => {
  const causes = [
    new OutboundFailed('no-host'),
    new OutboundFailed('connection-refused'),
    new OutboundFailed('time-out'),
    new OutboundFailed('too-large'),
    new OutboundFailed('network'),
    new OutboundRefused(),
    new OutboundRefused('closed'),
    new OutboundRefused('not-https'),
    new InvalidFeed(),
    new IncompleteFeed(),
  ].map(problemOf)
  const codes = [...causes, ...[401, 404, 500].map(problemOfStatus)].map((problem) => codeOf(problem, HTTPS, HTTPS))
  // A server that reports a fault is like one that breaks the connection.
  assert.equal(codes.pop(), 'feed-unreachable')
  assert.equal(new Set(codes.map((code) => errorCodes[code])).size, codes.length)
  assert.throws(() => problemOf(new TypeError('a bug')), TypeError)
})

test('for an address with http, the problem says that https was tried, unless https has responded', () => {
  for (const reason of ['connection-refused', 'time-out', 'network'] as const) {
    assert.equal(codeOf(problemOf(new OutboundFailed(reason)), ' HTTP://feeds.example/rss', HTTPS), 'feed-needs-https')
  }
  assert.equal(codeOf(problemOfStatus(404), 'http://feeds.example/rss', HTTPS), 'feed-missing')
  assert.equal(codeOf(problemOf(new OutboundFailed('no-host')), 'http://feeds.example/rss', HTTPS), 'feed-host-unknown')
})

test('a sandbox says that it reads no public address, and others that an address is private', () => {
  const sandbox = createOutbound({ allow: [], publicHosts: [] })
  const open = createOutbound({ allow: [] })
  assert.equal(feedAddress(sandbox, HTTPS), null)
  assert.equal(refusalOfAddress(sandbox, HTTPS), 'feed-host-closed')
  assert.equal(feedAddress(open, HTTPS), HTTPS)
  for (const outbound of [sandbox, open]) {
    assert.equal(refusalOfAddress(outbound, 'https://192.168.1.1/rss'), 'feed-address-private')
    assert.equal(refusalOfAddress(outbound, 'no address'), 'feed-address-invalid')
  }
})
