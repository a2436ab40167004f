/** Several login methods of one account: added with proof of both sides, never by a matching email address. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { login } from '#contract/accounts/auth.ts'
import { linkIdentity, listIdentities, type ExternalProvider, unlinkIdentity } from '#contract/accounts/social.ts'
import { findFreePort, startOidcServer, type OidcServer } from '#tests/oidc-server.ts'
import { logInAtProvider, makeExternalLogins, type ExternalLogins, refusalOf } from '#tests/external-login.ts'
import { provingCall } from '#tests/proofs.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

type Call = TestUser['call']

const PASSWORD = 'a long enough password'

let server: OidcServer
let test_: TestWorld
let logins: ExternalLogins

before(async () => {
  const ours = `http://127.0.0.1:${await findFreePort()}`
  server = await startOidcServer(ours)
  test_ = await createTestWorld({ settings: server.settings })
  logins = makeExternalLogins(test_, ours)
})
after(async () => {
  await test_[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function proof(call: Call, provider: ExternalProvider, subject: string) {
  const { url, verifier } = await logins.begin(call, provider, 'link')
  return { provider, ...logins.sentOf(provider, await logInAtProvider(url, subject), verifier) }
}

async function link({ call, prove }: Pick<TestUser, 'call' | 'prove'>, provider: ExternalProvider, subject: string) {
  return prove(linkIdentity, { body: await proof(call, provider, subject) })
}

/** Gives proof by logging in at the provider again, wherever a proof is required. */
function proves(call: Call, provider: ExternalProvider, subject: string): Call {
  return provingCall(call, async () => {
    const { url, verifier } = await logins.begin(call, provider, 'proof')
    const returned = logins.sentOf(provider, await logInAtProvider(url, subject), verifier)
    return { method: 'outside', provider, returned }
  })
}

async function logInByPassword(person: TestUser): Promise<string> {
  const response = await test_.call(login, { body: { email: person.email, password: PASSWORD } })
  assert.ok('token' in response)
  return response.token
}

const unlink = (call: Call, identityId: string) => call(unlinkIdentity, { params: { identityId } })

test('every provider can be added to an account, and then logs in to it', async () => {
  const person = await createTestUser(test_)
  for (const provider of ['google', 'apple', 'twitter', 'wallet', 'oidc'] as const) {
    const added = await link(person, provider, `mine-${provider}`)
    assert.equal(added.provider, provider)
    assert.equal((await logins.logInWith(provider, `mine-${provider}`)).user.id, person.userId)
  }
  const all = await person.call(listIdentities, {})
  const names = all.map(({ provider }) => provider)
  assert.deepEqual(names, ['password', 'google', 'apple', 'twitter', 'wallet', 'oidc'])
  assert.deepEqual([all[0]?.isCurrent, all[1]?.isCurrent], [true, false])
  assert.equal((await person.call(getAccount, {})).email, person.email)
})

test('adding the same identity again is a no-op', async () => {
  const person = await createTestUser(test_)
  const first = await link(person, 'google', 'twice')
  assert.equal((await link(person, 'google', 'twice')).id, first.id)
  assert.equal((await person.call(listIdentities, {})).length, 2)
})

test('an identity of another user cannot be added', async () => {
  const { user, token } = await logins.logInWith('google', 'taken')
  const person = await createTestUser(test_)
  const refusal = await refusalOf(link(person, 'google', 'taken'))
  assert.deepEqual([refusal.status, refusal.code], [409, 'identity-taken'])
  assert.equal((await logins.logInWith('google', 'taken')).user.id, user.id)
  const [own] = await test_.callWith(token)(listIdentities, {})
  const stranger = await refusalOf(unlink(person.call, own!.id))
  assert.deepEqual([stranger.status, stranger.code], [404, 'not-found'])
})

test('of two accounts that add the same identity concurrently, one succeeds', async () => {
  const users = [await createTestUser(test_), await createTestUser(test_)]
  const proofs = await Promise.all(users.map(({ call }) => proof(call, 'google', 'contested')))
  const results = await Promise.allSettled(
    users.map(({ prove }, index) => prove(linkIdentity, { body: proofs[index]! })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('only the user who started linking can complete it, and a login attempt cannot be used for it', async () => {
  const [one, other] = [await createTestUser(test_), await createTestUser(test_)]
  const begun = await proof(one.call, 'google', 'crossed')
  assert.equal((await refusalOf(other.prove(linkIdentity, { body: begun }))).code, 'login-attempt-invalid')

  const asLogin = await proof(one.call, 'google', 'crossed')
  const { provider, ...body } = asLogin
  assert.equal((await refusalOf(logins.complete(test_.call, provider, body))).code, 'login-attempt-invalid')

  const { url, verifier } = await logins.begin(test_.call, 'google')
  const sent = logins.sentOf('google', await logInAtProvider(url, 'crossed'), verifier)
  const refusal = await refusalOf(one.prove(linkIdentity, { body: { provider: 'google', ...sent } }))
  assert.equal(refusal.code, 'login-attempt-invalid')
  assert.equal((await one.call(listIdentities, {})).length, 1)
})

test('adding and removing need a proof, however recent the log-in is', async () => {
  const person = await createTestUser(test_)
  const begun = await proof(person.call, 'google', 'stale')
  const { id } = await link(person, 'wallet', 'stale')
  const fresh = test_.callWith(await logInByPassword(person))
  for (const bare of [() => fresh(linkIdentity, { body: begun }), () => unlink(fresh, id)]) {
    const refusal = await refusalOf(bare())
    assert.deepEqual([refusal.status, refusal.code], [403, 'proof-needed'])
  }
  assert.equal((await refusalOf(logins.begin(test_.call, 'google', 'link'))).code, 'unauthorized')
  await unlink(person.prove, id)
  // The refusal did not consume the provider's code.
  await person.prove(linkIdentity, { body: begun })
  assert.equal((await person.call(listIdentities, {})).length, 2)
})

test('removing a login method ends its sessions, and it then opens another account', async () => {
  const person = await createTestUser(test_)
  const { id } = await link(person, 'google', 'parting')
  const { token } = await logins.logInWith('google', 'parting')
  await unlink(person.prove, id)
  assert.equal((await refusalOf(test_.callWith(token)(getAccount, {}))).status, 401)
  assert.equal((await refusalOf(unlink(person.call, id))).status, 404)
  assert.notEqual((await logins.logInWith('google', 'parting')).user.id, person.userId)
  assert.equal((await person.call(getAccount, {})).id, person.userId)
})

test('the last login method cannot be removed, also not by two concurrent requests', async () => {
  const { token } = await logins.logInWith('google', 'lonely')
  const call = test_.callWith(token)
  const prove = proves(call, 'google', 'lonely')
  const [only] = await call(listIdentities, {})
  const refusal = await refusalOf(unlink(call, only!.id))
  assert.deepEqual([refusal.status, refusal.code], [409, 'identity-last'])
  await link({ call, prove }, 'wallet', 'lonely')
  const both = await call(listIdentities, {})
  await Promise.allSettled(both.map(({ id }) => unlink(prove, id)))
  const { rows } = await test_.world.database.pool.query<{ count: bigint }>(
    `SELECT count(*) FROM identity WHERE user_id = (SELECT id FROM person ORDER BY created_at DESC LIMIT 1)`,
  )
  assert.equal(rows[0]?.count, 1n)
})

test('without the password, the address is the oldest that another provider has confirmed', async () => {
  server.accounts.set('mover-apple', { email: 'apple@example.com', email_verified: true })
  server.accounts.set('mover-google', { email: 'google@example.com', email_verified: true })
  const person = await createTestUser(test_)
  await link(person, 'wallet', 'mover-wallet')
  await link(person, 'apple', 'mover-apple')
  await link(person, 'google', 'mover-google')
  const [password] = await person.call(listIdentities, {})
  assert.ok(password)
  assert.equal(password.email, person.email)
  const { token } = await logins.logInWith('google', 'mover-google')
  const call = test_.callWith(token)
  assert.equal((await call(getAccount, {})).email, person.email)

  await unlink(person.prove, password.id)
  const account = await call(getAccount, {})
  assert.deepEqual([account.id, account.email, account.emailVerified], [person.userId, 'apple@example.com', true])
  const refusal = await refusalOf(test_.call(login, { body: { email: person.email, password: PASSWORD } }))
  assert.equal(refusal.code, 'credentials-invalid')
  assert.equal((await refusalOf(person.call(getAccount, {}))).status, 401)
})
