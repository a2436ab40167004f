/** Limits of login attempts: per account and network, and per account over all networks, where a mailed code is
 * required. Over HTTP against a complete test server, with networks named by a trusted proxy. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { resetPassword, sendPasswordReset } from '#contract/accounts/auth.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { exceedsRate } from '#server/platform/http/rate-limit.ts'
import { createTestUser, PASSWORD, type TestUser, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { accountUse, defaultRates } from './limits.ts'

const WRONG = 'the wrong password'
const HOUR_MS = 3_600_000
const TRIES_MAX = defaultRates.loginPerNetwork.max
const ACCOUNT_MAX = defaultRates.loginPerAccount.max

let world: TestWorld
let user: TestUser
let networks = 0

before(async () => {
  world = await createTestWorld({ settings: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://peal.example' } })
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  user = await createTestUser(world)
  // Steps to the beginning of an hour, where rate-limit windows begin.
  world.clock.step(HOUR_MS - (world.clock.now().getTime() % HOUR_MS))
})

/** An address in a network without earlier attempts. */
const newNetwork = () => `198.51.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`

type Try = { email?: string; password?: string; mailedCode?: string; from: string; device?: string }
type Answer = { status: number; code?: string; token?: string; retryAfter: number | null }

async function logIn({ email = user.email, password = PASSWORD, mailedCode, from, device }: Try): Promise<Answer> {
  const response = await fetch(`${world.origin}/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(device === undefined ? {} : { 'x-device': device }),
    },
    body: JSON.stringify({ email, password, ...(mailedCode === undefined ? {} : { mailedCode }) }),
  })
  const { code, data } = (await response.json()) as { code?: string; data?: { token?: string } }
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    ...(code === undefined ? {} : { code }),
    ...(data?.token === undefined ? {} : { token: data.token }),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

const codeOf = ({ status, code }: Answer) => code ?? status

/** Wrong passwords from as many networks as it takes until mailed codes are required. */
async function guessUntilLimit(): Promise<void> {
  for (let tried = 0; tried < ACCOUNT_MAX;) {
    const from = newNetwork()
    for (let round = 0; round < TRIES_MAX && tried < ACCOUNT_MAX; round++, tried++) {
      assert.equal(codeOf(await logIn({ password: WRONG, from })), 'credentials-invalid')
    }
  }
}

/** The same without hashing fifty passwords: counts attempts directly. */
async function useUpAccount(email = user.email): Promise<void> {
  const use = accountUse('login', email, defaultRates.loginPerAccount)
  for (let tried = 0; tried < ACCOUNT_MAX; tried++) {
    assert.equal(await exceedsRate(world.world.database.read, use, world.clock.now()), false)
  }
}

/** The newest first. */
async function mailedCodes(): Promise<string[]> {
  const mails = await listUnsentMails(world.world.database, user.email)
  return mails.flatMap(({ text }) => /^\d{8}$/m.exec(text) ?? [])
}

async function newCode(count = 1): Promise<string> {
  await until(async () => (await mailedCodes()).length >= count)
  return (await mailedCodes())[0]!
}

const anotherThan = (code: string) => (code === '12345678' ? '87654321' : '12345678')

test('after ten wrong passwords from a network, the account is closed to that network only, for a while', async () => {
  const stranger = newNetwork()
  for (let round = 0; round < TRIES_MAX; round++) {
    assert.equal(codeOf(await logIn({ password: WRONG, from: stranger })), 'credentials-invalid')
  }
  const refused = await logIn({ from: stranger })
  assert.equal(codeOf(refused), 'too-many-requests')
  assert.ok(refused.retryAfter! > 0 && refused.retryAfter! <= 900)
  assert.ok((await logIn({ from: newNetwork() })).token)
  world.clock.step(refused.retryAfter! * 1_000)
  assert.ok((await logIn({ from: stranger })).token)
})

test('addresses of the same IPv6 network count as one address', async () => {
  const statuses = []
  for (let round = 1; round <= TRIES_MAX + 1; round++) {
    statuses.push((await logIn({ password: WRONG, from: `2001:db8:7:7::${round}` })).status)
  }
  assert.deepEqual(statuses, [...Array<number>(TRIES_MAX).fill(401), 429])
})

test('attempts from a single network never cause the account to require codes', async () => {
  const stranger = newNetwork()
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let round = 0; round < TRIES_MAX + 5; round++) await logIn({ password: WRONG, from: stranger })
    if (quarter < 3) world.clock.step(900_000)
  }
  assert.ok((await logIn({ from: newNetwork() })).token)
  assert.deepEqual(await mailedCodes(), [])
})

test('beyond the limit of the account, a mailed code is required besides the password, and works once', async () => {
  await guessUntilLimit()
  const from = newNetwork()
  const asked = await logIn({ from })
  assert.deepEqual([asked.status, asked.code, asked.retryAfter], [401, 'mailed-code-needed', null])
  const mailedCode = await newCode()
  assert.ok((await logIn({ from, mailedCode })).token)
  assert.equal(codeOf(await logIn({ from, mailedCode })), 'login-code-invalid')
  world.clock.step(HOUR_MS)
  assert.ok((await logIn({ from })).token)
})

test('beyond the limit, responses reveal neither a right password nor an existing address', async () => {
  const nobody = `not-${user.email}`
  await useUpAccount()
  await useUpAccount(nobody)
  const from = newNetwork()
  const responses = [
    await logIn({ from }),
    await logIn({ from, password: WRONG }),
    await logIn({ from, email: nobody }),
  ]
  assert.deepEqual(responses, Array(3).fill({ status: 401, code: 'mailed-code-needed', retryAfter: null }))
  const mailedCode = await newCode()
  const withCode = [
    await logIn({ from, mailedCode: anotherThan(mailedCode) }),
    await logIn({ from, password: WRONG, mailedCode }),
    await logIn({ from, email: nobody, mailedCode }),
  ]
  assert.deepEqual(withCode, Array(3).fill({ status: 401, code: 'login-code-invalid', retryAfter: null }))
  assert.equal((await mailedCodes()).length, 1)
  assert.deepEqual(await listUnsentMails(world.world.database, nobody), [])
})

test('wrong codes count against the network, and five of them invalidate a code', async () => {
  await useUpAccount()
  await logIn({ from: newNetwork() })
  const mailedCode = await newCode()
  const from = newNetwork()
  for (let round = 0; round < TRIES_MAX; round++) {
    const wrong = await logIn({ from, mailedCode: anotherThan(mailedCode) })
    assert.equal(codeOf(wrong), 'login-code-invalid')
  }
  assert.equal(codeOf(await logIn({ from, mailedCode })), 'too-many-requests')
  const own = newNetwork()
  assert.equal(codeOf(await logIn({ from: own, mailedCode })), 'login-code-invalid')
  await logIn({ from: own })
  assert.ok((await logIn({ from: own, mailedCode: await newCode(2) })).token)
})

test('a code expires after 30 minutes', async () => {
  await useUpAccount()
  const from = newNetwork()
  await logIn({ from })
  const mailedCode = await newCode()
  world.clock.step(HOUR_MS / 2)
  assert.equal(codeOf(await logIn({ from, mailedCode })), 'login-code-invalid')
})

test('at most five codes per hour are mailed, and a password change invalidates them', async () => {
  await useUpAccount()
  const from = newNetwork()
  for (let round = 1; round <= 5; round++) {
    assert.equal(codeOf(await logIn({ from })), 'mailed-code-needed')
    await newCode(round)
  }
  const mailedCode = await newCode(5)
  assert.equal(codeOf(await logIn({ from })), 'mailed-code-needed')
  await world.call(sendPasswordReset, { body: { email: user.email } })
  const findLink = async () =>
    (await listUnsentMails(world.world.database, user.email))
      .flatMap(({ links }) => links)
      .find((link) => new URL(link).pathname === '/reset-password')
  await until(async () => (await findLink()) !== undefined)
  assert.equal((await mailedCodes()).length, 5)
  const oobCode = new URL((await findLink())!).searchParams.get('oobCode')!
  await world.call(resetPassword, { body: { oobCode, newPassword: 'another long password' } })
  const old = await logIn({ from, password: 'another long password', mailedCode })
  assert.equal(codeOf(old), 'login-code-invalid')
})

test('a device that logged in before never needs a code', async () => {
  const device = `a-known-device-of-${user.name}`
  assert.ok((await logIn({ from: newNetwork(), device })).token)
  await useUpAccount()
  assert.ok((await logIn({ from: newNetwork(), device })).token)
  assert.equal(codeOf(await logIn({ from: newNetwork(), device: 'another-device-entirely' })), 'mailed-code-needed')
})
