/** Valid and invalid Lightning addresses, and their URLs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLightningAddress, urlOfLightningAddress, formatLightningAddress } from './lightning-address.ts'

const readings: [text: string, written: string][] = [
  ['ann@example.com', 'ann@example.com'],
  [' Ann@Example.COM ', 'ann@example.com'],
  ['a.b-c_d@example.com', 'a.b-c_d@example.com'],
  ['ann+tips@example.com', 'ann+tips@example.com'],
  ['track.0190b3c4@example.com', 'track.0190b3c4@example.com'],
  ['ann@example.com.', 'ann@example.com'],
  ['ann@example.com:443', 'ann@example.com'],
  ['ann@example.com.:8443', 'ann@example.com:8443'],
  ['ann@127.0.0.1:4000', 'ann@127.0.0.1:4000'],
  ['ann@0x7f.1', 'ann@127.0.0.1'],
  ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@localhost', 'ann@localhost'],
]

test('an address is parsed in any letter case, and its host is normalized by the URL standard', () => {
  for (const [text, written] of readings) {
    const address = parseLightningAddress(text)
    assert.ok(address, text)
    assert.equal(formatLightningAddress(address), written)
    assert.deepEqual(parseLightningAddress(written), address)
  }
})

test('anything except a name and a host is refused', () => {
  const wrong = [
    ...['', '@', 'ann', 'ann@', '@example.com', 'ann@@example.com', 'ann@example.com@evil.example', 'a b@example.com'],
    ...['änn@example.com', 'ann!@example.com', 'ann/..@example.com', '%61nn@example.com', 'ann:pw@example.com'],
    ...['ann@example.com/path', 'ann@example.com?x', 'ann@example.com#x', 'ann@example.com\\x', 'ann@exa mple.com'],
    ...['ann@example.com:', 'ann@example.com:0', 'ann@example.com:99999', 'ann@example.com:80a', 'ann@:80', 'ann@.'],
    ...['ann@[::1]', 'ann@%6c', 'ann@ex%61mple.com', 'ann@1.2.3.4.5', 'ann@256.1.1.1', 'ann@exam\nple.com', 'ann@<b>'],
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a.'.repeat(200)}com`,
    'lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0',
  ]
  assert.deepEqual(
    wrong.filter((text) => parseLightningAddress(text) !== null),
    [],
  )
})

test('the URL of an address is under .well-known', () => {
  const address = parseLightningAddress('ann@example.com')!
  assert.equal(urlOfLightningAddress(address), 'https://example.com/.well-known/lnurlp/ann')
  const local = parseLightningAddress('ann@localhost:4000')!
  assert.equal(urlOfLightningAddress(local, 'http'), 'http://localhost:4000/.well-known/lnurlp/ann')
})
