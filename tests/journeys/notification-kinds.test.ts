/** The choices for each kind of notification: a hidden kind is not listed, shows no dot and sends no push message; a
 * kind that is not mailed is in no digest; security kinds cannot be turned off. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import * as calls from '#contract/community/notifications.ts'
import { send } from '#contract/payments/payments.ts'
import { createAnnouncement } from '#server/accounts/announcements.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { sendDigests } from '#server/notifications/digest.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { startPushService } from '../push-server.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld } from '../world.ts'

const DAY_MS = 86_400_000

const pushes = await startPushService()
const world = await createTestWorld({
  settings: { OUTBOUND_ALLOW: pushes.hostAndPort, PUBLIC_URL: 'https://peal.example' },
})
const listener = await createTestUser(world)
let artist: TestUser
let contentId: string

before(() => fillBalance(world, listener, 10_000_000))
beforeEach(async () => {
  artist = await createTestUser(world)
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await pushes.close()
})

type Kind = (typeof calls.NotificationKind.options)[number]
type Body = { isShown?: boolean; isMailed?: boolean }
const choose = (kind: Kind, body: Body) => artist.call(calls.updateNotificationKind, { params: { kind }, body })
const zap = () => listener.call(send, { body: { contentId, msatAmount: 100_000 } })
const notify = async () => (await artist.call(calls.getNotificationFlag, {})).notify
const list = async () => (await artist.call(calls.listNotifications, { query: {} })).notifications
const digests = async (user: TestUser) =>
  (await listUnsentMails(world.world.database, user.email)).filter(({ subject }) => subject.startsWith('Your day'))

async function hold(): Promise<void> {
  const now = world.clock.now()
  const one = { userId: artist.userId, cause: 'late-payment', reason: 'It was paid.', now } as const
  await world.world.database.transaction((tx) => holdOutgoing(tx, one))
}

test('every kind that can be turned off is shown and mailed by default, and choices are stored', async () => {
  const { kinds } = await artist.call(calls.getNotificationPreferences, {})
  assert.deepEqual(kinds, [
    { kind: 'zap-received', isShown: true, isMailed: true },
    { kind: 'address-received', isShown: true, isMailed: true },
    { kind: 'deposit', isShown: true, isMailed: null },
    { kind: 'comment', isShown: true, isMailed: true },
    { kind: 'reply', isShown: true, isMailed: true },
    { kind: 'release', isShown: true, isMailed: true },
    { kind: 'genre-news', isShown: true, isMailed: true },
    { kind: 'new-split', isShown: true, isMailed: true },
    { kind: 'split-taken', isShown: true, isMailed: true },
    { kind: 'split-accepted', isShown: true, isMailed: true },
    { kind: 'split-declined', isShown: true, isMailed: true },
    { kind: 'follower', isShown: true, isMailed: true },
    { kind: 'ticket-sold', isShown: true, isMailed: true },
    { kind: 'named', isShown: true, isMailed: true },
    { kind: 'gift', isShown: true, isMailed: null },
    { kind: 'fan-message', isShown: true, isMailed: true },
    { kind: 'event-reminder', isShown: true, isMailed: true },
    { kind: 'thanks', isShown: true, isMailed: true },
    { kind: 'announcement', isShown: true, isMailed: null },
  ])
  await choose('comment', { isShown: false })
  await choose('comment', { isMailed: false })
  const changed = (await choose('release', { isMailed: false })).kinds
  assert.deepEqual(
    changed.filter(({ isShown, isMailed }) => !isShown || isMailed === false),
    [
      { kind: 'comment', isShown: false, isMailed: false },
      { kind: 'release', isShown: true, isMailed: false },
    ],
  )
  assert.deepEqual((await artist.call(calls.getNotificationPreferences, {})).kinds, changed)
  const { kinds: ofListener } = await listener.call(calls.getNotificationPreferences, {})
  assert.deepEqual(ofListener, kinds, 'nobody else’s choice changes')
})

test('security notifications cannot be turned off, and a kind without a mail cannot be mailed', async () => {
  const fixed = calls.NotificationKind.options.filter(
    (kind) => !(calls.ChoosableKind.options as readonly Kind[]).includes(kind),
  )
  assert.deepEqual(fixed, [
    'withdrawal-failed',
    'forward-failed',
    'stream-stopped',
    'account-held',
    'guarded-action',
    'ownership-offer',
    'ownership-declined',
    'ownership',
    'takedown',
    'moderation',
  ])
  for (const kind of fixed) {
    assert.equal((await refusalOf(choose(kind, { isShown: false }))).code, 'rule-broken')
    assert.equal((await refusalOf(choose(kind, { isMailed: false }))).code, 'rule-broken')
  }
  assert.equal((await refusalOf(choose('deposit', { isMailed: true }))).code, 'rule-broken')
  assert.equal((await refusalOf(choose('nothing' as Kind, { isShown: false }))).status, 400)
})

test('a hidden kind is not listed, shows no dot and sends no push message; other kinds do; after showing it again it is listed', async () => {
  await artist.call(calls.addPushSubscription, { body: pushes.subscribe() })
  await choose('zap-received', { isShown: false })
  const before = pushes.pushed.length
  await zap()
  await until(async () => (await hiddenCount()) === 1)
  assert.deepEqual(await list(), [])
  assert.equal(await notify(), false)
  await hold()
  await until(() => notify())
  await until(() => pushes.pushed.length > before)
  assert.deepEqual(
    (await list()).map(({ kind }) => kind),
    ['account-held'],
  )
  assert.equal(pushes.pushed.length, before + 1)
  await choose('zap-received', { isShown: true })
  assert.deepEqual((await list()).map(({ kind }) => kind).sort(), ['account-held', 'zap-received'])
})

/** Rows of a kind that the list does not show. */
async function hiddenCount(): Promise<number> {
  const { rows } = await world.world.database.pool.query(
    `SELECT FROM notification WHERE user_id = $1 AND kind = 'zap-received'`,
    [artist.userId],
  )
  return rows.length
}

test('announcements can be hidden', async () => {
  await choose('announcement', { isShown: false })
  world.clock.step(10)
  const news = { title: 'New', content: 'There is more.', link: '/new' }
  await createAnnouncement(world.world.database.read, news, world.clock.now())
  assert.deepEqual(await list(), [])
  assert.equal(await notify(), false)
  await choose('announcement', { isShown: true })
  assert.equal((await list()).length, 1)
  assert.equal(await notify(), true)
})

test('a kind that is not mailed is in no digest, whether it was turned off before or after the notification', async () => {
  const other = artist
  await zap()
  await until(async () => (await list()).length === 1)
  artist = await createTestUser(world)
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
  await choose('zap-received', { isMailed: false })
  await zap()
  await until(async () => (await list()).length === 1)
  const before = artist
  artist = await createTestUser(world)
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
  await zap()
  await until(async () => (await list()).length === 1)
  await choose('zap-received', { isMailed: false })
  world.clock.step(DAY_MS + 1_000)
  await sendDigests(world.world.notifications)
  await until(async () => (await digests(other)).length === 1)
  assert.deepEqual(await digests(before), [])
  assert.deepEqual(await digests(artist), [])
  // After turning it on again, only later notifications are mailed.
  await choose('zap-received', { isMailed: true })
  await zap()
  await until(async () => (await list()).reduce((sum, { count }) => sum + count, 0) === 2)
  world.clock.step(DAY_MS + 1_000)
  await sendDigests(world.world.notifications)
  await until(async () => (await digests(artist)).length === 1)
  assert.match((await digests(artist))[0]!.text, /- 1 payment for your content: 95 sats/)
})
