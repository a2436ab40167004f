/** Resetting and changing passwords and addresses, recent authentication, sessions and the login log, over HTTP
 * against a complete test server. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import * as auth from '#contract/accounts/auth.ts'
import { endOtherSessions, endSession, listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { provingCall } from '#tests/proofs.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { credentialOperation, makeGrant } from '#server/accounts/grants.ts'
import { findOrCreateUser } from '#server/auth/login/register.ts'

const PASSWORD = 'a long enough password'
const OTHER = 'another long password'
const FRESH_MS = 600_000

let world: TestWorld
let user: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await createTestUser(world)
  // Each test runs in its own hour, so that earlier tests have not used up any limits.
  world.clock.step(3_600_000)
})

const mailsTo = (email: string) => listUnsentMails(world.world.database, email)
async function linkedCode(email: string, page: string): Promise<string> {
  const find = async () =>
    (await mailsTo(email)).flatMap(({ links }) => links).find((link) => new URL(link).pathname === page)
  await until(async () => (await find()) !== undefined)
  return new URL((await find())!).searchParams.get('oobCode')!
}
async function login(password = PASSWORD, email = user.email): Promise<string> {
  const response = await world.call(auth.login, { body: { email, password } })
  assert.ok('token' in response)
  return response.token
}
const callAs = (token: string) => world.callWith(token)
/** With a proof by password wherever one is required. */
const provingAs = (token: string) => provingCall(callAs(token), { method: 'password', password: PASSWORD })
const isOpen = (token: string) =>
  callAs(token)(getAccount, {}).then(
    () => true,
    () => false,
  )

test('a reset link sets the password once and ends every session', async () => {
  const elsewhere = await login()
  assert.equal(await world.call(auth.sendPasswordReset, { body: { email: user.email } }), null)
  const oobCode = await linkedCode(user.email, '/reset-password')
  assert.equal(await world.call(auth.resetPassword, { body: { oobCode, newPassword: OTHER } }), null)
  assert.deepEqual([await isOpen(user.token), await isOpen(elsewhere)], [false, false])
  assert.ok(await isOpen(await login(OTHER)))
  assert.equal((await refusalOf(login(PASSWORD))).code, 'credentials-invalid')
  const again = await refusalOf(world.call(auth.resetPassword, { body: { oobCode, newPassword: PASSWORD } }))
  assert.deepEqual(again, { status: 400, code: 'action-code-invalid' })
})

test('without code or password, or with a password of invalid length, nothing is reset', async () => {
  const incomplete = [{}, { oobCode: 'x' }, { newPassword: OTHER }, { oobCode: '', newPassword: '' }]
  for (const body of incomplete) {
    const response = await fetch(`${world.origin}/v1/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { error, code } = (await response.json()) as { error: string; code: string }
    assert.deepEqual([response.status, error, code], [400, 'Missing oobCode or newPassword', 'missing-reset-fields'])
  }
  for (const newPassword of ['short', 'x'.repeat(257), 'x'.repeat(5_000)]) {
    const refusal = await refusalOf(world.call(auth.resetPassword, { body: { oobCode: 'x', newPassword } }))
    assert.equal(refusal.status, 400)
  }
})

test('requesting a reset or a new address does not reveal which accounts exist', async () => {
  const known = await world.call(auth.sendPasswordReset, { body: { email: user.email } })
  const unknown = await world.call(auth.sendPasswordReset, { body: { email: `not-${user.email}` } })
  assert.deepEqual(known, unknown)
  const theirs = await createTestUser(world)
  user = { ...user, token: await login() }
  for (const email of [theirs.email, `free-${user.email}`]) {
    assert.equal(await provingAs(user.token)(auth.changeEmail, { body: { email } }), null)
  }
  await until(async () =>
    (await mailsTo(theirs.email)).some(({ subject }) => subject === 'Your e-mail address at Peal'),
  )
  assert.equal((await callAs(user.token)(getAccount, {})).email, user.email)
})

test('response times do not reveal which accounts exist', async () => {
  const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1]!
  const timed = async (send: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await send().catch(() => undefined)
    return performance.now() - startedAt
  }
  const requests = {
    reset: (email: string) => world.call(auth.sendPasswordReset, { body: { email } }),
    login: (email: string) => world.call(auth.login, { body: { email, password: OTHER } }),
  }
  for (const [name, send] of Object.entries(requests)) {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      world.clock.step(3_600_000)
      known.push(await timed(() => send(user.email)))
      unknown.push(await timed(() => send(`not-${user.email}`)))
    }
    const ratio = median(known) / median(unknown)
    assert.ok(ratio > 0.5 && ratio < 2, `${name} of a known address takes ${ratio.toFixed(2)} times as long`)
  }
})

test('resets can be requested five times an hour, whether or not the account exists', async () => {
  for (const email of [user.email, `not-${user.email}`]) {
    const statuses = []
    for (let round = 0; round < 6; round++) {
      const sent = world.call(auth.sendPasswordReset, { body: { email } })
      statuses.push(await sent.then(() => 200).catch(({ status }: { status: number }) => status))
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  }
})

test('a new address needs a proof, is confirmed by its link, and is then the login address', async () => {
  const wanted = `new-${user.email}`
  const token = await login()
  const bare = callAs(token)(auth.changeEmail, { body: { email: wanted } })
  assert.deepEqual(await refusalOf(bare), { status: 403, code: 'proof-needed' })
  await provingAs(token)(auth.changeEmail, { body: { email: wanted } })
  const oobCode = await linkedCode(wanted, '/verify-email')
  assert.deepEqual(await world.call(auth.verifyEmail, { body: { oobCode } }), { emailVerified: true })
  const { email, emailVerified } = await callAs(token)(getAccount, {})
  assert.deepEqual([email, emailVerified], [wanted, true])
  assert.ok((await mailsTo(user.email)).some(({ subject }) => subject.includes('has changed')))
  assert.ok(await login(PASSWORD, wanted))
  assert.equal((await refusalOf(login())).code, 'credentials-invalid')
})

test('reauthenticating with the password is valid for ten minutes', async () => {
  const call = callAs(user.token)
  const isFresh = async () => (await call(listSessions, {})).isFresh
  assert.equal(await isFresh(), false)
  const wrong = await refusalOf(call(auth.reauthenticate, { body: { password: OTHER } }))
  assert.deepEqual(wrong, { status: 401, code: 'credentials-invalid' })
  assert.equal(await isFresh(), false)
  const { freshUntil } = await call(auth.reauthenticate, { body: { password: PASSWORD } })
  assert.equal(await isFresh(), true)
  const leftMs = Date.parse(freshUntil) - world.clock.now().getTime()
  assert.ok(leftMs > FRESH_MS - 10_000 && leftMs <= FRESH_MS)
  world.clock.step(FRESH_MS)
  assert.equal(await isFresh(), false)
})

test('with a stolen session, the password can be tried only ten times', async () => {
  const codes = []
  for (let round = 0; round < 11; round++) {
    codes.push((await refusalOf(callAs(user.token)(auth.reauthenticate, { body: { password: OTHER } }))).status)
  }
  assert.deepEqual(codes, [...Array.from({ length: 10 }, () => 401), 429])
})

test('a new password ends all sessions and opens one with another token', async () => {
  const [elsewhere, token] = [await login(), await login()]
  const bare = callAs(token)(auth.changePassword, { body: { newPassword: OTHER } })
  assert.equal((await refusalOf(bare)).code, 'proof-needed')
  const signedIn = await provingAs(token)(auth.changePassword, { body: { newPassword: OTHER } })
  assert.notEqual(signedIn.token, token)
  assert.deepEqual(await Promise.all([user.token, elsewhere, token, signedIn.token].map(isOpen)), [
    false,
    false,
    false,
    true,
  ])
  assert.ok(await login(OTHER))
})

test('sessions are listed with readable names, and ended individually or all except the current one', async () => {
  const response = await fetch(`${world.origin}/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    },
    body: JSON.stringify({ email: user.email, password: PASSWORD }),
  })
  const { token } = ((await response.json()) as { data: { token: string } }).data
  const [third, mine] = [await login(), callAs(user.token)]
  const { sessions } = await mine(listSessions, {})
  assert.equal(sessions.length, 3)
  assert.equal(sessions.filter(({ isCurrent }) => isCurrent).length, 1)
  const phone = sessions.find(({ device }) => device === 'Safari on iPhone')
  assert.deepEqual([phone?.method, phone?.ip, phone?.isCurrent], ['password', '127.0.0.1', false])
  assert.equal(await mine(endSession, { params: { sessionId: phone!.id } }), null)
  assert.deepEqual([await isOpen(token), await isOpen(third)], [false, true])
  const stranger = await createTestUser(world)
  const notTheirs = stranger.call(endSession, { params: { sessionId: sessions[0]!.id } })
  assert.equal((await refusalOf(notTheirs)).status, 404)
  assert.deepEqual(await mine(endOtherSessions, {}), { ended: 1 })
  assert.deepEqual([await isOpen(third), await isOpen(user.token), await isOpen(stranger.token)], [false, true, true])
})

test('the login log has all attempts', async () => {
  await refusalOf(login(OTHER))
  const token = await login()
  const results = async () => (await callAs(token)(listLogins, {})).map(({ result }) => result)
  await until(async () => (await results()).length === 3)
  assert.deepEqual((await results()).toSorted(), ['ok', 'ok', 'wrong-password'])
})

test('a token from the client never becomes the token of a session', async () => {
  const planted = `peal_${'A'.repeat(43)}`
  const headers = {
    'content-type': 'application/json',
    cookie: `token=${planted}; better-auth.session_token=${planted}`,
  }
  const body = JSON.stringify({ email: user.email, password: PASSWORD, token: planted })
  const send = (init: object) =>
    fetch(`${world.origin}/v1/auth/login?token=${planted}`, { method: 'POST', headers, ...init })
  assert.equal((await send({ body })).status, 400)
  const response = await send({ body: JSON.stringify({ email: user.email, password: PASSWORD }) })
  assert.equal(response.headers.get('set-cookie'), null)
  assert.notEqual(((await response.json()) as { data: { token: string } }).data.token, planted)
  assert.equal(await isOpen(planted), false)
})

test('eight concurrent registrations with the same address create one account', async () => {
  const email = `crowd-${user.name}@example.com`
  const statuses = await Promise.all(
    Array.from({ length: 8 }, () =>
      world
        .call(auth.register, { body: { email, password: PASSWORD } })
        .then(() => 200)
        .catch(({ status }: { status: number }) => status),
    ),
  )
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, ...Array.from({ length: 7 }, () => 409)],
  )
})

test('addresses with look-alike characters are refused', async () => {
  const tricks = [
    'ｍe＠example.com',
    'me＠example.com',
    'mе@example.com',
    '\u212aate@example.com',
    'me@exam\u200bple.com',
  ]
  for (const email of tricks) {
    for (const call of [auth.register, auth.login]) {
      assert.equal((await refusalOf(world.call(call, { body: { email, password: PASSWORD } }))).status, 400, email)
    }
    assert.equal((await refusalOf(world.call(auth.sendPasswordReset, { body: { email } }))).status, 400, email)
  }
})

test('a user without a password adds one once, with an unused address', async () => {
  const subject = user.userId.replaceAll('-', '').padEnd(64, 'a')
  const { database, clock } = world.world
  const claims = { issuer: 'nostr', subject, email: null, emailVerified: false }
  const { userId } = await findOrCreateUser({ database, clock }, claims, async (_tx, made) => made)
  const session = { ...claims, method: 'nostr', origin: { ip: '', userAgent: '' }, secondFactor: false } as const
  const { token } = await openSession(database.read, { ...session, now: clock.now() })
  const call = callAs(token)
  assert.equal((await refusalOf(call(auth.changePassword, { body: { newPassword: OTHER } }))).code, 'no-password')
  const email = `added-${user.email}`
  const bare = call(auth.addPassword, { body: { email, password: PASSWORD } })
  assert.equal((await refusalOf(bare)).code, 'proof-needed')
  const add = async (address: string) => {
    const given = { method: 'nostr', now: clock.now() }
    const { grant } = await makeGrant(database.read, userId, credentialOperation('add-password', address), given)
    return call(auth.addPassword, { body: { email: address, password: PASSWORD } }, { proof: grant })
  }
  assert.deepEqual(await refusalOf(add(user.email)), { status: 409, code: 'conflict' })
  const both = await Promise.allSettled([add(email), add(`2-${email}`)])
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  const address = both[0].status === 'fulfilled' ? email : `2-${email}`
  const signedIn = await login(PASSWORD, address)
  assert.equal((await callAs(signedIn)(getAccount, {})).id, userId)
  assert.deepEqual(await refusalOf(add(`3-${email}`)), { status: 409, code: 'password-there' })
  const oobCode = await linkedCode(address, '/verify-email')
  await world.call(auth.verifyEmail, { body: { oobCode } })
  const account = await call(getAccount, {})
  assert.deepEqual([account.email, account.emailVerified], [address, true])
})

test('with external login only, no password can be tried', async () => {
  await using elsewhere = await createTestWorld({
    settings: { IDENTITY_MODE: 'oidc', OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'peal' },
  })
  const body = { email: user.email, password: PASSWORD }
  for (const send of [
    () => elsewhere.call(auth.login, { body }),
    () => elsewhere.call(auth.register, { body }),
    () => elsewhere.call(auth.sendPasswordReset, { body: { email: user.email } }),
  ]) {
    assert.deepEqual(await refusalOf(send()), { status: 403, code: 'password-login-off' })
  }
  const methods = (await elsewhere.call(auth.listProviders, {})).map(({ method }) => method)
  assert.ok(!methods.includes('password') && methods.includes('oidc'))
})
