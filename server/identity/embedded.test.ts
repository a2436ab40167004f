/** The embedded identity provider against a real database. Over HTTP it is tested in server/me. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Mail, Mailer } from '#server/platform/mail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityPort } from './port.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { openSession } from './sessions.ts'

const SECRET = 'a secret of at least 32 letters, for this test'
const PASSWORD = 'correct horse battery'
const OTHER = 'another horse battery'
const HOUR_MS = 3_600_000
const origin = { ip: '192.0.2.1', userAgent: 'test' }

let testDatabase: TestDatabase
let database: Database
let identity: IdentityPort
let nowMs = Date.now()
let email = ''
let emails = 0
const mails: Mail[] = []
const clock = { now: () => new Date(nowMs) }
const mailer: Mailer = { send: async (mail) => void mails.push(mail) }
const open = () =>
  createEmbeddedIdentity({
    database,
    mailer,
    clock,
    log: silentLog,
    secret: SECRET,
    publicUrl: 'https://peal.example',
    config: { brandName: 'Peal' },
  })

before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase({ url: testDatabase.url, role: testDatabase.role })
  identity = await open()
})
after(async () => {
  await database.close()
  await testDatabase.drop()
})
beforeEach(() => {
  nowMs = Date.now()
  email = `person-${emails++}@example.com`
  mails.length = 0
})

async function signUp(address = email) {
  const made = await identity.register({ email: address, password: PASSWORD })
  assert.ok(made !== null)
  return made
}
const codeOf = (mail: Mail | undefined) => /oobCode=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
async function mailedCode(subject: string): Promise<string> {
  await identity.sendVerification(subject)
  return codeOf(mails.at(-1))
}
/** Delivers the events that the outbox would deliver. */
async function sendAsked(): Promise<void> {
  const { rows } = await database.pool.query(`DELETE FROM outbox WHERE topic = 'mail-asked' RETURNING payload`)
  for (const { payload } of rows) {
    assert.ok(!JSON.stringify(payload).includes('example.com'))
    await identity.sendAskedMail(payload)
  }
}
async function askChange(subject: string, address: string): Promise<void> {
  await identity.askEmailChange(database.read, subject, address, null)
  await sendAsked()
}
const resetWith = (code: string, password: string) =>
  identity.resetPassword(code, password, null, async () => undefined)
async function resetCode(): Promise<string> {
  await identity.askPasswordReset(email)
  await sendAsked()
  return codeOf(mails.at(-1))
}
const tokenOf = async (subject: string) =>
  (
    await openSession(database.read, {
      issuer: EMBEDDED_ISSUER,
      subject,
      method: 'password',
      origin,
      secondFactor: false,
      now: clock.now(),
    })
  ).token
const isRight = async (password: string, address = email) =>
  (await identity.checkPassword({ email: address, password })) !== null

test('a password proves the identity that registered with it', async () => {
  const made = await signUp()
  assert.equal(made.email, email)
  assert.deepEqual(await identity.checkPassword({ email, password: PASSWORD }), made)
  assert.deepEqual(await identity.findByEmail(email), made)
  assert.equal(await isRight(OTHER), false)
})

test('a secret in the environment changes nothing', async (t) => {
  process.env['BETTER_AUTH_SECRETS'] = `1:${'e'.repeat(64)}`
  t.after(() => delete process.env['BETTER_AUTH_SECRETS'])
  await signUp()
  identity = await open()
  assert.ok(await isRight(PASSWORD))
})

test('a wrong password and an unknown address are the same answer after the same work', async () => {
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

test('an address is used once, also by twenty at the same moment', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => identity.register({ email, password: PASSWORD })))
  assert.equal(all.filter((made) => made !== null).length, 1)
  assert.equal(await identity.register({ email, password: PASSWORD }), null)
  assert.ok(await isRight(PASSWORD))
})

test('the password stands in the database as argon2id, and a weaker hash is made anew at the next log-in', async () => {
  const { subject } = await signUp()
  const hash = async () =>
    (await database.pool.query('SELECT password FROM identity_account WHERE user_id = $1', [subject])).rows[0].password
  assert.match(await hash(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // echo -n "correct horse battery" | argon2 somesaltsomesalt -id -v 13 -t 1 -k 64 -p 1
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.from('somesaltsomesalt')
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const weak = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
  await database.pool.query('UPDATE identity_account SET password = $1 WHERE user_id = $2', [weak, subject])
  assert.equal(await isRight(OTHER), false)
  assert.equal(await hash(), weak)
  assert.ok(await isRight(PASSWORD))
  assert.match(await hash(), /m=19456,t=2/)
  assert.ok(await isRight(PASSWORD))
})

test('a mailed code works once, and the newest is not the only one that works', async () => {
  const someone = await signUp()
  const [first, second] = [await mailedCode(someone.subject), await mailedCode(someone.subject)]
  assert.equal(mails[0]?.to, email)
  assert.match(mails[0].text, /https:\/\/peal\.example\/verify-email\?oobCode=[\w-]{43}\n/)
  const results = await Promise.all(Array.from({ length: 10 }, () => identity.verifyEmail(first)))
  assert.deepEqual(
    results.filter((result) => result !== null),
    [{ ...someone, emailVerified: true }],
  )
  assert.equal(await identity.verifyEmail(second), null)
  assert.equal((await identity.findByEmail(email))?.emailVerified, true)
})

test('a code is stored hashed, runs out after 24 hours and confirms only the address it went to', async () => {
  const { subject } = await signUp()
  const late = await mailedCode(subject)
  const { rows } = await database.pool.query('SELECT code_hash FROM identity_email_code WHERE user_id = $1', [subject])
  assert.ok(!rows.some((row) => row.code_hash.toString() === late) && rows[0].code_hash.length === 32)
  nowMs += 24 * HOUR_MS
  assert.equal(await identity.verifyEmail(late), null)
  const former = await mailedCode(subject)
  await database.pool.query('UPDATE identity_user SET email = $1 WHERE id = $2', [`new-${email}`, subject])
  assert.equal(await identity.verifyEmail(former), null)
  assert.equal(await identity.verifyEmail('no such code'), null)
})

test('a reset sets the password once, ends every session, voids other links and tells the owner', async () => {
  const { subject } = await signUp()
  const token = await tokenOf(subject)
  const [first, other, verification] = [await resetCode(), await resetCode(), await mailedCode(subject)]
  const results = await Promise.all(Array.from({ length: 5 }, () => resetWith(first, OTHER)))
  assert.equal(results.filter((result) => result !== null).length, 1)
  assert.ok((await isRight(OTHER)) && !(await isRight(PASSWORD)))
  assert.equal(await identity.verifyBearer(token), null)
  assert.equal(await resetWith(other, PASSWORD), null)
  assert.equal(await identity.verifyEmail(verification), null)
  assert.match(mails.at(-1)?.subject ?? '', /password .* has changed/)
  assert.equal((await identity.findByEmail(email))?.emailVerified, true)
})

test('a link for one thing is none for another, and that to a password runs out after an hour', async () => {
  const { subject } = await signUp()
  const reset = await resetCode()
  assert.equal(await identity.verifyEmail(reset), null)
  assert.equal(await resetWith(await mailedCode(subject), OTHER), null)
  nowMs += HOUR_MS
  assert.equal(await resetWith(await resetCode().then(() => reset), OTHER), null)
  assert.ok(await isRight(PASSWORD))
})

test('of an unknown address nothing is mailed', async () => {
  await identity.askPasswordReset(email)
  await sendAsked()
  assert.deepEqual(mails, [])
})

test('a new address counts once its link is opened, and the former is told', async () => {
  const someone = await signUp()
  const wanted = `new-${email}`
  await askChange(someone.subject, wanted)
  assert.deepEqual(
    mails.map(({ to }) => to),
    [wanted],
  )
  assert.deepEqual(await identity.findByEmail(email), someone)
  const changed = await identity.verifyEmail(codeOf(mails[0]))
  assert.deepEqual(changed, { ...someone, email: wanted, emailVerified: true })
  assert.equal(mails.at(-1)?.to, email)
  assert.match(mails.at(-1)?.text ?? '', new RegExp(`is now ${wanted}`))
  assert.ok((await isRight(PASSWORD, wanted)) && !(await isRight(PASSWORD)))
  await signUp()
})

test('an address of somebody else is not taken over: they are told, and a link that is late is void', async () => {
  const someone = await signUp()
  const theirs = await signUp(`theirs-${email}`)
  await askChange(someone.subject, theirs.email!)
  assert.equal(mails[0]?.to, theirs.email)
  assert.equal(codeOf(mails[0]), '')
  const free = `free-${email}`
  await askChange(someone.subject, free)
  const code = codeOf(mails.at(-1))
  await signUp(free)
  assert.equal(await identity.verifyEmail(code), null)
  assert.deepEqual(await identity.findByEmail(email), someone)
})

test('a device is known once it was remembered, to its own account only, until the password changes', async () => {
  const { subject } = await signUp()
  const device = 'a-device-of-this-test'
  assert.equal(await identity.isKnownDevice(email, device), false)
  await identity.rememberDevice(database.read, subject, device, clock.now())
  assert.equal(await identity.isKnownDevice(email, device), true)
  assert.equal(await identity.isKnownDevice(`not-${email}`, device), false)
  await identity.changePassword(subject, OTHER, null, async () => undefined)
  assert.equal(await identity.isKnownDevice(email, device), false)
})

test('a removed identity cannot log in, its tokens stop and its address is free', async () => {
  const { subject } = await signUp()
  const token = await tokenOf(subject)
  assert.ok(await identity.verifyBearer(token))
  await identity.remove(subject)
  assert.equal(await identity.verifyBearer(token), null)
  assert.equal(await isRight(PASSWORD), false)
  await signUp()
})
