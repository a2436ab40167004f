/** The digest mail: one a day or a week, each notification in exactly one, none without notifications, and ended
 * with one click. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { verifyEmail } from '#contract/accounts/auth.ts'
import * as calls from '#contract/community/notifications.ts'
import { send } from '#contract/payments/payments.ts'
import { sendDigests } from '#server/notifications/digest.ts'
import { startMailServer, type MailServer } from '../mail-server.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let mails: MailServer
let listener: TestUser
let artist: TestUser
let contentId: string

before(async () => {
  mails = await startMailServer()
  world = await createTestWorld({ settings: { SMTP_URL: mails.url, PUBLIC_URL: 'https://peal.example' } })
  world.expectLogs('outbox-failed')
  listener = await makeVerified()
  await fillBalance(world, listener, 10_000_000)
})
beforeEach(async () => {
  artist = await makeVerified()
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
  mails.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await mails.close()
})

async function makeVerified(): Promise<TestUser> {
  const user = await createTestUser(world, { verified: false })
  await until(() => mails.received.some(({ to }) => to === user.email))
  const [link = ''] = mails.received.findLast(({ to }) => to === user.email)!.links
  await world.call(verifyEmail, { body: { oobCode: new URL(link).searchParams.get('oobCode')! } })
  return user
}

const zap = (msatAmount: number) => listener.call(send, { body: { contentId, msatAmount } })
const choose = (emailDigest: 'off' | 'daily' | 'weekly') =>
  artist.call(calls.updateNotificationPreferences, { body: { emailDigest } })
const countOfZaps = async () => {
  const { notifications } = await artist.call(calls.listNotifications, { query: {} })
  return notifications.reduce((sum, { count }) => sum + count, 0)
}
const mailsTo = () => mails.received.filter(({ to }) => to === artist.email)
/** Long enough for several rounds of the job, and for a mail to arrive. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 2_500))

test("exactly one mail a day with the day's notifications, and none without any", async () => {
  const { emailDigest, email } = await artist.call(calls.getNotificationPreferences, {})
  assert.deepEqual({ emailDigest, email }, { emailDigest: 'daily', email: artist.email })
  await zap(100_000)
  await zap(200_000)
  await until(async () => (await countOfZaps()) === 2)
  assert.equal(mailsTo().length, 0)
  world.clock.step(DAY_MS + 1_000)
  // Concurrently, as in several processes.
  await Promise.all(Array.from({ length: 5 }, () => sendDigests(world.world.notifications)))
  await until(() => mailsTo().length > 0)
  world.clock.step(3 * DAY_MS)
  await quiet()
  const [mail, ...rest] = mailsTo()
  assert.equal(rest.length, 0)
  assert.equal(mail?.headers.get('subject'), 'Your day on Peal: 285 sats')
  assert.match(mail?.text ?? '', /- 2 payments for your content: 285 sats/)
  assert.match(mail?.text ?? '', new RegExp(`- Band of ${artist.name}: 285 sats`))
  await zap(10_000)
  await until(async () => (await countOfZaps()) === 3)
  world.clock.step(DAY_MS + 1_000)
  await until(() => mailsTo().length === 2)
  assert.match(mailsTo()[1]!.text, /- 1 payment for your content: 9 sats/)
})

test('the unsubscribe button of a mail program ends the mails without a log-in', async () => {
  await zap(10_000)
  await until(async () => (await countOfZaps()) === 1)
  world.clock.step(DAY_MS + 1_000)
  await until(() => mailsTo().length === 1)
  const { headers, links } = mailsTo()[0]!
  assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const url = new URL(/^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '')![1]!)
  assert.ok(links.some((link) => link.startsWith('https://peal.example/unsubscribe?token=')))
  const post = (token: string) =>
    fetch(`${world.origin}${url.pathname}?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const token = url.searchParams.get('token')!
  assert.equal((await post(`A${token.slice(1)}x`)).status, 400)
  assert.equal((await post(token)).status, 200)
  assert.equal((await post(token)).status, 200)
  assert.equal((await artist.call(calls.getNotificationPreferences, {})).emailDigest, 'off')
  await zap(10_000)
  await until(async () => (await countOfZaps()) >= 2)
  world.clock.step(8 * DAY_MS)
  await quiet()
  assert.equal(mailsTo().length, 1)
  await choose('daily')
  world.clock.step(2 * DAY_MS)
  await quiet()
  assert.equal(mailsTo().length, 1, 'old notifications are not mailed')
})

test('weekly digests can be chosen, also while notifications are waiting', async () => {
  await zap(10_000)
  await until(async () => (await countOfZaps()) === 1)
  await choose('weekly')
  world.clock.step(2 * DAY_MS)
  await quiet()
  assert.equal(mailsTo().length, 0)
  world.clock.step(5 * DAY_MS + 1_000)
  await until(() => mailsTo().length === 1)
  assert.equal(mailsTo()[0]!.headers.get('subject'), 'Your week on Peal: 9 sats')
})

test('an unreachable mail server gets the digest later, once; an unconfirmed address gets nothing', async () => {
  const unconfirmed = await createTestUser(world, { verified: false })
  const own = (await unconfirmed.call(createArtist, { body: { name: 'Unconfirmed' } })).id
  await listener.call(send, { body: { contentId: own, msatAmount: 10_000 } })
  await zap(10_000)
  await until(async () => (await countOfZaps()) === 1)
  mails.isThere = false
  mails.received.length = 0
  world.clock.step(DAY_MS + 1_000)
  await quiet()
  mails.isThere = true
  await until(() => mailsTo().length === 1)
  await quiet()
  assert.equal(mailsTo().length, 1)
  assert.ok(mails.received.every(({ to, headers }) => to !== unconfirmed.email || !headers.has('list-unsubscribe')))
})
