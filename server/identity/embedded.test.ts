/** The embedded identity provider against a real database. Over HTTP it is tested in server/me. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { betterAuth } from 'better-auth'
import { connectDatabase, type Database } from '#server/platform/database.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Mail } from '#server/platform/mail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { sessionKeyOf } from './bearer.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityPort } from './port.ts'
import { betterAuthSettings } from './settings.ts'

const SECRET = 'a secret of at least 32 letters, for this test'
const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000
const origin = { ip: '2001:db8:1:2:3:4:5:6', userAgent: 'test' }

let testDatabase: TestDatabase
let database: Database
let identity: IdentityPort
let nowMs = Date.now()
let email = ''
let emails = 0
const mails: Mail[] = []
const clock = { now: () => new Date(nowMs) }
const mailer = { send: async (mail: Mail) => void mails.push(mail) }
const open = (secret = SECRET, formerSecrets: string[] = [], log = silentLog) =>
  createEmbeddedIdentity({
    database,
    mailer,
    clock,
    log,
    secret,
    formerSecrets,
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

async function signUp() {
  const session = await identity.register({ email, password: PASSWORD }, origin)
  assert.ok(session !== null)
  return session
}
async function mailedCode(subject: string): Promise<string> {
  await identity.sendVerification(subject)
  return /oobCode=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('signing up gives a session whose token names the same identity that better-auth sees', async () => {
  const session = await signUp()
  assert.equal(session.identity.email, email)
  assert.equal(Math.round((session.expiresAt.getTime() - nowMs) / DAY_MS), 30)
  assert.deepEqual(await identity.verifyBearer(session.token), session.identity)
  const keys = [sessionKeyOf(SECRET)]
  const auth = betterAuth(
    betterAuthSettings({ database, keys, publicUrl: 'https://peal.example', clock, log: silentLog }),
  )
  const headers = new Headers({ authorization: `Bearer ${session.token}` })
  const theirs = await auth.api.getSession({ headers })
  assert.equal(theirs?.user.id, session.identity.subject)
})

test('what stands in the database is no token, and neither is one signed with another secret', async () => {
  const { token } = await signUp()
  const { rows } = await database.pool.query('SELECT token FROM identity_session')
  const value = token.split('.')[0]!
  assert.ok(rows.some((row) => row.token === value))
  const signature = token.split('.')[1]!
  const forged = [value, `${value}.`, `${value}.${'A'.repeat(43)}=`, `${value.slice(1)}.${signature}`, `.${signature}`]
  for (const one of forged) assert.equal(await identity.verifyBearer(one), null, one)
  const other = await open('another secret of at least 32 letters, here')
  assert.equal(await other.verifyBearer(token), null)
})

test('after the secret was changed, tokens of the former one still work', async () => {
  const { token, identity: someone } = await signUp()
  const changed = await open('another secret of at least 32 letters, here', [SECRET])
  assert.deepEqual(await changed.verifyBearer(token), someone)
  const session = await changed.login({ email, password: PASSWORD }, origin)
  assert.deepEqual(await changed.verifyBearer(session!.token), someone)
  assert.equal(await identity.verifyBearer(session!.token), null)
})

test('a secret in the environment changes nothing', async (t) => {
  process.env['BETTER_AUTH_SECRETS'] = `1:${'e'.repeat(64)}`
  t.after(() => delete process.env['BETTER_AUTH_SECRETS'])
  const { token } = await signUp()
  const session = await (await open()).login({ email, password: PASSWORD }, origin)
  assert.ok((await identity.verifyBearer(token)) && (await identity.verifyBearer(session!.token)))
})

test('logging in gives a new token each time, and logging out ends that one alone', async () => {
  const first = await signUp()
  const second = await identity.login({ email, password: PASSWORD }, origin)
  assert.ok(second !== null && second.token !== first.token)
  await identity.logout(first.token)
  const elsewhere = await open()
  for (const each of [identity, elsewhere]) {
    assert.equal(await each.verifyBearer(first.token), null)
    assert.deepEqual(await each.verifyBearer(second.token), second.identity)
  }
})

test('a session runs out after 30 days, and use prolongs it at most once a day', async () => {
  const { token } = await signUp()
  const expiry = async () =>
    (await database.pool.query('SELECT expires_at FROM identity_session WHERE token = $1', [token.split('.')[0]]))
      .rows[0].expires_at as Date
  const first = await expiry()
  nowMs += DAY_MS / 2
  await identity.verifyBearer(token)
  assert.deepEqual(await expiry(), first)
  nowMs += DAY_MS
  await identity.verifyBearer(token)
  assert.equal((await expiry()).getTime(), nowMs + 30 * DAY_MS)
  nowMs += 30 * DAY_MS
  assert.equal(await identity.verifyBearer(token), null)
  const later = await identity.login({ email, password: PASSWORD }, origin)
  assert.deepEqual(await identity.verifyBearer(later!.token), later!.identity)
})

test('a wrong password and an unknown address are the same answer after the same work', async () => {
  await signUp()
  const timed = async (address: string) => {
    // Processor time of all threads: how long it takes on the clock depends on what else this machine does.
    const before = process.cpuUsage()
    assert.equal(await identity.login({ email: address, password: 'wrong horse battery' }, origin), null)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
  const [wrong, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round++) {
    wrong.push(await timed(email))
    unknown.push(await timed(`nobody-${round}@example.com`))
  }
  const ratio = median(wrong) / median(unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `a wrong password takes ${ratio.toFixed(2)} times the work of an unknown address`)
})

test('an address is used once, also by twenty at the same moment', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, () => identity.register({ email, password: PASSWORD }, origin)),
  )
  assert.equal(all.filter((session) => session !== null).length, 1)
  assert.equal(await identity.register({ email, password: PASSWORD }, origin), null)
})

test('the password stands in the database as argon2id, the address of the client as its network', async () => {
  const { identity: someone } = await signUp()
  const { rows } = await database.pool.query(
    `SELECT account.password, session.ip_address, session.user_agent FROM identity_account account
     JOIN identity_session session USING (user_id) WHERE user_id = $1`,
    [someone.subject],
  )
  assert.match(rows[0].password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(rows[0].user_agent, 'test')
  assert.match(rows[0].ip_address, /^2001:0?db8:/)
})

test('a mailed code works once, and the newest is not the only one that works', async () => {
  const { identity: someone } = await signUp()
  const [first, second] = [await mailedCode(someone.subject), await mailedCode(someone.subject)]
  assert.equal(mails[0]?.to, email)
  assert.match(mails[0].text, /https:\/\/peal\.example\/verify-email\?oobCode=[\w-]{43}\n/)
  const results = await Promise.all(Array.from({ length: 10 }, () => identity.verifyEmail(first)))
  assert.deepEqual(
    results.filter((result) => result !== null),
    [{ ...someone, emailVerified: true }],
  )
  assert.equal(await identity.verifyEmail(second), null)
  assert.equal((await identity.login({ email, password: PASSWORD }, origin))?.identity.emailVerified, true)
})

test('a code is stored hashed, runs out after 24 hours and confirms only the address it went to', async () => {
  const { identity: someone } = await signUp()
  const late = await mailedCode(someone.subject)
  const { rows } = await database.pool.query('SELECT code_hash FROM identity_email_code WHERE user_id = $1', [
    someone.subject,
  ])
  assert.ok(!rows.some((row) => row.code_hash.toString() === late) && rows[0].code_hash.length === 32)
  nowMs += DAY_MS
  assert.equal(await identity.verifyEmail(late), null)
  const former = await mailedCode(someone.subject)
  await database.pool.query('UPDATE identity_user SET email = $1 WHERE id = $2', [`new-${email}`, someone.subject])
  assert.equal(await identity.verifyEmail(former), null)
  assert.equal(await identity.verifyEmail('no such code'), null)
})

test('a mail server that fails or hangs does not hinder signing up', async (t) => {
  const lines: string[] = []
  const record = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`)
  const send = mailer.send
  t.after(() => (mailer.send = send))
  const { identity: someone } = await signUp()
  const logging = await open(SECRET, [], { info: record, warn: record, error: record })
  mailer.send = () => Promise.reject(new Error(`550 <${email}> refused`))
  await logging.sendVerification(someone.subject)
  assert.ok(lines.some((line) => line.includes('mail-failed')) && !lines.join().includes(email))
  mailer.send = () => new Promise(() => undefined)
  const startedAt = performance.now()
  await logging.sendVerification(someone.subject)
  assert.ok(performance.now() - startedAt < 4_000)
})

test('a removed identity cannot log in, its tokens stop and its address is free', async () => {
  const { token, identity: someone } = await signUp()
  await identity.remove(someone.subject)
  assert.equal(await identity.verifyBearer(token), null)
  assert.equal(await identity.login({ email, password: PASSWORD }, origin), null)
  await signUp()
})

test('nobody has more than fifty sessions', async () => {
  const { token, identity: someone } = await signUp()
  await database.pool.query(
    `INSERT INTO identity_session (id, user_id, token, expires_at, created_at)
     SELECT gen_random_uuid(), $1::uuid, md5(n || $1::text), now() + interval '1 day', now() + n * interval '1 second'
     FROM generate_series(1, 60) n`,
    [someone.subject],
  )
  await identity.login({ email, password: PASSWORD }, origin)
  const { rows } = await database.pool.query('SELECT count(*) FROM identity_session WHERE user_id = $1', [
    someone.subject,
  ])
  assert.equal(rows[0].count, 50n)
  assert.equal(await identity.verifyBearer(token), null)
})
