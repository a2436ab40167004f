/** Which providers the settings create, which settings are refused at start, and which claims are trusted. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config/config.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import { readAppleName } from './apple.ts'
import { readProfile } from './external.ts'
import { configuredProviders, requireReturnAddress } from './providers.ts'
import { readTwitterUser, readWalletUser } from './wallet.ts'

const GOOGLE = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }

test('without settings there are no providers', () => {
  assert.deepEqual(configuredProviders(readConfig({})), [])
  assert.deepEqual(configuredProviders(readConfig(GOOGLE)), [{ method: 'google', name: 'Google' }])
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'peal', OIDC_NAME: 'Example ID' }
  assert.deepEqual(configuredProviders(readConfig(oidc)), [])
  for (const IDENTITY_MODE of ['oidc', 'both']) {
    const found = configuredProviders(readConfig({ ...oidc, IDENTITY_MODE }))
    assert.deepEqual(found, [{ method: 'oidc', name: 'Example ID' }])
  }
})

test('incomplete settings are refused at start', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })
  const apple = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', APPLE_PRIVATE_KEY: key.toString() }
  assert.ok(readConfig(apple))
  for (const wrong of [
    { GOOGLE_CLIENT_ID: 'a' },
    { IDENTITY_MODE: 'oidc' },
    { IDENTITY_MODE: 'both', OIDC_ISSUER: 'https://id.example' },
    { IDENTITY_MODE: 'else' },
    { ...apple, APPLE_PRIVATE_KEY: '' },
    { ...apple, APPLE_PRIVATE_KEY: 'no key' },
    { ...apple, APPLE_KEY_ID: '' },
    { WALLET_LOGIN_CLIENT_ID: 'a' },
    { CUSTOM_TOKEN_ISSUER: 'a' },
    { OIDC_ISSUER: 'http://id.example' },
    { GOOGLE_ISSUER: 'ftp://127.0.0.1' },
    { TWITTER_TOKEN_URL: 'http://127.0.0.1.evil.example' },
    { OIDC_CLAIM_MAP: 'sub=email' },
    { OIDC_CLAIM_MAP: 'email' },
  ]) {
    assert.throws(() => readConfig(wrong), InvalidSetting, JSON.stringify(wrong))
  }
  assert.deepEqual(readConfig({ OIDC_CLAIM_MAP: 'email=mail, name=displayName' }).oidcClaimMap, {
    email: 'mail',
    name: 'displayName',
  })
})

test('users are redirected to pages of this server only', () => {
  const refused = (publicUrl: string, address: string) =>
    assert.throws(() => requireReturnAddress(publicUrl, 'google', address), { code: 'redirect-refused' }, address)
  requireReturnAddress('https://peal.example', 'google', 'https://peal.example/login/google')
  requireReturnAddress('https://peal.example', 'wallet', 'https://peal.example/zbd-login')
  requireReturnAddress('http://127.0.0.1:3000', 'google', 'http://localhost:3000/login/google')
  refused('https://peal.example', 'http://peal.example/login/google')
  refused('https://peal.example', 'https://peal.example:8443/login/google')
  refused('https://peal.example', 'http://localhost:3000/login/google')
  refused('http://127.0.0.1:3000', 'http://localhost:3001/login/google')
  refused('https://peal.example', 'https://peal.example/zbd-login')
})

test('only valid claims of a profile are used', () => {
  for (const subject of [undefined, null, '', 'x'.repeat(256), 'a\u0000b', {}, []]) {
    assert.equal(readProfile('google', { subject, email: 'a@example.com' }), null)
  }
  const emails: [unknown, string | null][] = [
    ['Ann@Example.COM', 'ann@example.com'],
    ['аnn@example.com', null],
    ['ann@exаmple.com', null],
    ['ann@example', null],
    ['ann@example.com\nBcc: x@example.com', null],
    ['"a b"@example.com', null],
    [`${'a'.repeat(250)}@example.com`, null],
    [['ann@example.com'], null],
    [{}, null],
  ]
  for (const [email, expected] of emails) {
    const profile = readProfile('google', { subject: 's', email, emailVerified: true })
    assert.equal(profile?.email, expected, JSON.stringify(email))
    assert.equal(profile.emailVerified, expected !== null)
  }
  for (const emailVerified of [undefined, null, 'false', 'TRUE', 1, {}, false]) {
    assert.equal(readProfile('google', { subject: 's', email: 'a@b.example', emailVerified })?.emailVerified, false)
  }
})

test('names cannot change the writing direction, and picture URLs cannot run scripts', () => {
  const profile = readProfile('google', {
    subject: 's',
    name: ' A\u202Enn\u0000\u200B ',
    picture: 'javascript:alert(1)',
  })
  assert.deepEqual([profile?.displayName, profile?.pictureUrl], ['Ann', null])
  assert.ok((readProfile('google', { subject: 's', name: '😀'.repeat(500) })?.displayName?.length ?? 0) <= 255)
  assert.equal(readAppleName('{"name":{"firstName":"Ann","lastName":"Other"}}'), 'Ann Other')
  for (const wrong of [null, '', 'x', '[]', 'null', '{"name":"Ann"}', '{"name":{"firstName":{}}}']) {
    assert.equal(readAppleName(wrong), null, String(wrong))
  }
})

test('the responses of X and wallets are unwrapped, and addresses from a wallet are unconfirmed', () => {
  assert.equal(readTwitterUser({ data: { id: '5', name: 'Ann' } })?.email, null)
  assert.equal(readTwitterUser({ data: { id: '5', confirmed_email: 'a@b.example' } })?.emailVerified, true)
  for (const wrong of [null, 'x', [], {}, { data: null }, { data: {} }, { errors: [] }]) {
    assert.equal(readTwitterUser(wrong), null)
    assert.equal(readWalletUser('wallet:w.example', wrong), null)
  }
  const profileResponse = { id: 7, email: 'a@b.example', email_verified: true, isVerified: true }
  for (const response of [profileResponse, { data: profileResponse }]) {
    const user = readWalletUser('wallet:w.example', response)
    assert.deepEqual([user?.subject, user?.email, user?.emailVerified], ['7', 'a@b.example', false])
  }
})
