/** Sessions against a real database: tokens, their lifetime, and who may end them. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { insertNewUser } from '#server/accounts/users.ts'
import { openFileDatabase } from '#tests/file-database.ts'
import {
  endSession,
  endSessionOf,
  endSessionsOf,
  createSessionFinder,
  listSessionsOf,
  openSession,
} from './sessions.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const origin = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

const database = await openFileDatabase()
let nowMs = Date.now()
let subject = ''
let userId = ''
let count = 0
const now = () => new Date(nowMs)

beforeEach(async () => {
  nowMs = Date.now()
  subject = String(count++).padStart(64, '0')
  userId = await createTestUser(own())
})

async function createTestUser(name: { issuer: string; subject: string }): Promise<string> {
  const claims = { ...name, email: null, emailVerified: false }
  return (await database.transaction((tx) => insertNewUser(tx, { claims, now: now() }))).userId
}

const own = () => ({ issuer: 'nostr', subject })
const open = (name = own()) =>
  openSession(database.read, { ...name, method: 'nostr', origin, secondFactor: false, now: now() })
const find = (token: string) => createSessionFinder(database)(token, now())

test('a token finds its session, with how it was opened', async () => {
  const { token, expiresAt, sessionId } = await open()
  assert.match(token, /^peal_[\w-]{43}$/)
  assert.equal(expiresAt.getTime() - nowMs, 30 * DAY_MS)
  const session = { id: sessionId, method: 'nostr', authenticatedAt: now(), secondFactor: false }
  assert.deepEqual(await find(token), { userId, identity: own(), session })
})

test('no stored value works as a token', async () => {
  const { token } = await open()
  const { rows } = await database.pool.query('SELECT * FROM login_session')
  for (const row of rows) {
    for (const value of Object.values(row)) {
      const forms = Buffer.isBuffer(value)
        ? [value.toString('hex'), value.toString('base64url'), value.toString('base64')]
        : [String(value)]
      for (const form of forms.flatMap((one) => [one, `peal_${one}`])) {
        assert.notEqual(form, token)
        assert.equal(await find(form), null)
      }
    }
  }
  for (const forged of ['', 'peal_', token.slice(5), `${token}=`, token.toLowerCase()]) {
    assert.equal(await find(forged), null, forged)
  }
})

test('each log-in gets its own token, and ending one session leaves the others', async () => {
  const [first, second] = [await open(), await open()]
  assert.notEqual(first.token, second.token)
  await endSession(database.read, first.sessionId)
  assert.equal(await find(first.token), null)
  assert.ok(await find(second.token))
})

test('a session expires after 30 days, and use extends it at most once a day', async () => {
  const { token, sessionId } = await open()
  const expiry = async () =>
    (await database.pool.query('SELECT expires_at FROM login_session WHERE id = $1', [sessionId])).rows[0].expires_at
  const first = await expiry()
  nowMs += DAY_MS / 2
  await find(token)
  assert.deepEqual(await expiry(), first)
  nowMs += DAY_MS
  await find(token)
  assert.equal((await expiry()).getTime(), nowMs + 30 * DAY_MS)
  nowMs += 30 * DAY_MS
  assert.equal(await find(token), null)
})

test('the last use is recorded to within ten minutes', async () => {
  const { token } = await open()
  const seen = async () => (await listSessionsOf(database.read, userId, now()))[0]?.last_seen_at.getTime()
  const opened = nowMs
  nowMs += 9 * MINUTE_MS
  await find(token)
  assert.equal(await seen(), opened)
  nowMs += MINUTE_MS
  await find(token)
  assert.equal(await seen(), nowMs)
})

test('users can end only their own sessions', async () => {
  const stranger = { issuer: 'nostr', subject: 'f'.repeat(64) }
  await createTestUser(stranger)
  const [mine, other, theirs] = [await open(), await open(), await open(stranger)]
  assert.equal(await endSessionOf(database.read, userId, theirs.sessionId), false)
  assert.ok(await find(theirs.token))
  assert.equal(await endSessionsOf(database.read, userId, mine.sessionId), 1)
  assert.equal(await find(other.token), null)
  assert.ok((await find(mine.token)) && (await find(theirs.token)))
  assert.equal(await endSessionsOf(database.read, userId), 1)
  assert.equal(await endSessionsOf(database.read, userId), 0)
})

test('an identity has at most fifty sessions', async () => {
  const first = await open()
  for (let round = 0; round < 50; round++) {
    nowMs += 1_000
    await open()
  }
  assert.equal((await listSessionsOf(database.read, userId, now())).length, 50)
  assert.equal(await find(first.token), null)
})
