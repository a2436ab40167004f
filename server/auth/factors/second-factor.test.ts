/** Authenticator and backup codes: the vectors of RFC 6238, and that no code works twice. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { insertNewUser, readUserByIdentity } from '#server/accounts/users.ts'
import { openFileDatabase } from '#tests/file-database.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import { codeAt, stepAt, stepsOf } from './totp.ts'

const STEP_MS = 30_000
const database = await openFileDatabase()
let factor: SecondFactor
let nowMs = Date.now()
let userId = ''
let count = 0
const clock = { now: () => new Date(nowMs) }
const secret = 'a secret of at least 32 characters, for this test'

before(async () => {
  factor = createSecondFactor({ database, clock, secret, brandName: 'Peal & Co' })
})
beforeEach(async () => {
  nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS
  const claims = { issuer: 'test', subject: String(count++), email: null, emailVerified: false }
  await database.transaction((tx) => insertNewUser(tx, { claims, username: undefined, now: clock.now() }))
  userId = (await readUserByIdentity(database.read, claims))!.userId
})

const codeOf = (key: string, steps = 0) => codeAt(base32nopad.decode(key), stepAt(clock.now()) + steps)
const consume = (code: string) => factor.consume(database.read, userId, code)
async function turnOn(): Promise<{ key: string; backupCodes: string[] }> {
  const { secret: key } = await factor.begin(userId, 'someone@example.com')
  const backupCodes = await database.transaction((tx) => factor.confirm(tx, userId, codeOf(key)))
  assert.ok(backupCodes !== null)
  nowMs += 2 * STEP_MS
  return { key, backupCodes }
}

test('the codes are those of RFC 6238', () => {
  const key = Buffer.from('12345678901234567890')
  const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' }
  for (const [seconds, code] of Object.entries(vectors)) {
    const at = new Date(Number(seconds) * 1_000)
    assert.equal(codeAt(key, stepAt(at)), code)
    assert.ok(stepsOf(key, code, at).includes(stepAt(at)))
  }
})

test('the URI has everything that an authenticator needs, and the secret takes effect when a code is confirmed', async () => {
  const { secret: key, uri } = await factor.begin(userId, 'someone@example.com')
  const parsed = new URL(uri)
  assert.equal(decodeURIComponent(parsed.pathname), '/Peal & Co:someone@example.com')
  assert.deepEqual(Object.fromEntries(parsed.searchParams), {
    secret: key,
    issuer: 'Peal & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  assert.equal(await factor.isOn(database.read, userId), false)
  assert.equal(await consume(codeOf(key)), false)
  assert.equal(await factor.confirm(database.read, userId, '000000'), null)
  assert.deepEqual(await factor.read(database.read, userId), { isOn: false, since: null, backupCodesLeft: 0 })
  const codes = await factor.confirm(database.read, userId, codeOf(key))
  assert.equal(new Set(codes).size, 10)
  assert.deepEqual(await factor.read(database.read, userId), { isOn: true, since: clock.now(), backupCodesLeft: 10 })
  await assert.rejects(factor.begin(userId, 'x'), { code: 'second-factor-on' })
  await assert.rejects(factor.confirm(database.read, userId, codeOf(key, 1)), { code: 'second-factor-on' })
})

test('a code works once, also in ten concurrent requests, and codes older than the last used one do not work', async () => {
  const { key } = await turnOn()
  const all = await Promise.all(Array.from({ length: 10 }, () => consume(codeOf(key))))
  assert.equal(all.filter(Boolean).length, 1)
  assert.equal(await consume(codeOf(key)), false)
  assert.equal(await consume(codeOf(key, -1)), false)
  assert.equal(await consume(codeOf(key, 1)), true)
})

test('the clock of the phone may differ by one step, not more', async () => {
  const { key } = await turnOn()
  for (const steps of [-2, 2, -30, 30]) assert.equal(await consume(codeOf(key, steps)), false, String(steps))
  assert.equal(await consume(codeOf(key, -1)), true)
  assert.equal(await consume(codeOf(key, 1)), true)
})

test('a backup code works once, in upper or lower case, and new codes invalidate the old ones', async () => {
  const { backupCodes } = await turnOn()
  const [first, second, third] = backupCodes as [string, string, string]
  assert.match(first, /^[a-z2-7]{5}-[a-z2-7]{5}$/)
  const all = await Promise.all(Array.from({ length: 5 }, () => consume(` ${first.toUpperCase().replace('-', ' ')} `)))
  assert.equal(all.filter(Boolean).length, 1)
  assert.equal((await factor.read(database.read, userId)).backupCodesLeft, 9)
  assert.equal(await consume(second), true)
  const fresh = await database.transaction((tx) => factor.renewBackupCodes(tx, userId))
  assert.equal(await consume(third), false)
  assert.equal(await consume(fresh[0]!), true)
  assert.equal(await consume('aaaaa-aaaaa'), false)
})

test('secret and codes cannot be read from the database, nor used with another installation’s secret', async () => {
  const { key, backupCodes } = await turnOn()
  const { rows } = await database.pool.query(
    `SELECT encode(secret, 'escape') AS text FROM second_factor WHERE user_id = $1
     UNION ALL SELECT encode(code_hash, 'hex') FROM backup_code WHERE user_id = $1`,
    [userId],
  )
  const all = rows.map(({ text }) => text).join('\n')
  assert.ok(!all.includes(key) && backupCodes.every((code) => !all.includes(code.replace('-', ''))))
  const elsewhere = createSecondFactor({ database, clock, secret: 'x'.repeat(40), brandName: 'Peal' })
  assert.equal(await elsewhere.consume(database.read, userId, codeOf(key)), false)
  assert.equal(await elsewhere.consume(database.read, userId, backupCodes[0]!), false)
})

test('when turned off, no code is required, and it can be turned on again with another secret', async () => {
  const { key } = await turnOn()
  await factor.remove(database.read, userId)
  assert.equal(await factor.isOn(database.read, userId), false)
  assert.equal(await consume(codeOf(key)), false)
  assert.notEqual((await turnOn()).key, key)
})
