/** Recording notifications under load and by several processes: nothing twice, nothing lost, a bounded
 * number of rows; and the push key. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { insertNewUser, findUsersByUsernames } from '#server/accounts/users.ts'
import type { PaymentSettled } from '#server/events.ts'
import { insertBlock, selectSilenced } from '#server/comments/block-list-queries.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSignals } from '#server/platform/signals.ts'
import { newId } from '#server/platform/ids.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMailer, listUnsentMails } from '#server/platform/mail.ts'
import { createOutbound } from '#server/platform/network/outbound.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import type { NotificationDeps } from './deps.ts'
import { sendDigests } from './digest.ts'
import { listOwnNotifications } from './list.ts'
import { deleteNotifications } from './record-queries.ts'
import { readPushKey } from './push-key.ts'
import { notifyOfAbandonedForwards, notifyOfPayments, notifyOfTakedowns } from './subscribers.ts'

const DAY_MS = 86_400_000
const SECRET = 'a secret of at least 32 letters.'

let own: TestDatabase
let database: Database
let nowMs = Date.parse('2030-06-15T12:00:00Z')
const clock = { now: () => new Date(nowMs) }
let processes: NotificationDeps[]

before(async () => {
  own = await createTestDatabase()
  database = connectDatabase({ url: own.url, role: own.role, maxConnections: 20 })
  processes = [1, 2, 3].map(() => ({
    database,
    clock,
    log: silentLog,
    signals: createSignals(),
    mailer: createMailer({ smtpUrl: null, from: 'Peal', database, clock, log: silentLog, secret: SECRET }),
    outbound: createOutbound({ allow: [] }),
    namesOfContents: async () => new Map(),
    privateLinkOf: () => '',
    selectSilenced,
    secret: SECRET,
    publicUrl: 'https://peal.example',
    brandName: 'Peal',
    mailFrom: 'Peal <no-reply@peal.example>',
  }))
})
after(async () => {
  await database.close()
  await own.drop()
})

async function user(username: string): Promise<string> {
  const claims = { issuer: 'test', subject: username, email: `${username}@example.com`, emailVerified: true }
  await database.transaction((tx) => insertNewUser(tx, { claims, username, now: clock.now() }))
  const [made] = await findUsersByUsernames(database.read, [username])
  return made!.userId
}

function paid(earners: readonly string[], contentId: string): PaymentSettled {
  const earnings = earners.map((userId) => ({ userId, contentId, amountMsat: 1_000 }))
  const paymentId = newId()
  const amountMsat = 1_000 * earners.length
  const settledAt = clock.now().toISOString()
  const unknown = { payerId: null, namelessPayerId: null, comment: null, contentTimeSeconds: null }
  return { paymentId, contentId, amountMsat, feeMsat: 0, shares: [], earnings, settledAt, ...unknown }
}

async function rowsOf(userId: string) {
  const { rows } = await sql<{ count: number; amount_msat: bigint }>`
    SELECT count, amount_msat FROM notification WHERE user_id = ${userId}`.execute(database.read)
  return rows
}

test('an artist with thousands of zaps has one row per hour and content', async () => {
  const artist = await user('hot')
  const contents = [newId(), newId()]
  const events = Array.from({ length: 3_000 }, (_, index) => paid([artist], contents[index % 2]!))
  const batches = Array.from({ length: 60 }, (_, index) => events.slice(index * 50, index * 50 + 50))
  await Promise.all(
    processes.map(async (deps, lane) => {
      for (const batch of batches.filter((_batch, index) => index % 3 === lane)) await notifyOfPayments(deps)(batch)
    }),
  )
  assert.deepEqual(await rowsOf(artist), [
    { count: 1_500, amount_msat: 1_500_000n },
    { count: 1_500, amount_msat: 1_500_000n },
  ])
})

test('money of somebody whom the user has muted or blocked arrives without name and message', async () => {
  const [artist, pest, bore, fan] = await Promise.all(['gus', 'pest', 'bore', 'fay'].map(user))
  const of = (personId: string) => ({ userId: artist!, personId, now: clock.now() })
  await insertBlock(database.read, 'blocked_commenter', of(pest!))
  await insertBlock(database.read, 'muted_person', of(bore!))
  const events = [pest!, bore!, fan!].map((payerId) => ({ ...paid([artist!], newId()), payerId, comment: 'Hello' }))
  await notifyOfPayments(processes[0]!)(events)
  const { notifications } = await listOwnNotifications(processes[0]!, signedIn(artist!), {})
  assert.deepEqual(
    new Set(notifications.map(({ actorUrl, comment, msatAmount }) => `${actorUrl} ${comment} ${msatAmount}`)),
    new Set(['null null 1000', 'fay Hello 1000']),
  )
  assert.equal(notifications.length, 3)
})

test('while processes record for the same users in any order, digests are written, and each payment is in exactly one', async () => {
  const users = await Promise.all(['ada', 'ben', 'cid', 'dee'].map(user))
  const contentId = newId()
  const rounds = Array.from({ length: 25 }, (_, index) =>
    Array.from({ length: 8 }, (_none, other) =>
      paid((index + other) % 2 === 0 ? users : users.toReversed(), contentId),
    ),
  )
  const noting = processes.map(async (deps, lane) => {
    for (const batch of lane === 1 ? rounds.toReversed() : rounds) await notifyOfPayments(deps)(batch)
  })
  let isNoting = true
  const digesting = processes.map(async (deps) => {
    while (isNoting) {
      nowMs += DAY_MS + 1
      await sendDigests(deps)
    }
  })
  await Promise.all(noting)
  isNoting = false
  await Promise.all(digesting)
  nowMs += 2 * DAY_MS
  while ((await sendDigests(processes[0]!)) > 0);
  for (const name of ['ada', 'ben', 'cid', 'dee']) {
    const mails = await listUnsentMails(database, `${name}@example.com`)
    const mailedCounts = mails.map(({ text }) => Number(/- (\d+) payments? for/.exec(text)![1]))
    assert.equal(
      mailedCounts.reduce((sum, count) => sum + count, 0),
      200,
      name,
    )
  }
  assert.deepEqual(await rowsOf(users[0]!), [{ count: 200, amount_msat: 200_000n }])
})

test('all processes share one push key, also when started concurrently; with another secret there is a new key', async () => {
  await sql`DELETE FROM push_key`.execute(database.read)
  const keys = await Promise.all(processes.map((deps) => readPushKey(deps)))
  assert.equal(new Set(keys.map(({ publicKey }) => publicKey)).size, 1)
  assert.deepEqual(await readPushKey(processes[0]!), keys[0])
  const { rows } = await sql<{ text: string }>`SELECT push_key::text AS text FROM push_key`.execute(database.read)
  const hex = Buffer.from(keys[0]!.privateKey, 'base64url').toString('hex')
  assert.ok(!rows[0]!.text.includes(keys[0]!.privateKey) && !rows[0]!.text.includes(hex))
  const other = await readPushKey({ ...processes[0]!, secret: 'another secret of 32 letters....' })
  assert.notEqual(other.publicKey, keys[0]!.publicKey)
})

test('takedowns and failed forwards notify the right users; nothing remains of a deleted user', async () => {
  const owner = await user('eve')
  const [deps] = processes as [NotificationDeps]
  const takenDown = { takedownId: newId(), reason: 'Not yours', owners: [{ userId: owner, titles: ['A', 'B'] }] }
  await notifyOfTakedowns(deps)([
    { ...takenDown, isUndone: false },
    { ...takenDown, isUndone: true },
  ])
  const gaveUp = { userId: owner, batchId: newId(), address: 'a@b.example', amountMsat: 5_000, reason: 'no-route' }
  await notifyOfAbandonedForwards(deps)([gaveUp, gaveUp])
  const caller: Caller = signedIn(owner)
  const { notifications } = await listOwnNotifications(deps, caller, {})
  assert.deepEqual(
    new Set(notifications.map(({ kind, count, reason, href }) => `${kind} ${count} ${reason} ${href}`)),
    new Set([
      `forward-failed 1 no-route /transactions/Autoforward/${gaveUp.batchId}`,
      'takedown 2 null /decisions',
      'takedown 2 undone /decisions',
    ]),
  )
  await database.transaction((tx) => deleteNotifications(tx, owner))
  assert.deepEqual(await listOwnNotifications(deps, caller, {}), { notifications: [], nextBefore: null })
})
