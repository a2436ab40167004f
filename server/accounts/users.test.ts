/** Users against a real database: usernames stay reserved, and what blocks withdrawals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { AppError } from '#server/platform/errors.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { openFileDatabase } from '#tests/file-database.ts'
import {
  chooseUsername,
  insertNewUser,
  findUsersByUsernames,
  issuersOf,
  requireWithdrawalsAllowed,
  requireAvailableUsername,
  readUserSummaries,
  type User,
  readUser,
  readUserByIdentity,
  searchUsers,
} from './users.ts'
import { verifyRegion } from './region.ts'

const database = await openFileDatabase()

let subjects = 0
async function createTestUser(username?: string, email: string | null = null, emailVerified = false): Promise<User> {
  const claims = { issuer: 'embedded', subject: `subject-${subjects++}`, email, emailVerified }
  await database.transaction((tx) => insertNewUser(tx, { claims, username, now: new Date() }))
  const user = await readUserByIdentity(database.read, claims)
  assert.ok(user !== null)
  return user
}
const withCode = (code: string) => (error: AppError) => error.code === code

test('a new user has the given name, the default zap and nothing more', async () => {
  const user = await createTestUser('new-person', 'Someone@Example.com')
  const { userId, createdAt, ...rest } = user
  assert.ok(createdAt instanceof Date)
  assert.deepEqual(rest, {
    username: 'new-person',
    usernameIsGenerated: false,
    displayName: null,
    email: 'someone@example.com',
    emailVerified: false,
    ampMsat: 1_000_000n,
    artworkKey: null,
    lightningAddress: null,
    isLocked: false,
    heldByOwnerAt: null,
    credentialsChangedAt: null,
    mailCountsSince: null,
    role: null,
    isRegionVerified: false,
    isDeleted: false,
    language: null,
    theme: null,
  })
  assert.deepEqual(await readUser(database.read, userId), user)
  assert.deepEqual(await issuersOf(database.read, userId), ['embedded'])
})

test('a username, or a look-alike of it, is assigned once', async () => {
  await createTestUser('taken-name')
  for (const name of ['taken-name', 'takenname', 'taken_narne', 'admin']) {
    await assert.rejects(createTestUser(name), withCode('username-taken'), name)
    await assert.rejects(requireAvailableUsername(database.read, name), withCode('username-taken'), name)
  }
  await assert.rejects(createTestUser('---'), withCode('username-invalid'))
})

test('of twenty concurrent registrations with the same username, one succeeds', async () => {
  const made = await Promise.allSettled(Array.from({ length: 20 }, () => createTestUser('wanted-by-all')))
  const refused = made.filter((one) => one.status === 'rejected').map((one) => (one.reason as AppError).code)
  assert.deepEqual(refused, Array<string>(19).fill('username-taken'))
})

test('an identity creates a single user, also in twenty concurrent first requests', async () => {
  const claims = { issuer: 'test', subject: 'same', email: null, emailVerified: false }
  const make = () => database.transaction((tx) => insertNewUser(tx, { claims, username: undefined, now: new Date() }))
  const made = await Promise.allSettled(Array.from({ length: 20 }, make))
  assert.equal(made.filter((one) => one.status === 'fulfilled').length, 1)
  for (const one of made) if (one.status === 'rejected') assert.equal((one.reason as AppError).code, 'conflict')
})

test('a generated username can be changed once, and is not assigned to anybody else', async () => {
  const user = await createTestUser()
  assert.ok(user.usernameIsGenerated)
  await database.transaction((tx) => chooseUsername(tx, user.userId, 'my-own-name'))
  await database.transaction((tx) => chooseUsername(tx, user.userId, 'another-name'))
  assert.equal((await readUser(database.read, user.userId))?.username, 'my-own-name')
  await assert.rejects(createTestUser(user.username), withCode('username-taken'))
  await createTestUser('another-name')
})

test('users are found by exact usernames, and summaries are read by id', async () => {
  const [one, two] = [await createTestUser('found-one'), await createTestUser('found-two')]
  await sql`UPDATE person SET display_name = 'Two!' WHERE id = ${two.userId}`.execute(database.read)
  const names = [
    { userId: one.userId, username: 'found-one', displayName: null },
    { userId: two.userId, username: 'found-two', displayName: 'Two!' },
  ]
  const found = await findUsersByUsernames(database.read, ['found-two', 'found-one', 'nobody-here'])
  assert.deepEqual(
    found.toSorted((a, b) => a.username.localeCompare(b.username)),
    names,
  )
  const named = await readUserSummaries(database.read, [one.userId, two.userId, '00000000-0000-7000-8000-000000000000'])
  assert.deepEqual([named.size, named.get(one.userId), named.get(two.userId)], [2, ...names])
  assert.deepEqual(await findUsersByUsernames(database.read, []), [])
  await assert.rejects(findUsersByUsernames(database.read, Array<string>(1_001).fill('x')), withCode('rule-broken'))
})

test('users are searched by the literal beginning of the username', async () => {
  await createTestUser('sought_one')
  await createTestUser('soughtxone')
  const search = async (begins: string) =>
    (await searchUsers(database.read, begins, 10)).map(({ username }) => username)
  assert.deepEqual(await search('sought_'), ['sought_one'])
  assert.deepEqual(await search('sought'), ['sought_one', 'soughtxone'])
  for (const none of ['%', 'sought%', '_ought', 'sought\\_']) assert.deepEqual(await search(none), [], none)
})

test('an unconfirmed e-mail address prevents withdrawals, a missing one does not, a hold always does', async () => {
  const unconfirmed = await createTestUser(undefined, 'u@example.com')
  const confirmed = await createTestUser(undefined, 'c@example.com', true)
  const without = await createTestUser()
  await assert.rejects(requireWithdrawalsAllowed(database.read, unconfirmed.userId), withCode('email-not-verified'))
  await requireWithdrawalsAllowed(database.read, confirmed.userId)
  await requireWithdrawalsAllowed(database.read, without.userId)
  await database.pool.query('UPDATE person SET is_locked = true WHERE id = ANY($1)', [
    [confirmed.userId, without.userId],
  ])
  for (const { userId } of [confirmed, without]) {
    await assert.rejects(requireWithdrawalsAllowed(database.read, userId), withCode('withdrawals-held'))
  }
})

test('a region can be confirmed with a confirmed address, or without any address', async () => {
  const [nostr, unconfirmed] = [await createTestUser(), await createTestUser(undefined, 'later@example.com')]
  const confirm = ({ userId }: User) => {
    const caller = signedIn(userId)
    const names = { firstName: 'Ana', lastName: 'Ruiz', now: new Date() }
    return database.transaction((tx) => verifyRegion(tx, { regionAllow: [], regionDeny: [] }, caller, names))
  }
  await confirm(nostr)
  assert.equal((await readUser(database.read, nostr.userId))!.isRegionVerified, true)
  await assert.rejects(confirm(unconfirmed), withCode('email-not-verified'))
})
