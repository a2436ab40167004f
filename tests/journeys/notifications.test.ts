/** Notifications: the red dot, the list behind the bell, live updates, digests and push messages, each once. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import * as calls from '#contract/community/notifications.ts'
import { send, withdraw } from '#contract/payments/payments.ts'
import { createAnnouncement } from '#server/accounts/announcements.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { topics, type Notice } from '#server/events.ts'
import { notifyOfPayments } from '#server/notifications/subscribers.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { startPushService, type PushService } from '../push-server.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let pushes: PushService
let listener: TestUser
let artist: TestUser
let contentId: string

before(async () => {
  pushes = await startPushService()
  world = await createTestWorld({
    settings: { OUTBOUND_ALLOW: pushes.hostAndPort, PUBLIC_URL: 'https://peal.example', INVOICE_EXPIRY_SECONDS: '60' },
  })
  world.expectLogs('outbox-failed')
  // Early in an hour, so that no hour ends during a test.
  world.clock.step(3_600_000 - (world.clock.now().getTime() % 3_600_000))
  listener = await createTestUser(world)
  await fillBalance(world, listener, 10_000_000)
})
beforeEach(async () => {
  pushes.pushed.length = 0
  pushes.status = 201
  artist = await createTestUser(world)
  contentId = (await artist.call(createArtist, { body: { name: `Band of ${artist.name}` } })).id
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await pushes.close()
})

const zap = (msatAmount: number, comment?: string) =>
  listener.call(send, { body: { contentId, msatAmount, ...(comment === undefined ? {} : { comment }) } })
const notify = async (user: TestUser) => (await user.call(calls.getNotificationFlag, {})).notify
const list = async (user: TestUser) => (await user.call(calls.listNotifications, { query: {} })).notifications
const deviceOf = (user: TestUser) => user.call(calls.addPushSubscription, { body: pushes.subscribe() })

test('a zap lights the dot and is listed with its parts; opening the list clears the dot', async () => {
  assert.equal(await notify(artist), false)
  const { paymentId } = await zap(100_000, 'What a song')
  await until(() => notify(artist))
  const [first, ...rest] = await list(artist)
  assert.deepEqual(rest, [])
  const { id: _id, createdAt: _createdAt, ...parts } = first!
  assert.deepEqual(parts, {
    kind: 'zap-received',
    count: 1,
    actorName: listener.name,
    actorUrl: listener.name,
    contentId,
    contentType: 'artist',
    contentTitle: `Band of ${artist.name}`,
    msatAmount: 95_000,
    comment: 'What a song',
    title: null,
    paymentId,
    address: null,
    reason: null,
    isRead: false,
    href: `/transactions/Earnings/${paymentId}`,
  })
  assert.equal(await artist.call(calls.clearNotificationFlag, {}), null)
  assert.equal(await notify(artist), false)
  assert.equal((await list(artist))[0]?.isRead, false)
  assert.deepEqual(
    (await list(listener)).map(({ kind }) => kind),
    ['deposit'],
  )
})

test('many zaps of one content in an hour are one row; after it was read, the next zap is a new one', async () => {
  for (let count = 0; count < 6; count++) await zap(10_000, count === 2 ? 'Third' : undefined)
  await until(async () => (await list(artist))[0]?.count === 6)
  const [row, ...rest] = await list(artist)
  assert.deepEqual([row?.msatAmount, row?.comment, rest.length], [57_000, 'Third', 0])
  await artist.call(calls.readNotifications, { body: { ids: [row!.id] } })
  assert.equal((await list(artist))[0]?.isRead, true)
  world.clock.step(3_600_000)
  await zap(10_000)
  await until(async () => (await list(artist)).length === 2)
  await artist.call(calls.readNotifications, { body: { all: true } })
  assert.ok((await list(artist)).every(({ isRead }) => isRead))
  assert.equal(await notify(artist), false)
})

test('a notification repeated, also concurrently, is stored once', async () => {
  const earnings = [{ userId: artist.userId, contentId, amountMsat: 1_000 }]
  const event = (paymentId: string) => ({
    paymentId,
    contentId,
    payerId: null,
    namelessPayerId: null,
    amountMsat: 1_000,
    feeMsat: 0,
    shares: [],
    earnings,
    comment: null,
    contentTimeSeconds: null,
    settledAt: new Date().toISOString(),
  })
  const events = Array.from({ length: 20 }, () => event(newId()))
  const tell = notifyOfPayments(world.world.notifications)
  await Promise.all([tell(events), tell(events.toReversed()), tell([events[3]!, events[3]!]), tell(events.slice(5))])
  await tell(events)
  const [row, ...rest] = await list(artist)
  assert.deepEqual([row?.count, row?.msatAmount, rest.length], [20, 20_000, 0])
})

test("a user's own payment is no notification; a failed withdrawal, a held account and an announcement are", async () => {
  await fillBalance(world, artist, 200_000)
  await until(async () => (await list(artist)).length === 1)
  await artist.call(send, { body: { contentId, msatAmount: 10_000 } })
  world.node.script({ does: 'fail', reason: 'no-route' })
  const invoice = world.node.makeInvoice({ amountMsat: 50_000n }).bolt11
  const { paymentId } = await artist.call(withdraw, { body: { invoice } })
  await until(async () => (await list(artist)).some(({ kind }) => kind === 'withdrawal-failed'))
  const [failed] = await list(artist)
  assert.deepEqual([failed?.href, failed?.reason], [`/transactions/Withdraw/${paymentId}`, 'no-route'])
  const now = world.clock.now()
  const hold = { userId: artist.userId, cause: 'late-payment', reason: 'It was paid.', now } as const
  await world.world.database.transaction((tx) => holdOutgoing(tx, hold))
  await until(async () => (await list(artist))[0]?.kind === 'account-held')
  // A debt is no decision that one can object to.
  assert.equal((await list(artist))[0]?.href, '/transactions')
  await artist.call(calls.clearNotificationFlag, {})
  world.clock.step(10)
  const news = { title: 'New', content: 'There is more.', link: '/new' }
  const { id } = await createAnnouncement(world.world.database.read, news, world.clock.now())
  assert.equal(await notify(artist), true)
  const kinds = (await list(artist)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['announcement', 'account-held', 'withdrawal-failed', 'deposit'])
  const late = await createTestUser(world)
  assert.deepEqual([await notify(late), await list(late)], [false, []])
  await artist.call(calls.readNotifications, { body: { ids: [id] } })
  await artist.call(calls.clearNotificationFlag, {})
  assert.deepEqual([await notify(artist), (await list(artist))[0]?.isRead], [false, true])
})

test("payments to a user's lightning address are listed with their message, those of an hour in one row", async () => {
  const pay = (comment: string) => {
    const body = { lightningAddress: `${artist.name}@peal.example`, msatAmount: 21_000, comment }
    return listener.call(withdraw, { body })
  }
  await pay('Well done')
  const { paymentId } = await pay('And again')
  await until(async () => (await list(artist))[0]?.count === 2)
  const [row, ...rest] = await list(artist)
  assert.equal(rest.length, 0)
  assert.deepEqual(
    [row?.kind, row?.msatAmount, row?.actorName, row?.comment, row?.href],
    ['address-received', 42_000, listener.name, 'And again', `/transactions/Zap/${paymentId}`],
  )
})

test('notifications of other modules are listed, page by page', async () => {
  for (const kind of ['comment', 'reply', 'release', 'new-split', 'takedown'] as const) {
    const content = { contentId, contentType: 'track', title: 'Song' }
    const told = { userIds: [artist.userId], actorId: listener.userId, content, comment: 'Words' }
    const notice: Notice = { noticeId: newId(), kind, ...told }
    await publish(world.world.database.read, topics.notice, notice.noticeId, notice)
  }
  await until(async () => (await list(artist)).length === 5)
  assert.equal((await list(artist)).find(({ kind }) => kind === 'takedown')?.href, '/decisions')
  const seen: string[] = []
  let before: string | undefined
  for (let page = 0; page < 3; page++) {
    const query = { limit: '2', ...(before === undefined ? {} : { before }) }
    const { notifications, nextBefore } = await artist.call(calls.listNotifications, { query })
    seen.push(...notifications.map(({ id }) => id))
    before = nextBefore ?? undefined
  }
  assert.equal(before, undefined)
  assert.deepEqual(
    seen,
    (await list(artist)).map(({ id }) => id),
  )
  const refused = await refusalOf(artist.call(calls.listNotifications, { query: { before: `1_${'-'.repeat(36)}` } }))
  assert.equal(refused.status, 400)
})

test("another user's notifications cannot be marked as read", async () => {
  await zap(10_000)
  await until(async () => (await list(artist)).length === 1)
  await listener.call(calls.readNotifications, { body: { ids: [(await list(artist))[0]!.id] } })
  assert.equal((await list(artist))[0]?.isRead, false)
  assert.equal((await refusalOf(artist.call(calls.readNotifications, { body: {} }))).status, 400)
})

test('the red dot appears and disappears without a reload', async () => {
  const stop = new AbortController()
  const response = await fetch(`${world.origin}/v1/events`, {
    headers: { authorization: `Bearer ${artist.token}` },
    signal: stop.signal,
  })
  const seen: { kind: string; notify: boolean | null }[] = []
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const line of decoder.decode(chunk).split('\n'))
        if (line.startsWith('data: ')) seen.push(JSON.parse(line.slice(6)))
    }
  })().catch(() => undefined)
  const dots = () => seen.filter(({ kind }) => kind === 'notification').map((event) => event.notify)
  await until(() => dots().length === 1 && seen.some(({ kind }) => kind === 'balance'))
  await zap(10_000)
  await until(() => dots().includes(true))
  await artist.call(calls.clearNotificationFlag, {})
  await until(() => dots().at(-1) === false)
  assert.deepEqual(dots().slice(0, 2), [false, true])
  assert.ok(seen.some(({ kind }) => kind === 'payment'))
  stop.abort()
  await reading
})

test('a push message reaches the browser, encrypted for it and signed by this server', async () => {
  await deviceOf(artist)
  const { publicKey } = await artist.call(calls.getPushKey, {})
  await zap(20_000, 'Loud')
  await until(() => pushes.pushed.length === 1)
  const [{ headers, message }] = pushes.pushed as [(typeof pushes.pushed)[0]]
  const { notification, text } = message as { notification: Record<string, unknown>; text: string }
  assert.equal(text, `You received 19 sats from ${listener.name} for “Band of ${artist.name}”`)
  assert.deepEqual(
    [notification['kind'], notification['msatAmount'], notification['comment']],
    ['zap-received', 19_000, 'Loud'],
  )
  // As browsers that show it without a service worker read it.
  const { title, body, navigate, lang, tag, id, href } = notification
  assert.deepEqual([(message as { web_push: number }).web_push, title, body, lang, tag], [8030, text, 'Loud', 'en', id])
  assert.equal(navigate, new URL(String(href), 'https://peal.example').href)
  assert.deepEqual([headers['content-encoding'], headers['ttl']], ['aes128gcm', '21600'])
  const claims = claimsOf(headers.authorization!, publicKey)
  assert.deepEqual([claims['aud'], claims['sub']], [`http://${pushes.hostAndPort}`, 'https://peal.example'])
  for (let count = 0; count < 5; count++) await zap(10_000)
  await until(async () => (await list(artist))[0]?.count === 6)
  await new Promise((resolve) => setTimeout(resolve, 500))
  assert.equal(pushes.pushed.length, 1)
})

/** The claims of the server, after its signature is verified. */
function claimsOf(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  assert.equal(key, publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', body = '', signature = ''] = token.split('.')
  const signed = { key: jwk, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url')))
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
}

test('a browser that unsubscribed is deleted; an unreachable push service is retried', async () => {
  await deviceOf(artist)
  pushes.status = 503
  await zap(20_000)
  await until(() => pushes.pushed.length >= 1)
  assert.equal((await artist.call(calls.listPushSubscriptions, {})).length, 1)
  pushes.status = 201
  await until(() => pushes.pushed.length >= 2)
  pushes.status = 410
  world.clock.step(3_600_000)
  await zap(20_000)
  await until(async () => (await artist.call(calls.listPushSubscriptions, {})).length === 0)
})

test('a browser belongs to the user who logged in there last, and can be removed from the list', async () => {
  const body = pushes.subscribe()
  await listener.call(calls.addPushSubscription, { body })
  const device = await artist.call(calls.addPushSubscription, { body })
  assert.deepEqual(await listener.call(calls.listPushSubscriptions, {}), [])
  assert.deepEqual(await artist.call(calls.listPushSubscriptions, {}), [device])
  await artist.call(calls.removePushSubscription, { params: { subscriptionId: device.subscriptionId } })
  assert.deepEqual(await artist.call(calls.listPushSubscriptions, {}), [])
  const wrong = { endpoint: 'http://10.0.0.1/x', keys: body.keys }
  assert.equal((await refusalOf(artist.call(calls.addPushSubscription, { body: wrong }))).status, 422)
  const noPoint = { ...body, keys: { ...body.keys, p256dh: 'A'.repeat(87) } }
  assert.equal((await refusalOf(artist.call(calls.addPushSubscription, { body: noPoint }))).status, 422)
})
