/** The second factor and passkeys, over HTTP against a complete test server; and that a database
 * dump contains no usable secrets. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { getAccount } from '#contract/accounts/account.ts'
import * as auth from '#contract/accounts/auth.ts'
import * as passkeys from '#contract/accounts/passkeys.ts'
import * as factor from '#contract/accounts/second-factor.ts'
import { listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { codeAt, stepAt } from '#server/auth/factors/totp.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { createTestUser, type TestUser, until } from '#tests/users.ts'
import { createPasskeyDevice, type PasskeyDevice } from '#tests/passkey-device.ts'
import { provingCall } from '#tests/proofs.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const ORIGIN = 'https://peal.example'
const PASSWORD = 'a long enough password'
const STEP_MS = 30_000
const MINUTES_5_MS = 300_000

let world: TestWorld
let person: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: ORIGIN } })
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.step(3_600_000)
  person = await createTestUser(world)
})

const credentials = () => ({ body: { email: person.email, password: PASSWORD } })
async function request(): Promise<string> {
  const answer = await world.call(auth.login, credentials())
  assert.ok('challenge' in answer)
  return answer.challenge
}
/** An unused code, some steps later. */
function nextCode(secret: string): string {
  world.clock.step(STEP_MS)
  return codeAt(base32nopad.decode(secret), stepAt(world.clock.now()))
}
const finish = (challenge: string, code: string) => world.call(auth.loginSecondFactor, { body: { challenge, code } })
async function turnOn(): Promise<{ secret: string; backupCodes: string[]; token: string }> {
  const { secret } = await person.call(factor.beginSecondFactor, {})
  const { backupCodes, signedIn } = await person.prove(factor.confirmSecondFactor, { body: { code: nextCode(secret) } })
  return { secret, backupCodes, token: signedIn.token }
}
const isIn = (token: string) =>
  world
    .callWith(token)(getAccount, {})
    .then(() => true)
    .catch(() => false)

test('turning the second factor on returns a new token and ends all sessions', async () => {
  const { token, backupCodes } = await turnOn()
  assert.equal(backupCodes.length, 10)
  assert.deepEqual([await isIn(person.token), await isIn(token)], [false, true])
  const { isOn, backupCodesLeft } = await world.callWith(token)(factor.getSecondFactor, {})
  assert.deepEqual([isOn, backupCodesLeft], [true, 10])
})

test('the password alone returns a challenge, which a code completes once', async () => {
  const { secret } = await turnOn()
  const challenge = await request()
  const code = nextCode(secret)
  const { token, user } = await finish(challenge, code)
  assert.ok(await isIn(token))
  assert.equal(user.id, person.userId)
  assert.deepEqual(await refusalOf(finish(challenge, nextCode(secret))), { status: 401, code: 'challenge-invalid' })
  assert.deepEqual(await refusalOf(finish(await request(), code)), { status: 401, code: 'second-factor-invalid' })
  const noted = (await world.callWith(token)(listLogins, {})).map(({ result }) => result)
  for (const result of ['ok', 'second-factor-asked', 'wrong-code']) assert.ok(noted.includes(result as 'ok'), result)
})

test('a challenge allows five attempts within five minutes', async () => {
  const { secret, backupCodes } = await turnOn()
  const tried = await request()
  const codes = []
  for (let round = 0; round < 6; round++) codes.push((await refusalOf(finish(tried, '000000'))).code)
  assert.deepEqual(codes, [...Array.from({ length: 5 }, () => 'second-factor-invalid'), 'challenge-invalid'])
  const late = await request()
  world.clock.step(MINUTES_5_MS)
  assert.equal((await refusalOf(finish(late, nextCode(secret)))).code, 'challenge-invalid')
  assert.ok((await finish(await request(), backupCodes[0]!)).token)
  assert.equal((await refusalOf(finish(await request(), backupCodes[0]!))).code, 'second-factor-invalid')
})

test('with the right password, ten codes can be tried in 15 minutes, however many challenges are started', async () => {
  await turnOn()
  const statuses = []
  for (let round = 0; round < 12; round++) statuses.push((await refusalOf(finish(await request(), '000000'))).status)
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
})

test('a password reset does not turn the second factor off', async () => {
  const { secret } = await turnOn()
  await world.call(auth.sendPasswordReset, { body: { email: person.email } })
  const find = async () =>
    (await listUnsentMails(world.world.database, person.email))
      .flatMap(({ links }) => links)
      .find((link) => link.includes('/reset-password'))
  await until(async () => (await find()) !== undefined)
  const oobCode = new URL((await find())!).searchParams.get('oobCode')!
  await world.call(auth.resetPassword, { body: { oobCode, newPassword: 'another long password' } })
  const answer = await world.call(auth.login, { body: { email: person.email, password: 'another long password' } })
  assert.ok('challenge' in answer)
  assert.ok((await finish(answer.challenge, nextCode(secret))).token)
})

test('turning it off and new backup codes need a proof with a code', async () => {
  const { secret, token } = await turnOn()
  const call = world.callWith(token)
  const password = { method: 'password', password: PASSWORD } as const
  const proving = provingCall(call, () => ({ ...password, code: nextCode(secret) }))
  const off = (by: TestUser['call'], body = {}) => by(factor.removeSecondFactor, { body })
  assert.equal((await refusalOf(off(call, { code: nextCode(secret) }))).code, 'proof-needed')
  assert.equal((await refusalOf(off(provingCall(call, password)))).code, 'second-factor-invalid')
  assert.equal((await refusalOf(off(provingCall(call, { ...password, code: '000000' })))).code, 'second-factor-invalid')
  assert.equal((await refusalOf(off(proving, { code: '000000' }))).code, 'second-factor-invalid')
  const { backupCodes } = await proving(factor.renewBackupCodes, { body: {} })
  assert.equal(await off(proving, { code: backupCodes[0]! }), null)
  assert.ok('token' in (await world.call(auth.login, credentials())))
})

async function addPasskey(device: PasskeyDevice, origin = ORIGIN) {
  const { challenge, options } = await person.call(passkeys.beginPasskey, {})
  const response = device.create(options, origin)
  return { challenge, response, send: () => person.prove(passkeys.addPasskey, { body: { challenge, response } }) }
}
async function passkeyLogin(device: PasskeyDevice, origin = ORIGIN, given = {}) {
  const { challenge, options } = await world.call(passkeys.beginPasskeyLogin, {})
  const response = device.get(options, origin, given)
  return { send: () => world.call(passkeys.loginWithPasskey, { body: { challenge, response } }) }
}

test('a passkey log-in includes the second factor, and each response is valid once', async () => {
  const device = createPasskeyDevice()
  const { secret, token: held } = await turnOn()
  const evidence = () => ({ method: 'password', password: PASSWORD, code: nextCode(secret) }) as const
  const own = world.callWith(held)
  person = { ...person, token: held, call: own, prove: provingCall(own, evidence) }
  const added = await (await addPasskey(device)).send()
  assert.deepEqual([added.name, added.lastUsedAt, added.isSynced], ['A program', null, false])
  const login = await passkeyLogin(device)
  const { token, user } = await login.send()
  assert.equal(user.id, person.userId)
  const call = world.callWith(token)
  assert.equal((await call(listSessions, {})).sessions.find(({ isCurrent }) => isCurrent)?.method, 'passkey')
  assert.deepEqual(await refusalOf(login.send()), { status: 400, code: 'challenge-invalid' })
  const [listed] = await call(passkeys.listPasskeys, {})
  assert.ok(listed?.id === added.id && listed.lastUsedAt !== null)
})

test('a passkey of another origin, without user verification, with an old counter or unknown is refused', async () => {
  const device = createPasskeyDevice()
  const foreign = await addPasskey(device, 'https://evil.example')
  assert.deepEqual(await refusalOf(foreign.send()), { status: 400, code: 'passkey-invalid' })
  const good = await addPasskey(device)
  await good.send()
  assert.equal((await refusalOf(good.send())).code, 'challenge-invalid')
  assert.equal((await refusalOf((await addPasskey(device)).send())).code, 'conflict')
  await (await passkeyLogin(device, ORIGIN, { counter: 7 })).send()
  const wrong = [
    await passkeyLogin(device, 'https://evil.example'),
    await passkeyLogin(device, ORIGIN, { flags: 0x01 }),
    await passkeyLogin(device, ORIGIN, { counter: 7 }),
    await passkeyLogin(createPasskeyDevice()),
  ]
  for (const { send } of wrong) assert.deepEqual(await refusalOf(send()), { status: 401, code: 'passkey-invalid' })
})

test('two passkeys of a device have two names, and only their user renames them', async () => {
  const first = await (await addPasskey(createPasskeyDevice())).send()
  const second = await (await addPasskey(createPasskeyDevice())).send()
  assert.equal(first.name, 'A program')
  assert.equal(second.name, 'A program 2')
  const stranger = await createTestUser(world)
  const rename = { params: { passkeyId: second.id }, body: { name: ' Blue key ' } }
  assert.equal((await refusalOf(stranger.call(passkeys.renamePasskey, rename))).status, 404)
  assert.equal((await person.call(passkeys.renamePasskey, rename)).name, 'Blue key')
  const listed = await person.call(passkeys.listPasskeys, {})
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['A program', 'Blue key'],
  )
})

test('users can add and remove only their own passkeys, with a proof', async () => {
  const device = createPasskeyDevice()
  const { id: passkeyId } = await (await addPasskey(device)).send()
  const stranger = await createTestUser(world)
  const begun = await stranger.call(passkeys.beginPasskey, {})
  const theirs = person.prove(passkeys.addPasskey, {
    body: { challenge: begun.challenge, response: createPasskeyDevice().create(begun.options, ORIGIN) },
  })
  assert.equal((await refusalOf(theirs)).code, 'challenge-invalid')
  const remove = (by: TestUser) => by.prove(passkeys.removePasskey, { params: { passkeyId } })
  assert.equal((await refusalOf(remove(stranger))).status, 404)
  const bare = person.call(passkeys.removePasskey, { params: { passkeyId } })
  assert.equal((await refusalOf(bare)).code, 'proof-needed')
  assert.equal(await remove(person), null)
  assert.equal((await refusalOf((await passkeyLogin(device)).send())).code, 'passkey-invalid')
})

test('the login methods are listed', async () => {
  const methods = (await world.call(auth.listProviders, {})).map(({ method }) => method)
  assert.deepEqual(methods.slice(0, 3), ['password', 'passkey', 'nostr'])
})
