/** Sending a message to followers in batches: a crash in the middle, several processes, a takedown in between. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { insertNewUser } from '#server/accounts/users.ts'
import { insertContent } from '#server/catalog/content/queries.ts'
import { insertItem } from '#server/library/item-queries.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMailer, listUnsentMails, type Mailer } from '#server/platform/mail.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { insertMessage, selectMessages } from './message-queries.ts'
import { sendFanMessages } from './sending.ts'

const SECRET = 'a secret of at least 32 characters.'
const FOLLOWERS = 7
const BATCH = 3
const clock = { now: () => new Date('2030-06-15T12:00:00Z') }

let own: TestDatabase
let database: Database
let mailer: Mailer
let ownerId: string
const makerId = newId()

before(async () => {
  own = await createTestDatabase()
  database = connectDatabase({ url: own.url, role: own.role, maxConnections: 10 })
  mailer = createMailer({ smtpUrl: null, from: 'Peal', database, clock, log: silentLog, secret: SECRET })
  ownerId = await user('mara')
  await database.transaction(async (tx) => {
    await insertContent(tx, { id: makerId, type: 'artist', ownerId })
    await sql`
      INSERT INTO artist (id, user_id, name, artist_url, created_at, updated_at)
      VALUES (${makerId}, ${ownerId}, 'Mara', 'mara', ${clock.now()}, ${clock.now()})`.execute(tx)
  })
  for (let index = 0; index < FOLLOWERS; index++) {
    const followerId = await user(`follower${index}`)
    const item = { contentId: makerId, type: 'artist', now: clock.now() } as const
    await database.transaction((tx) => insertItem(tx, followerId, item))
  }
})
after(async () => {
  await database.close()
  await own.drop()
})

async function user(username: string): Promise<string> {
  const claims = { issuer: 'peal', subject: username, email: `${username}@example.com`, emailVerified: true }
  const { userId } = await database.transaction((tx) => insertNewUser(tx, { claims, username, now: clock.now() }))
  return userId
}

async function write(): Promise<string> {
  const id = newId()
  const subject = { subject_id: makerId, subject_type: 'artist', subject_title: 'Mara' }
  const from = { maker_id: makerId, owner_id: ownerId, kind: 'thanks', audience: 'follows' } as const
  await insertMessage(database.read, { id, ...from, ...subject, body: 'Thank you all.', created_at: clock.now() })
  return id
}

const depsWith = (sending: Mailer) => ({
  ...{ database, clock, secret: SECRET, publicUrl: 'https://peal.example', brandName: 'Peal' },
  mailer: sending,
})

/** Everybody who was notified of this message. */
async function notified(id: string): Promise<string[]> {
  const { rows } = await sql<{ userIds: string[] }>`
    SELECT payload -> 'userIds' AS "userIds" FROM outbox
    WHERE topic = 'notice' AND payload ->> 'noticeId' LIKE ${`${id}:%`}`.execute(database.read)
  return rows.flatMap(({ userIds }) => userIds)
}

test('after a crash in the second batch, everybody gets the message once', withoutConflicts, async () => {
  const id = await write()
  let mails = 0
  const failing: Mailer = {
    async send(mail, tx) {
      if (++mails === BATCH + 2) throw new Error('killed')
      await mailer.send(mail, tx)
    },
  }
  await assert.rejects(sendFanMessages(depsWith(failing), BATCH), /killed/)
  assert.equal((await notified(id)).length, BATCH, 'the first batch stays, the second left nothing')
  assert.equal((await listUnsentMails(database, undefined)).length, BATCH)
  await Promise.all([1, 2, 3].map(() => sendFanMessages(depsWith(mailer), BATCH)))
  const reached = await notified(id)
  assert.deepEqual([reached.length, new Set(reached).size], [FOLLOWERS, FOLLOWERS])
  const recipients = (await listUnsentMails(database, undefined)).map(({ to }) => to)
  assert.deepEqual([recipients.length, new Set(recipients).size], [FOLLOWERS, FOLLOWERS])
  const [message] = await selectMessages(database.read, makerId, 1)
  assert.deepEqual([message?.recipient_count, message?.finished_at], [FOLLOWERS, clock.now()])
})

test('a takedown stops a message that is being sent', async () => {
  await sql`UPDATE artist SET taken_down_at = now() WHERE id = ${makerId}`.execute(database.read)
  const id = await write()
  await sendFanMessages(depsWith(mailer), BATCH)
  assert.deepEqual(await notified(id), [])
  const [message] = await selectMessages(database.read, makerId, 1)
  assert.notEqual(message?.finished_at, null)
})
