/** Log-in by email address and password against a real database. Over HTTP it is tested in
 * server/auth/*.test.ts. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { Mail, Mailer } from '#server/platform/mail.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { until } from '#tests/users.ts'
import { openFileDatabase } from '#tests/file-database.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { readUser } from '#server/accounts/users.ts'
import { registerUser } from '#server/auth/login/register.ts'
import * as links from './mailed-codes.ts'
import { hashPassword } from './password-hash.ts'
import * as passwords from './passwords.ts'
import * as queries from './queries.ts'
import { createSessionFinder, openSession } from '#server/auth/sessions/sessions.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

const SECRET = 'a secret of at least 32 characters, for this test'
const PASSWORD = 'correct horse battery'
const OTHER = 'another horse battery'
const HOUR_MS = 3_600_000
const origin = { ip: '192.0.2.1', userAgent: 'test' }

const database = await openFileDatabase()
let deps: AuthDeps
let nowMs = Date.now()
let email = ''
let emails = 0
const mails: Mail[] = []
const clock = { now: () => new Date(nowMs) }
const mailer: Mailer = { send: async (mail) => void mails.push(mail) }

before(async () => {
  const config = { brandName: 'Peal' }
  deps = { database, mailer, clock, secret: SECRET, publicUrl: 'https://peal.example', config }
})
beforeEach(() => {
  nowMs = Date.now()
  email = `person-${emails++}@example.com`
  mails.length = 0
})

/** The id of the new user. The mail that confirms the address is not in `mails`. */
async function signUp(address = email): Promise<string> {
  const account = { email: address, password: PASSWORD, locale: null }
  const userId = await registerUser(deps, account, async (_tx, user) => user.userId)
  mails.pop()
  return userId
}
const stateOf = async (userId: string) => {
  const user = await readUser(database.read, userId)
  return { email: user?.email, emailVerified: user?.emailVerified }
}
const codeOf = (mail: Mail | undefined) => /oobCode=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
async function mailedCode(userId: string): Promise<string> {
  await links.sendVerification(deps, database.read, { userId, locale: null })
  return codeOf(mails.at(-1))
}
/** Delivers the events that the outbox would deliver. */
async function deliverRequests(): Promise<void> {
  const { rows } = await database.pool.query(`DELETE FROM outbox WHERE topic = 'mail-asked' RETURNING payload`)
  for (const { payload } of rows) {
    assert.ok(!JSON.stringify(payload).includes('example.com'))
    await passwords.sendRequestedMail(deps)(payload)
  }
}
async function requestChange(userId: string, address: string): Promise<void> {
  await passwords.requestEmailChange(deps, database.read, { userId, email: address, locale: null })
  await deliverRequests()
}
const verify = (code: string) => links.verifyEmail(deps, code, null)
const resetWith = (code: string, newPassword: string) =>
  passwords.resetPassword(deps, { code, newPassword, locale: null }, async () => undefined)
async function resetCode(): Promise<string> {
  await passwords.requestPasswordReset(deps, email, null)
  await deliverRequests()
  return codeOf(mails.at(-1))
}
const tokenOf = async (userId: string) =>
  (
    await openSession(database.read, {
      issuer: EMBEDDED_ISSUER,
      subject: userId,
      method: 'password',
      origin,
      secondFactor: false,
      now: clock.now(),
    })
  ).token
const isRight = async (password: string, address = email) =>
  (await passwords.checkPassword(deps, { email: address, password })) !== null

test('a password authenticates the user who registered with it', async () => {
  const userId = await signUp()
  assert.deepEqual(await stateOf(userId), { email, emailVerified: false })
  assert.equal((await passwords.checkPassword(deps, { email, password: PASSWORD }))?.userId, userId)
  assert.equal(await passwords.findUserByEmail(database.read, email), userId)
  assert.equal(await isRight(OTHER), false)
})

test('a wrong password and an unknown address have the same response after the same work', async () => {
  await signUp()
  const timed = async (address: string) => {
    // Processor time of all threads: elapsed time would depend on the load of this machine.
    const before = process.cpuUsage()
    assert.equal(await isRight('wrong horse battery', address), false)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
  const [wrong, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 9; round++) {
    wrong.push(await timed(email))
    unknown.push(await timed(`nobody-${round}@example.com`))
  }
  const ratio = median(wrong) / median(unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `a wrong password takes ${ratio.toFixed(2)} times the work of an unknown address`)
})

test('an address is used once, also in twenty concurrent registrations', async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => signUp()))
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  assert.deepEqual(refused, Array<string>(19).fill('conflict'))
  await assert.rejects(signUp(), { code: 'conflict' })
  assert.ok(await isRight(PASSWORD))
})

test('the password is stored as argon2id, and a weaker hash is replaced at the next log-in', async () => {
  const userId = await signUp()
  const hash = async () =>
    (await database.pool.query('SELECT password_hash FROM person WHERE id = $1', [userId])).rows[0].password_hash
  assert.match(await hash(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // echo -n "correct horse battery" | argon2 somesaltsomesalt -id -v 13 -t 1 -k 64 -p 1
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.from('somesaltsomesalt')
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const weak = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
  await database.pool.query('UPDATE person SET password_hash = $1 WHERE id = $2', [weak, userId])
  assert.equal(await isRight(OTHER), false)
  assert.equal(await hash(), weak)
  assert.ok(await isRight(PASSWORD))
  assert.match(await hash(), /m=19456,t=2/)
  assert.ok(await isRight(PASSWORD))
})

test('a mailed code works once, and earlier codes stay valid', async () => {
  const userId = await signUp()
  const [first, second] = [await mailedCode(userId), await mailedCode(userId)]
  assert.equal(mails[0]?.to, email)
  assert.match(mails[0].text, /https:\/\/peal\.example\/verify-email\?oobCode=[\w-]{43}\n/)
  const results = await Promise.all(Array.from({ length: 10 }, () => verify(first)))
  assert.equal(results.filter((isVerified) => isVerified).length, 1)
  assert.equal(await verify(second), false)
  assert.deepEqual(await stateOf(userId), { email, emailVerified: true })
})

test('a code is stored hashed, expires after 24 hours and confirms only the address it was mailed to', async () => {
  const userId = await signUp()
  const late = await mailedCode(userId)
  const { rows } = await database.pool.query('SELECT code_hash FROM email_code WHERE user_id = $1', [userId])
  assert.ok(!rows.some((row) => row.code_hash.toString() === late) && rows[0].code_hash.length === 32)
  nowMs += 24 * HOUR_MS
  assert.equal(await verify(late), false)
  const former = await mailedCode(userId)
  await database.pool.query('UPDATE person SET email = $1 WHERE id = $2', [`new-${email}`, userId])
  assert.equal(await verify(former), false)
  assert.equal(await verify('no such code'), false)
})

test('a reset sets the password once, ends every session, invalidates other links and notifies the owner', async () => {
  const userId = await signUp()
  const token = await tokenOf(userId)
  const [first, other, verification] = [await resetCode(), await resetCode(), await mailedCode(userId)]
  const results = await Promise.all(Array.from({ length: 5 }, () => resetWith(first, OTHER)))
  assert.equal(results.filter((result) => result !== null).length, 1)
  assert.ok((await isRight(OTHER)) && !(await isRight(PASSWORD)))
  assert.equal(await createSessionFinder(database)(token, clock.now()), null)
  assert.equal(await resetWith(other, PASSWORD), null)
  assert.equal(await verify(verification), false)
  assert.match(mails.at(-1)?.subject ?? '', /password .* has changed/)
  assert.deepEqual(await stateOf(userId), { email, emailVerified: true })
})

test('a link works only for its own purpose, and a password link expires after an hour', async () => {
  const userId = await signUp()
  const reset = await resetCode()
  assert.equal(await verify(reset), false)
  assert.equal(await resetWith(await mailedCode(userId), OTHER), null)
  nowMs += HOUR_MS
  assert.equal(await resetWith(await resetCode().then(() => reset), OTHER), null)
  assert.ok(await isRight(PASSWORD))
})

test('nothing is mailed to an unknown address', async () => {
  await passwords.requestPasswordReset(deps, email, null)
  await deliverRequests()
  assert.deepEqual(mails, [])
})

test(
  'a new address takes effect when its link is opened, and the former one is notified',
  withoutConflicts,
  async () => {
    const userId = await signUp()
    const wanted = `new-${email}`
    await requestChange(userId, wanted)
    assert.deepEqual(
      mails.map(({ to }) => to),
      [wanted],
    )
    assert.deepEqual(await stateOf(userId), { email, emailVerified: false })
    assert.equal(await verify(codeOf(mails[0])), true)
    assert.deepEqual(await stateOf(userId), { email: wanted, emailVerified: true })
    assert.equal(mails.at(-1)?.to, email)
    assert.match(mails.at(-1)?.text ?? '', new RegExp(`is now ${wanted}`))
    assert.ok((await isRight(PASSWORD, wanted)) && !(await isRight(PASSWORD)))
    await signUp()
  },
)

test(
  'the address of another user is not taken over: that user is notified, and a late link is invalid',
  withoutConflicts,
  async () => {
    const userId = await signUp()
    const theirs = `theirs-${email}`
    await signUp(theirs)
    await requestChange(userId, theirs)
    assert.equal(mails[0]?.to, theirs)
    assert.equal(codeOf(mails[0]), '')
    const free = `free-${email}`
    await requestChange(userId, free)
    const code = codeOf(mails.at(-1))
    await signUp(free)
    assert.equal(await verify(code), false)
    assert.deepEqual(await stateOf(userId), { email, emailVerified: false })
  },
)

test('a session opened with the former password does not outlive the password change', withoutConflicts, async () => {
  const userId = await signUp()
  const hash = await hashPassword(OTHER)
  const change = () => database.transaction((tx) => passwords.replacePassword(deps, tx, { userId, hash, locale: null }))
  const isWaiting = async () =>
    (
      await database.pool.query(`
      SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`)
    ).rowCount === 1
  const checked = (await passwords.checkPassword(deps, { email, password: PASSWORD }))!
  let changing: Promise<boolean> | undefined
  const token = await database.transaction(async (tx) => {
    assert.ok(await passwords.lockCheckedPassword(tx, checked))
    let isOver = false
    changing = change().finally(() => (isOver = true))
    await until(async () => isOver || (await isWaiting()))
    return tokenOf(userId)
  })
  assert.equal(await changing, true)
  assert.equal(await createSessionFinder(database)(token, clock.now()), null)
  assert.equal(await database.transaction((tx) => passwords.lockCheckedPassword(tx, checked)), false)
})

test('a device is known to its own account after the first log-in, until the password changes', async () => {
  const userId = await signUp()
  const device = 'a-device-of-this-test'
  const isKnown = (address = email) => passwords.isKnownDevice(database.read, address, device)
  assert.equal(await isKnown(), false)
  await passwords.rememberDevice(database.read, userId, device, clock.now())
  assert.equal(await isKnown(), true)
  assert.equal(await isKnown(`not-${email}`), false)
  const hash = await hashPassword(OTHER)
  await database.transaction((tx) => passwords.replacePassword(deps, tx, { userId, hash, locale: null }))
  assert.equal(await isKnown(), false)
})

test('after a password is removed, it cannot be used to log in, its links are invalid and its address is free', async () => {
  const userId = await signUp()
  const [link, reset] = [await mailedCode(userId), await resetCode()]
  await database.transaction((tx) => passwords.removePassword(tx, userId))
  assert.equal(await isRight(PASSWORD), false)
  assert.deepEqual([await verify(link), await resetWith(reset, OTHER)], [false, null])
  await signUp()
})

test('a concurrent hash upgrade at log-in does not overwrite a new password', async () => {
  const userId = await signUp()
  const former = await hashPassword(PASSWORD)
  await queries.updatePassword(database.read, userId, await hashPassword(OTHER))
  assert.equal(await queries.updatePassword(database.read, userId, await hashPassword(PASSWORD), former), false)
  assert.ok((await isRight(OTHER)) && !(await isRight(PASSWORD)))
})
