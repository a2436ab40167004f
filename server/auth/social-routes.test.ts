/** External login against a real OpenID provider that plays all of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { login, logout } from '#contract/accounts/auth.ts'
import { completeTwitterEmail, getSocialRedirect, listIdentities, mailTwitterCode } from '#contract/accounts/social.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { findFreePort, startOidcServer, type OidcServer } from '#tests/oidc-server.ts'
import {
  logInAtProvider,
  makeExternalLogins,
  type ExternalLogins,
  refusalOf,
  refusalWithChallenge,
  type Sent,
} from '#tests/external-login.ts'
import { createTestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

let server: OidcServer
let test_: TestWorld
let ours: string
let logins: ExternalLogins

before(async () => {
  ours = `http://127.0.0.1:${await findFreePort()}`
  server = await startOidcServer(ours)
  // The provider refuses unknown codes and verifiers, which is logged.
  test_ = await createTestWorld({ settings: server.settings, expectedLogs: ['provider-failed'] })
  logins = makeExternalLogins(test_, ours)
})
after(async () => {
  await test_[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('with each provider, the first log-in creates the account and the second one finds it', async () => {
  for (const provider of ['google', 'apple', 'twitter', 'wallet', 'oidc'] as const) {
    const subject = `first-${provider}`
    server.accounts.set(subject, { email: `${subject}@example.com`, email_verified: true, name: 'Ann Other' })
    const { token, user } = await logins.logInWith(provider, subject)
    assert.equal((await logins.logInWith(provider, subject)).user.id, user.id)
    const account = await test_.callWith(token)(getAccount, {})
    // A wallet does not confirm an address.
    const isConfirmed = provider !== 'wallet'
    assert.equal(account.email, isConfirmed ? `${subject}@example.com` : null)
    assert.equal(account.emailVerified, isConfirmed)
    const [identity, ...others] = await test_.callWith(token)(listIdentities, {})
    assert.deepEqual(others, [])
    assert.equal(identity?.provider, provider)
    assert.equal(identity?.label, 'Ann Other', provider)
    assert.equal(identity?.email, `${subject}@example.com`)
    assert.equal(identity?.isCurrent, true)
  }
})

test('the same subject at two providers is two users', async () => {
  const google = await logins.logInWith('google', 'same')
  const wallet = await logins.logInWith('wallet', 'same')
  assert.notEqual(google.user.id, wallet.user.id)
})

test('logging out ends the session of an external log-in', async () => {
  const { token } = await logins.logInWith('google', 'leaving')
  await test_.callWith(token)(logout, {})
  assert.equal((await refusalOf(test_.callWith(token)(getAccount, {}))).status, 401)
})

test('an external log-in with an address in use neither opens that account nor takes its address', async () => {
  const early = await createTestUser(test_, { name: 'hijacker', verified: false })
  server.accounts.set('victim', { email: early.email, email_verified: true })
  const { user, token } = await logins.logInWith('google', 'victim')
  assert.notEqual(user.id, early.userId)
  const again = await test_.call(login, { body: { email: early.email, password: 'a long enough password' } })
  assert.ok('token' in again)
  assert.equal(again.user.id, early.userId)
  assert.equal((await early.call(getAccount, {})).emailVerified, false)
  assert.equal((await test_.callWith(token)(getAccount, {})).id, user.id)
})

test('an address that the provider has not confirmed is shown, but not used', async () => {
  server.accounts.set('unsure', { email: 'unsure@example.com', email_verified: false })
  const { token } = await logins.logInWith('google', 'unsure')
  const call = test_.callWith(token)
  assert.equal((await call(getAccount, {})).email, null)
  const [identity] = await call(listIdentities, {})
  assert.equal(identity?.email, 'unsure@example.com')
  assert.equal(identity?.emailVerified, false)
  server.accounts.set('unsure', { email: 'unsure@example.com', email_verified: true })
  const later = await logins.logInWith('google', 'unsure')
  const account = await test_.callWith(later.token)(getAccount, {})
  assert.deepEqual([account.email, account.emailVerified], ['unsure@example.com', true])
})

test('Apple sends email_verified as a string, and the name only at the first log-in', async () => {
  server.accounts.set('pia', { email: 'pia@privaterelay.appleid.com', email_verified: 'true', name: 'Pia Apple' })
  const { token } = await logins.logInWith('apple', 'pia')
  assert.equal((await test_.callWith(token)(getAccount, {})).emailVerified, true)
  const later = await logins.logInWith('apple', 'pia')
  assert.equal((await test_.callWith(later.token)(listIdentities, {}))[0]?.label, 'Pia Apple')
})

test('an address with look-alike characters is ignored', async () => {
  server.accounts.set('tricky', { email: 'ａdmin@example.com', email_verified: true })
  const { token } = await logins.logInWith('google', 'tricky')
  assert.equal((await test_.callWith(token)(listIdentities, {}))[0]?.email, null)
})

test('a first log-in with X needs no address; later ones require it, with a challenge', async () => {
  const { user } = await logins.logInWith('twitter', 'silent')
  const refusal = await refusalOf(logins.logInWith('twitter', 'silent'))
  assert.deepEqual(refusal, { status: 422, code: 'twitter-email-missing', message: 'Missing email from Twitter login' })
  server.accounts.set('silent', { email: 'silent@example.com' })
  assert.equal((await logins.logInWith('twitter', 'silent')).user.id, user.id)
})

/** Logs in at X a second time, which requires an address; returns the challenge that completes it. */
async function challengeOf(subject: string): Promise<string> {
  const { code, challenge } = await refusalWithChallenge(logins.logInWith('twitter', subject))
  assert.equal(code, 'twitter-email-missing')
  return challenge
}

async function codeMailedTo(email: string): Promise<string> {
  const [mail] = await listUnsentMails(test_.world.database, email)
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
  assert.ok(code !== undefined, `no code mailed to ${email}`)
  return code
}
const mailCode = (challenge: string, email: string) => test_.call(mailTwitterCode, { body: { challenge, email } })
const complete = (challenge: string, code: string) => test_.call(completeTwitterEmail, { body: { challenge, code } })
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a mailed code completes the log-in at X and stores the address for later ones', async () => {
  const { user } = await logins.logInWith('twitter', 'mailless')
  const challenge = await challengeOf('mailless')
  await mailCode(challenge, 'Mailless@example.com')
  const code = await codeMailedTo('mailless@example.com')
  assert.deepEqual((await refusalOf(complete(challenge, anotherCode(code)))).code, 'login-code-invalid')
  const signedIn = await complete(challenge, code)
  assert.equal(signedIn.user.id, user.id)
  const account = await test_.callWith(signedIn.token)(getAccount, {})
  assert.deepEqual([account.email, account.emailVerified], ['mailless@example.com', true])
  assert.equal((await refusalOf(complete(challenge, code))).code, 'challenge-invalid', 'it works once')
  const later = await logins.logInWith('twitter', 'mailless')
  assert.equal(later.user.id, user.id)
  assert.equal((await test_.callWith(later.token)(getAccount, {})).email, 'mailless@example.com', 'X cleared it')
  // An address that X confirms later takes precedence over the one entered here.
  server.accounts.set('mailless', { email: 'own@example.com', email_verified: true })
  const confirmed = await logins.logInWith('twitter', 'mailless')
  assert.equal((await test_.callWith(confirmed.token)(getAccount, {})).email, 'own@example.com')
})

test('the address of another account neither links the two nor is revealed, and locks nobody out', async () => {
  const other = await createTestUser(test_, { name: 'addressee' })
  const { user } = await logins.logInWith('twitter', 'borrowing')
  const challenge = await challengeOf('borrowing')
  const free = await mailCode(challenge, 'nobody-here@example.com')
  assert.deepEqual(Object.keys(await mailCode(challenge, other.email)), Object.keys(free))
  const signedIn = await complete(challenge, await codeMailedTo(other.email))
  assert.equal(signedIn.user.id, user.id)
  assert.notEqual(signedIn.user.id, other.userId)
  assert.deepEqual((await test_.callWith(signedIn.token)(listIdentities, {})).length, 1)
  assert.equal((await other.call(listIdentities, {})).length, 1)
  const again = await test_.call(login, { body: { email: other.email, password: 'a long enough password' } })
  assert.ok('token' in again && again.user.id === other.userId)
})

test('a code allows five attempts, only the newest mail is valid, and a challenge ends after three mails or half an hour', async () => {
  await logins.logInWith('twitter', 'guessing')
  const challenge = await challengeOf('guessing')
  assert.equal((await refusalOf(complete(challenge, '000000'))).code, 'challenge-invalid', 'no mail yet')
  await mailCode(challenge, 'typo@example.com')
  const first = await codeMailedTo('typo@example.com')
  await mailCode(challenge, 'guessing@example.com')
  const second = await codeMailedTo('guessing@example.com')
  if (first !== second) assert.equal((await refusalOf(complete(challenge, first))).code, 'login-code-invalid')
  for (let tries = first === second ? 0 : 1; tries < 5; tries++) {
    assert.equal((await refusalOf(complete(challenge, anotherCode(second)))).code, 'login-code-invalid')
  }
  assert.equal((await refusalOf(complete(challenge, second))).code, 'challenge-invalid')
  await mailCode(challenge, 'guessing@example.com')
  assert.equal((await refusalOf(mailCode(challenge, 'guessing@example.com'))).code, 'challenge-invalid')
  test_.clock.step(1_801_000)
  const late = await codeMailedTo('guessing@example.com')
  assert.equal((await refusalOf(complete(challenge, late))).code, 'challenge-invalid')
})

test('of two concurrent requests with the same code, one is signed in', async () => {
  await logins.logInWith('twitter', 'twice')
  const challenge = await challengeOf('twice')
  await mailCode(challenge, 'twice@example.com')
  const code = await codeMailedTo('twice@example.com')
  const results = await Promise.allSettled([0, 1, 2].map(() => complete(challenge, code)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('eight concurrent first log-ins create one account', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => logins.begin(test_.call, 'google')))
  const backs = await Promise.all(begun.map(({ url }) => logInAtProvider(url, 'hasty')))
  const all = await Promise.all(
    backs.map((back, index) =>
      logins.complete(test_.call, 'google', logins.sentOf('google', back, begun[index]!.verifier)),
    ),
  )
  assert.equal(new Set(all.map(({ user }) => user.id)).size, 1)
  assert.equal(new Set(all.map(({ token }) => token)).size, 8)
})

test('redirect URIs must match our own pages exactly', async () => {
  const evil = [
    'https://evil.example/login/google',
    `${ours}.evil.example/login/google`,
    `${ours}/login/google/`,
    `${ours}/login/google?next=https://evil.example`,
    `${ours}/login/google#x`,
    `${ours}/login/../login/google`,
    `${ours}/LOGIN/google`,
    `${ours}/zbd-login`,
    `${ours}//evil.example`,
    'javascript:alert(1)',
    '/login/google',
    `http://user@127.0.0.1:${new URL(ours).port}/login/google`,
  ]
  for (const redirectUri of evil) {
    const begun = test_.call(getSocialRedirect, { params: { provider: 'google' }, query: { redirectUri } })
    const refusal = await refusalOf(begun)
    assert.deepEqual([refusal.status, refusal.code], [403, 'redirect-refused'], redirectUri)
  }
  const { verifier } = await logins.begin(test_.call, 'google')
  const body = { code: 'x', verifier, redirectUri: 'https://evil.example/' }
  assert.equal((await refusalOf(logins.complete(test_.call, 'google', body))).code, 'redirect-refused')
})

test('a log-in without code or verifier is refused', async () => {
  for (const part of [{}, { code: 'x' }, { verifier: 'x' }, { code: '', verifier: '' }]) {
    const refusal = await refusalOf(
      logins.complete(test_.call, 'wallet', { ...part, redirectUri: logins.addressOf('wallet') }),
    )
    assert.deepEqual(refusal, { status: 400, code: 'missing-url-or-verifier', message: 'missing url or verifier' })
  }
})

test('a verifier works once, for its own attempt, and for ten minutes', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'google')
  const sent = logins.sentOf('google', await logInAtProvider(url, 'once'), verifier)
  await logins.complete(test_.call, 'google', sent)
  assert.equal((await refusalOf(logins.complete(test_.call, 'google', sent))).code, 'login-attempt-invalid')

  const cases: [string, (sent: Sent) => Promise<unknown>][] = [
    ['unknown verifier', (one) => logins.complete(test_.call, 'google', { ...one, verifier: 'a'.repeat(43) })],
    ['wrong state', (one) => logins.complete(test_.call, 'google', { ...one, state: 'another' })],
    [
      'another provider',
      (one) => logins.complete(test_.call, 'oidc', { ...one, redirectUri: logins.addressOf('oidc') }),
    ],
  ]
  for (const [name, attempt] of cases) {
    const begun = await logins.begin(test_.call, 'google')
    const one = logins.sentOf('google', await logInAtProvider(begun.url, 'once'), begun.verifier)
    assert.equal((await refusalOf(attempt(one))).code, 'login-attempt-invalid', name)
  }
  const late = await logins.begin(test_.call, 'google')
  const lateSent = logins.sentOf('google', await logInAtProvider(late.url, 'once'), late.verifier)
  test_.clock.step(601_000)
  assert.equal((await refusalOf(logins.complete(test_.call, 'google', lateSent))).code, 'login-attempt-invalid')
})

test('of two concurrent completions of an attempt, one succeeds', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'google')
  const sent = logins.sentOf('google', await logInAtProvider(url, 'racing'), verifier)
  const results = await Promise.allSettled([0, 1, 2].map(() => logins.complete(test_.call, 'google', sent)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a stolen code does not work with another verifier', async () => {
  for (const provider of ['google', 'apple', 'twitter', 'wallet', 'oidc'] as const) {
    const mine = await logins.begin(test_.call, provider)
    const theirs = await logins.begin(test_.call, provider)
    const stolen = await logInAtProvider(theirs.url, 'somebody')
    const sent = { code: stolen.code, verifier: mine.verifier, redirectUri: logins.addressOf(provider) }
    const refusal = await refusalOf(logins.complete(test_.call, provider, sent))
    assert.equal(refusal.status, 400)
    assert.equal(refusal.code, provider === 'wallet' ? 'wallet-login-failed' : 'provider-refused')
    if (provider === 'wallet') assert.match(refusal.message, /^Error logging in with ZBD: ./)
  }
})

test('the iss parameter must match the issuer of the attempt', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'google')
  const sent = logins.sentOf('google', await logInAtProvider(url, 'mixed'), verifier)
  const refusal = await refusalOf(logins.complete(test_.call, 'google', { ...sent, iss: 'https://evil.example' }))
  assert.equal(refusal.code, 'provider-refused')
})

test('the stored attempt does not contain the verifier', async () => {
  const { verifier } = await logins.begin(test_.call, 'google')
  const { rows } = await test_.world.database.pool.query<{ row: string }>(
    'SELECT outside_attempt::text AS row FROM outside_attempt',
  )
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ row }) => !row.includes(verifier)))
})

test('our page is informed when the user declined', async () => {
  const { url, verifier } = await logins.begin(test_.call, 'apple')
  const form = new URLSearchParams({
    error: 'user_cancelled_authorize',
    state: new URL(url).searchParams.get('state')!,
  })
  const response = await fetch(`${ours}/v1/auth/social/apple/return`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  assert.equal(response.status, 303)
  assert.equal(response.headers.get('set-cookie'), null)
  const location = new URL(response.headers.get('location')!)
  assert.equal(location.origin + location.pathname, logins.addressOf('apple'))
  assert.match(location.hash, /error=user_cancelled_authorize/)
  assert.ok(!location.href.includes(verifier))
})

test('a form without an attempt redirects to the log-in page only', async () => {
  for (const state of ['', 'x', 'https://evil.example']) {
    const form = new URLSearchParams({ code: 'x', state, redirect_uri: 'https://evil.example' })
    const response = await fetch(`${ours}/v1/auth/social/apple/return`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    assert.equal(response.status, 303, await response.text())
    assert.equal(response.headers.get('location'), `${ours}/login#error=login-attempt-invalid`)
  }
  const large = new URLSearchParams({ code: 'x'.repeat(40_000) })
  assert.equal((await fetch(`${ours}/v1/auth/social/apple/return`, { method: 'POST', body: large })).status, 413)
})
