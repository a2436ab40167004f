/** Settings from the environment for which a wrong value would be costly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireNoExemptHosts, readConfig } from './config.ts'
import { InvalidSetting } from './values.ts'

test('only hosts listed with their ports are exempt from the rules for outgoing requests', () => {
  assert.deepEqual(readConfig({}).outboundAllow, [])
  const { outboundAllow } = readConfig({ OUTBOUND_ALLOW: 'LOCALHOST:4000, 127.0.0.1:4001,[::1]:4002' })
  assert.deepEqual(outboundAllow, ['localhost:4000', '127.0.0.1:4001', '[::1]:4002'])
  for (const wrong of [
    'localhost',
    '*:80',
    'a b:1',
    ':80',
    'http://localhost:80',
    'localhost:0',
    '10.0.0.0/8:80',
    ',',
  ]) {
    assert.throws(() => readConfig({ OUTBOUND_ALLOW: wrong }), InvalidSetting, wrong)
  }
})

test('exempt hosts are refused with real money', () => {
  assert.throws(() => requireNoExemptHosts('lnd', ['localhost:4000']), InvalidSetting)
  assert.doesNotThrow(() => requireNoExemptHosts('lnd', []))
  assert.doesNotThrow(() => requireNoExemptHosts('sandbox', ['localhost:4000']))
})

test('an empty campaign disables it; other empty settings count as unset', () => {
  assert.equal(readConfig({}).shareCampaign, 'BTC24')
  assert.equal(readConfig({ SHARE_CAMPAIGN: '' }).shareCampaign, '')
  assert.equal(readConfig({ BRAND_NAME: '' }).brandName, 'Peal')
})

test('PRICE_URL is a URL or empty', () => {
  assert.equal(readConfig({}).priceUrl, '')
  assert.equal(readConfig({ PRICE_URL: 'https://rates.example/v2' }).priceUrl, 'https://rates.example/v2')
  for (const wrong of ['rates.example', 'file:///etc/passwd', 'javascript:1']) {
    assert.throws(() => readConfig({ PRICE_URL: wrong }), InvalidSetting, wrong)
  }
})

test('gifts are on in the sandbox, and off with a real backend unless the operator turns them on', () => {
  const real = { LIGHTNING: 'phoenixd', PHOENIXD_PASSWORD: 'x' }
  assert.deepEqual(
    [{}, { GIFTS: '' }, { GIFTS: 'off' }, real, { ...real, GIFTS: '' }, { ...real, GIFTS: 'on' }].map(
      (environment) => readConfig(environment).isGiving,
    ),
    [true, true, false, false, false, true],
  )
  assert.equal(readConfig({ GIFTS_PER_DAY_MSAT: '42000' }).giftsPerDayMsat, 42_000n)
  for (const wrong of ['-1', '1.5', 'many']) {
    assert.throws(() => readConfig({ GIFTS_PER_DAY_MSAT: wrong }), InvalidSetting, wrong)
  }
})

test('the default external relays are four, and none in the sandbox', () => {
  const real = { LIGHTNING: 'phoenixd', PHOENIXD_PASSWORD: 'x' }
  assert.equal(readConfig(real).publicRelays.length, 4)
  for (const relay of readConfig(real).publicRelays) assert.match(relay, /^wss:\/\//)
  assert.deepEqual(readConfig({}).publicRelays, [])
  assert.deepEqual(readConfig({ PUBLIC_RELAYS: '' }).publicRelays, [])
  assert.deepEqual(readConfig({ ...real, PUBLIC_RELAYS: 'none' }).publicRelays, [])
  const named = 'wss://relay.example, ws://127.0.0.1:7000/'
  for (const environment of [{}, real]) {
    const { publicRelays } = readConfig({ ...environment, PUBLIC_RELAYS: named })
    assert.deepEqual(publicRelays, ['wss://relay.example', 'ws://127.0.0.1:7000/'])
  }
  for (const wrong of ['relay.example', 'https://relay.example', 'ws://relay.example', 'wss://a@relay.example', ',']) {
    assert.throws(() => readConfig({ PUBLIC_RELAYS: wrong }), InvalidSetting, wrong)
  }
})
