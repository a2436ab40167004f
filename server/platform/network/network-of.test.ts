/** Which IP addresses count as one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

test('IPv4 counts by address, IPv6 by its /64, and a mapped address as its IPv4 address', () => {
  const expected = {
    '192.0.2.7': '192.0.2.7',
    '::ffff:192.0.2.7': '192.0.2.7',
    '::FFFF:192.0.2.7': '192.0.2.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::6': '2001:db8:1:2::/64',
    '2001:0db8:0001:0002:ffff::': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    unknown: 'unknown',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((ip) => [ip, networkOf(ip)])), expected)
})
