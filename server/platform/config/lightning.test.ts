/** The settings of a real Lightning node: missing or invalid ones stop the start, without
 * revealing any of their content. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-config-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))
const write = (name: string, content: string | Buffer) => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}
const MACAROON = 'ab'.repeat(100)
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n'

test('a backend without its secret stops the start', () => {
  for (const [lightning, wanted] of [
    ['lnd', /LND_MACAROON/],
    ['cln', /CLN_RUNE/],
    ['phoenixd', /PHOENIXD_PASSWORD/],
    ['nwc', /NWC_URL/],
    ['eclair', /one of sandbox, lnd, cln, phoenixd, nwc/],
  ] as const) {
    assert.throws(() => readConfig({ LIGHTNING: lightning }), wanted)
  }
})

test('certificates and secrets can be values or files', () => {
  const certificate = write('tls.cert', CERTIFICATE)
  const macaroonFile = write('peal.macaroon', Buffer.from(MACAROON, 'hex'))
  const byFile = readConfig({ LIGHTNING: 'lnd', LND_TLS_CERT: certificate, LND_MACAROON_FILE: macaroonFile })
  assert.deepEqual([byFile.lndCertificate, byFile.lndMacaroon], [CERTIFICATE, MACAROON])
  const given = { LIGHTNING: 'lnd', LND_TLS_CERT: CERTIFICATE.replaceAll('\n', '\\n'), LND_MACAROON: MACAROON }
  const { lndCertificate, lndMacaroon } = readConfig(given)
  assert.deepEqual([lndCertificate, lndMacaroon], [CERTIFICATE, MACAROON])
  const rune = readConfig({ LIGHTNING: 'cln', CLN_RUNE_FILE: write('rune', ' a-rune\n') })
  assert.equal(rune.clnRune, 'a-rune')
})

test('a wallet connection accepts encrypted relays only, and ws: on this machine', () => {
  const SECRET = 'cd'.repeat(32)
  const connect = (key: string, ...relays: string[]) =>
    `nostr+walletconnect://${key}?${relays.map((relay) => `relay=${encodeURIComponent(relay)}&`).join('')}secret=${SECRET}`
  const key = 'ab'.repeat(32)
  const read = (uri: string) => readConfig({ LIGHTNING: 'nwc', NWC_URL: uri }).nwcUrl
  for (const relays of [['wss://relay.example/x'], ['ws://127.0.0.1:7000'], ['wss://a.example', 'ws://localhost:1']]) {
    assert.equal(read(connect(key, ...relays)), connect(key, ...relays))
  }
  const file = write('wallet', `${connect(key, 'wss://relay.example')}\n`)
  assert.equal(readConfig({ LIGHTNING: 'nwc', NWC_URL_FILE: file }).nwcUrl, connect(key, 'wss://relay.example'))
  const wrong = [
    connect(key),
    connect(key, 'ws://relay.example'),
    connect(key, 'wss://a.example', 'ws://192.168.0.2'),
    connect(key, 'https://relay.example'),
    connect('ab', 'wss://relay.example'),
    connect(key, 'wss://relay.example').replace(SECRET, 'cd'),
    connect(key, 'wss://relay.example').replace('nostr+', ''),
  ]
  for (const uri of wrong) {
    assert.throws(
      () => read(uri),
      (error: Error) => error.message.startsWith('NWC_URL') && !error.message.includes('cdcd'),
    )
  }
})

test('an unreadable setting is named, without its value', () => {
  const wrong = {
    LND_MACAROON: 'not hex',
    LND_MACAROON_FILE: path.join(folder, 'none'),
    LND_TLS_CERT: write('x', 'no'),
  }
  for (const [variable, value] of Object.entries(wrong)) {
    const macaroon = variable === 'LND_TLS_CERT' ? { LND_MACAROON: MACAROON } : {}
    const read = () => readConfig({ LIGHTNING: 'lnd', ...macaroon, [variable]: value })
    assert.throws(read, (error: Error) => error.message.startsWith(variable) && !error.message.includes(value))
  }
})
