/** The settings of a real Lightning node: what is missing or cannot be read stops the start, without a word of it. */
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
    ['eclair', /one of sandbox, lnd, cln, phoenixd/],
  ] as const) {
    assert.throws(() => readConfig({ LIGHTNING: lightning }), wanted)
  }
})

test('certificates and secrets are given themselves or as files', () => {
  const certificate = write('tls.cert', CERTIFICATE)
  const macaroonFile = write('peal.macaroon', Buffer.from(MACAROON, 'hex'))
  const byFile = readConfig({ LIGHTNING: 'lnd', LND_TLS_CERT: certificate, LND_MACAROON_FILE: macaroonFile })
  assert.deepEqual([byFile.lndCertificate, byFile.lndMacaroonFile], [CERTIFICATE, MACAROON])
  const given = { LIGHTNING: 'lnd', LND_TLS_CERT: CERTIFICATE.replaceAll('\n', '\\n'), LND_MACAROON: MACAROON }
  const { lndCertificate, lndMacaroon } = readConfig(given)
  assert.deepEqual([lndCertificate, lndMacaroon], [CERTIFICATE, MACAROON])
  const rune = readConfig({ LIGHTNING: 'cln', CLN_RUNE_FILE: write('rune', ' a-rune\n') })
  assert.equal(rune.clnRuneFile, 'a-rune')
})

test('what cannot be read is named and never shown', () => {
  const wrong = {
    LND_MACAROON: 'not hex',
    LND_MACAROON_FILE: path.join(folder, 'none'),
    LND_TLS_CERT: write('x', 'no'),
  }
  for (const [variable, value] of Object.entries(wrong)) {
    const read = () => readConfig({ LIGHTNING: 'lnd', LND_MACAROON: MACAROON, [variable]: value })
    assert.throws(read, (error: Error) => error.message.startsWith(variable) && !error.message.includes(value))
  }
})
