/** Providers that lie, that are unreachable and that come back; tokens of a trusted system; a server without
 * passwords. */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { listProviders, login, register, sendPasswordReset } from '#contract/accounts/auth.ts'
import { listIdentities, loginWithCustomToken } from '#contract/accounts/social.ts'
import { createProviders } from '#server/auth/providers/providers.ts'
import { createLog, silentLog } from '#server/platform/log.ts'
import { findFreePort, startOidcServer, type OidcServer } from '#tests/oidc-server.ts'
import { logInAtProvider, makeExternalLogins, type ExternalLogins, refusalOf } from '#tests/external-login.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const SECRET = 'a secret that has more than 32 letters'
const EMAIL = 'somebody@example.com'
const PASSWORD = 'a long enough password'

let server: OidcServer
let test_: TestWorld
let logins: ExternalLogins
let ours: string

/** The provider is unreachable when our server starts. */
before(async () => {
  ours = `http://127.0.0.1:${await findFreePort()}`
  server = await startOidcServer(ours)
  await server.stop()
  const settings = {
    ...server.settings,
    IDENTITY_MODE: 'oidc',
    CUSTOM_TOKEN_ISSUER: 'https://club.example',
    CUSTOM_TOKEN_KEY: SECRET,
    OIDC_CLAIM_MAP: 'email=mail',
  }
  test_ = await createTestWorld({ settings })
  test_.expectLogs('provider-failed', 'discovery-failed')
  logins = makeExternalLogins(test_, ours)
})
after(async () => {
  await test_[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('a provider that is unreachable at start affects only its own users, and recovers automatically', async () => {
  const refusal = await refusalOf(logins.begin(test_.call, 'google'))
  assert.deepEqual([refusal.status, refusal.code], [503, 'provider-away'])
  assert.equal((await fetch(`${ours}/readyz`)).status, 200)
  await server.start()
  assert.ok((await logins.logInWith('google', 'patient')).token)
})

test('the cached discovery document of an unreachable provider is used in every process', async () => {
  await logins.logInWith('google', 'later')
  await server.stop()
  test_.clock.step(2 * 3_600_000)
  const { url, verifier } = await logins.begin(test_.call, 'google')
  assert.ok(url.startsWith(`${server.origin}/auth?`))
  const { config, database } = test_.world
  const anew = createProviders(config, { database, clock: test_.clock, log: silentLog }).get('google')!
  const again = await anew.authorize({ verifier, redirectUri: logins.addressOf('google'), isProof: false })
  assert.ok(again.href.startsWith(`${server.origin}/auth?`))
  const sent = { code: 'x', verifier, redirectUri: logins.addressOf('google') }
  const refusal = await refusalOf(logins.complete(test_.call, 'google', sent))
  assert.deepEqual([refusal.status, refusal.code], [503, 'provider-away'])
  await server.start()
  test_.clock.step(31_000)
  assert.ok((await logins.logInWith('google', 'later')).token)
})

test('an unreachable wallet has its own error', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'wallet')
  const sent = logins.sentOf('wallet', await logInAtProvider(url, 'somebody'), verifier)
  await server.stop()
  const refusal = await refusalOf(logins.complete(test_.call, 'wallet', sent))
  await server.start()
  assert.deepEqual([refusal.status, refusal.code], [503, 'wallet-login-failed'])
  assert.match(refusal.message, /^Error logging in with ZBD: /)
})

test('the claims of a provider are verified', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const lies: [string, (claims: Record<string, unknown>) => unknown][] = [
    ['signed with another key', (claims) => server.signIdToken(claims, { key: other })],
    ['a key nobody knows', (claims) => server.signIdToken(claims, { header: { kid: 'unknown' } })],
    ['not signed', (claims) => server.signIdToken(claims, { header: { alg: 'none' } }).replace(/[^.]+$/, '')],
    ['signed with the secret', (claims) => hmacOf(claims, server.settings['GOOGLE_CLIENT_SECRET']!)],
    ['another issuer', (claims) => server.signIdToken({ ...claims, iss: 'https://evil.example' })],
    ['another client', (claims) => server.signIdToken({ ...claims, aud: 'somebody else' })],
    ['run out', (claims) => server.signIdToken({ ...claims, exp: nowSeconds - 120 })],
    ['no end', (claims) => server.signIdToken({ ...claims, exp: undefined })],
    ['another nonce', (claims) => server.signIdToken({ ...claims, nonce: 'x' })],
    ['no nonce', (claims) => server.signIdToken({ ...claims, nonce: undefined })],
    ['nobody', (claims) => server.signIdToken({ ...claims, sub: undefined })],
    ['an endless name', (claims) => server.signIdToken({ ...claims, sub: 'x'.repeat(300) })],
    ['no token', () => undefined],
    ['no JWT', () => 'x'],
    ['far too much', (claims) => server.signIdToken({ ...claims, more: 'x'.repeat(300_000) })],
  ]
  for (const [what, lie] of lies) {
    const { url, verifier } = await logins.begin(test_.call, 'google')
    const sent = logins.sentOf('google', await logInAtProvider(url, 'liar'), verifier)
    server.answer.change = (response) => ({ ...response, id_token: lie(claimsOf(response['id_token'])) })
    const refusal = await refusalOf(logins.complete(test_.call, 'google', sent))
    server.answer.change = null
    assert.match(refusal.code, /^provider-(refused|away)$/, what)
  }
  const { rows } = await test_.world.database.pool.query("SELECT 1 FROM identity WHERE subject = 'liar'")
  assert.equal(rows.length, 0)
})

test('a changed nonce is refused', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'apple')
  const changed = new URL(url)
  changed.searchParams.set('nonce', 'of another attempt')
  const sent = logins.sentOf('apple', await logInAtProvider(changed.href, 'nonce'), verifier)
  assert.equal((await refusalOf(logins.complete(test_.call, 'apple', sent))).code, 'provider-refused')
})

test('failures are logged without tokens and claims', async () => {
  const lines: string[] = []
  const { config, database } = test_.world
  const log = createLog((line) => lines.push(line))
  const providers = createProviders(config, { database, clock: test_.clock, log })
  const verifier = 'canary-of-the-verifier-that-is-43-letters-long'
  const returned = { code: 'canary-of-the-code', verifier, redirectUri: ours, iss: undefined, isProof: false }
  for (const provider of providers.values()) {
    await assert.rejects(provider.identify(returned), { code: 'provider-refused' })
  }
  assert.equal(lines.length, 5)
  const secrets = [...Object.values(server.settings).filter((value) => /secret|BEGIN/.test(value)), 'canary']
  for (const secret of secrets) assert.ok(lines.every((line) => !line.includes(secret)))
  assert.ok(
    lines.every((line) => /"reason":"invalid_(grant|client|request)"/.test(line)),
    lines.join('\n'),
  )
})

test('the configured claim names are used', async () => {
  server.accounts.set('mapped', { email: 'not-this@example.com', email_verified: true, mail: EMAIL })
  const { token } = await logins.logInWith('oidc', 'mapped')
  assert.equal((await test_.callWith(token)(listIdentities, {}))[0]?.email, EMAIL)
})

test('with external login only, passwords can neither be used nor added', async () => {
  const body = { email: EMAIL, password: PASSWORD }
  for (const attempt of [
    () => test_.call(register, { body }),
    () => test_.call(login, { body }),
    () => test_.call(sendPasswordReset, { body: { email: EMAIL } }),
  ]) {
    const refusal = await refusalOf(attempt())
    assert.deepEqual([refusal.status, refusal.code], [403, 'password-login-off'])
  }
  const methods = (await test_.call(listProviders, {})).map(({ method }) => method)
  assert.ok(!methods.includes('password'))
  for (const method of ['oidc', 'google', 'apple', 'twitter', 'wallet', 'custom-token'] as const) {
    assert.ok(methods.includes(method), method)
  }
})

test('a token of the trusted system logs in, and only once', async () => {
  const now = Math.floor(test_.clock.now().getTime() / 1_000)
  const claims = { iss: 'https://club.example', aud: ours, sub: 'member', exp: now + 60, jti: randomUUID() }
  const token = hmacOf({ ...claims, email: EMAIL, email_verified: true }, SECRET)
  const first = await test_.call(loginWithCustomToken, { body: { token } })
  assert.equal((await test_.callWith(first.token)(getAccount, {})).email, EMAIL)
  const refusal = await refusalOf(test_.call(loginWithCustomToken, { body: { token } }))
  assert.deepEqual([refusal.status, refusal.code], [401, 'custom-token-invalid'])
  const again = hmacOf({ ...claims, jti: randomUUID() }, SECRET)
  assert.equal((await test_.call(loginWithCustomToken, { body: { token: again } })).user.id, first.user.id)
})

test('providers without settings are absent', async () => {
  await using plain = await createTestWorld({
    settings: { PORT: String(await findFreePort()), REGISTRATION: 'closed' },
  })
  const origin = `http://127.0.0.1:${plain.world.config.port}`
  const bare = makeExternalLogins(plain, origin)
  for (const provider of ['google', 'apple', 'twitter', 'wallet', 'oidc'] as const) {
    const refusal = await refusalOf(bare.begin(plain.call, provider))
    assert.deepEqual([refusal.status, refusal.code], [404, 'provider-not-set-up'], provider)
  }
  const refusal = await refusalOf(plain.call(loginWithCustomToken, { body: { token: 'x' } }))
  assert.equal(refusal.code, 'provider-not-set-up')
  const methods = (await plain.call(listProviders, {})).map(({ method }) => method)
  assert.ok(!methods.includes('google') && methods.includes('password'))
})

test('with registration closed, no account is created', async () => {
  const address = `http://127.0.0.1:${await findFreePort()}`
  await using outside = await startOidcServer(address)
  await using closed = await createTestWorld({ settings: { ...outside.settings, REGISTRATION: 'closed' } })
  const refusal = await refusalOf(makeExternalLogins(closed, address).logInWith('google', 'newcomer'))
  assert.deepEqual([refusal.status, refusal.code], [403, 'registration-closed'])
})

function claimsOf(idToken: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(idToken).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
}

function hmacOf(claims: object, secret: string): string {
  const parts = [{ alg: 'HS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const text = parts.join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
