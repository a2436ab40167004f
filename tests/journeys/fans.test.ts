/** Fans: who is listed and who is not, messages to followers and their limits, unsubscribing, thanks for zaps. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteAccount, exportAccount } from '#contract/accounts/leaving.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import * as calls from '#contract/community/fans.ts'
import { blockCommenter, muteUser } from '#contract/community/blocks.ts'
import { follow } from '#contract/community/follows.ts'
import { listNotifications, updateNotificationKind } from '#contract/community/notifications.ts'
import { pathOf } from '#contract/endpoint.ts'
import { send } from '#contract/payments/payments.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { writeFanMail } from '#server/fans/fan-mail.ts'
import { selectMessages } from '#server/fans/message-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const ZAP = 21_000
const WEEK_MS = 7 * 86_400_000

let world: TestWorld
let mara: TestUser
let concert: TestConcert
let makerId: string
const people: Record<string, TestUser> = {}

const zap = async (payer: TestUser, more: object = {}) =>
  (await payer.call(send, { body: { contentId: makerId, msatAmount: ZAP, ...more } })).paymentId
const followMara = (fan: TestUser) => fan.call(follow, { body: { contentId: makerId } })
const person = async (name: string) => (people[name] = await createTestUser(world, { name }))
const mailsTo = async ({ email }: TestUser) =>
  (await listUnsentMails(world.world.database, email)).filter(({ text }) => text.includes('> '))
const user = (name: string) => people[name]!
const params = () => ({ makerId })

before(async () => {
  world = await createTestWorld()
  mara = await person('mara')
  concert = await publishTestConcert(world, mara, { sats: 0 })
  makerId = concert.artistId
  for (const name of ['named', 'nameless', 'buyer', 'guest', 'quiet', 'open', 'blocked', 'muting', 'gone']) {
    const one = await person(name)
    if (['named', 'nameless', 'blocked', 'muting', 'gone'].includes(name)) {
      await fillBalance(world, one, ZAP)
      await zap(one, { isAnonymous: name === 'nameless' })
    }
  }
  await buy(user('buyer'))
  await concert.buy(user('guest').call)
  for (const name of ['quiet', 'open', 'named', 'blocked', 'muting']) await followMara(user(name))
  await user('open').call(calls.updateFanChoices, { body: { isNamed: true } })
  await mara.call(blockCommenter, { body: { userId: user('blocked').userId } })
  await user('muting').call(muteUser, { body: { userId: mara.userId } })
  await user('gone').prove(deleteAccount, { body: { confirm: 'gone' } })
})
after(() => world[Symbol.asyncDispose]())

/** Inserts the rows of a purchase, without files. */
async function buy(buyer: TestUser): Promise<void> {
  const { id: albumId } = await mara.call(createAlbum, { body: { artistId: makerId, title: 'For sale' } })
  const id = newId()
  const tx = world.world.database.read
  await sql`INSERT INTO purchase (id, content_id, buyer_id, amount_msat, created_at)
    VALUES (${id}, ${albumId}, ${buyer.userId}, 5000, now())`.execute(tx)
  await sql`INSERT INTO download_right (id, content_id, source, user_id, created_at)
    VALUES (${id}, ${albumId}, 'purchase', ${buyer.userId}, now())`.execute(tx)
}

const namesOf = async (query: object = {}) => {
  const { fans } = await mara.call(calls.listFans, { params: params(), query })
  return fans.map(({ name }) => name).toSorted()
}

test('fans are listed by what they did with their name; followers only if they allow it', async () => {
  assert.deepEqual(await namesOf(), ['buyer', 'guest', 'named', 'open'])
  assert.deepEqual(await namesOf({ kind: 'supported' }), ['named'])
  assert.deepEqual(await namesOf({ kind: 'bought' }), ['buyer'])
  assert.deepEqual(await namesOf({ kind: 'events' }), ['guest'])
  assert.deepEqual(await namesOf({ kind: 'follows' }), ['open'])
  assert.deepEqual(await namesOf({ search: 'UES' }), ['guest'])
  assert.deepEqual(await namesOf({ search: '%' }), [])
  const { fans, counts, followerCount } = await mara.call(calls.listFans, { params: params(), query: {} })
  assert.deepEqual(counts, { all: 4, supported: 1, bought: 1, events: 1, follows: 1 })
  assert.equal(followerCount, 5)
  const named = fans.find(({ name }) => name === 'named')
  assert.deepEqual([named?.kinds, named?.msatTotal], [['supported'], ZAP], 'that named follows is not shown')
})

test('pages end, and the CSV has every fan once', async () => {
  const found: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const query = { limit: '1', ...(before && { before }) }
    const page = await mara.call(calls.listFans, { params: params(), query })
    found.push(...page.fans.map(({ name }) => name))
    before = page.nextBefore
  }
  assert.deepEqual(found.toSorted(), ['buyer', 'guest', 'named', 'open'])
  const path = pathOf(calls.exportFans).replace(':makerId', makerId)
  const response = await fetch(world.origin + path, { headers: { authorization: `Bearer ${mara.token}` } })
  assert.match(response.headers.get('content-type') ?? '', /^text\/csv/)
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
  assert.equal(head, 'Name,Username,Supported,Bought,Tickets,Follows,Sent (msat),Last')
  assert.equal(lines.length, 4)
  assert.ok(lines.some((line) => line.startsWith(`,named,yes,,,,${ZAP},`)))
})

const write = (more: object = {}) =>
  mara.call(calls.sendFanMessage, {
    params: params(),
    body: { kind: 'thanks', audience: 'follows', content: 'Thank you.\nAll of you.', ...more },
  })
const messagesOf = async (fan: TestUser) =>
  (await fan.call(listNotifications, { query: {} })).notifications.filter(({ kind }) => kind === 'fan-message')

async function isSent(id: string): Promise<boolean> {
  const { messages } = await mara.call(calls.listFanMessages, { params: params() })
  return messages.some((message) => message.id === id && message.isSent)
}

test('a message reaches followers and nobody else, by notification and mail', async () => {
  assert.equal((await mara.call(calls.listFanMessages, { params: params() })).reach.follows, null, 'three are too few')
  const body = { kind: 'event', audience: 'supported', subjectId: concert.id, content: 'See you there' }
  const { id } = await write(body)
  await until(() => isSent(id))
  await until(async () => (await messagesOf(user('named'))).length === 1)
  const [note] = await messagesOf(user('named'))
  assert.deepEqual(
    [note?.actorName, note?.comment, note?.href, note?.contentId],
    ['Band of mara', 'See you there', `/event/${concert.id}`, null],
  )
  const [mail, ...rest] = await mailsTo(user('named'))
  assert.equal(rest.length, 0)
  assert.equal(mail?.subject, 'Band of mara invites you: Rooms at night')
  assert.match(mail?.text ?? '', /> See you there/)
  for (const name of ['nameless', 'buyer', 'guest', 'quiet', 'open', 'blocked', 'muting']) {
    assert.deepEqual([await messagesOf(user(name)), await mailsTo(user(name))], [[], []], name)
  }
})

test('the link in the mail ends messages without logging in: of this artist, or the mails of all', async () => {
  const post = (path: string) =>
    fetch(world.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const { message, maker } = await anyMessage()
  const deps = { secret: world.world.secret, publicUrl: world.origin, brandName: 'Peal' }
  const recipient = { userId: user('open').userId, name: 'open', language: 'en' } as const
  const { headers = {} } = writeFanMail(deps, { maker, message, recipient })
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  const url = new URL(headers['List-Unsubscribe']!.slice(1, -1))
  assert.equal((await post(url.pathname + url.search)).status, 200)
  assert.equal((await post(`${url.pathname}?token=nonsense`)).status, 400)
  assert.deepEqual((await user('open').call(calls.getFanChoices, {})).stopped, [
    { makerId, type: 'artist', name: 'Band of mara' },
  ])
  const link = (await mailsTo(user('named')))[0]!.links.find((one) => one.includes('fan='))!
  const token = new URL(link).searchParams.get('fan')!
  await world.call(calls.unsubscribeFan, { query: { token, all: 'true' } })

  const { id } = await write()
  await until(() => isSent(id))
  await until(async () => (await messagesOf(user('named'))).length === 2)
  await until(async () => (await messagesOf(user('quiet'))).length === 1)
  assert.equal((await mailsTo(user('quiet'))).length, 1)
  assert.equal((await mailsTo(user('named'))).length, 1, 'the notification stays, the mail does not')
  assert.deepEqual([await messagesOf(user('open')), await mailsTo(user('open'))], [[], []])
  const allowed = await user('open').call(calls.updateFanStop, { params: params(), body: { isStopped: false } })
  assert.deepEqual(allowed.stopped, [])
})

async function anyMessage() {
  const [message] = await selectMessages(world.world.database.read, makerId, 1)
  return { message: message!, maker: { id: makerId, title: 'Band' } }
}

test('an artist can send two messages in seven days, even with concurrent requests', async () => {
  assert.deepEqual(await refusalOf(write()), { status: 429, code: 'fan-messages-spent' })
  world.clock.step(WEEK_MS)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => write()))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  const { left, nextAt } = await mara.call(calls.listFanMessages, { params: params() })
  assert.equal(left, 0)
  assert.ok(Date.parse(nextAt!) > world.clock.now().getTime())
  world.clock.step(WEEK_MS)
  assert.equal((await mara.call(calls.listFanMessages, { params: params() })).left, 2)
})

test('bad messages and held accounts are refused', async () => {
  const refused = async (more: object) => (await refusalOf(write(more))).code
  assert.equal(await refused({ content: 'See https://evil.example' }), 'fan-message-link')
  assert.equal(await refused({ kind: 'release' }), 'rule-broken')
  assert.equal(await refused({ kind: 'release', subjectId: newId() }), 'not-found')
  assert.equal(await refused({ kind: 'event', subjectId: makerId }), 'not-found')
  assert.equal(await refused({ content: ' ' }), 'bad-request')
  assert.equal(await refused({ content: 'x'.repeat(calls.FAN_MESSAGE_MAX + 1) }), 'bad-request')
  const now = world.clock.now()
  const { database } = world.world
  await database.transaction((tx) => holdOutgoing(tx, { userId: mara.userId, cause: 'operator', reason: '-', now }))
  assert.equal(await refused({}), 'fan-messages-held')
  await database.transaction((tx) => releaseHolds(tx, { userId: mara.userId, releasedBy: mara.userId, now }))
})

test('a zap is thanked for once, and an anonymous payer stays unknown', async () => {
  const [shy, loud] = [user('nameless'), user('named')]
  await fillBalance(world, shy, ZAP)
  await fillBalance(world, loud, 2 * ZAP)
  const paymentId = await zap(shy, { isAnonymous: true })
  const thanks = await mara.call(calls.getThanks, { params: { paymentId } })
  assert.deepEqual(thanks, { way: 'thanks', commentId: null, content: null })
  const body = { content: 'That made my day.' }
  assert.equal(await mara.call(calls.sendThanks, { params: { paymentId }, body }), null)
  assert.equal((await refusalOf(mara.call(calls.sendThanks, { params: { paymentId }, body }))).code, 'rule-broken')
  await until(async () => {
    const { notifications } = await shy.call(listNotifications, { query: {} })
    const note = notifications.find(({ kind }) => kind === 'thanks')
    return note?.actorName === 'Band of mara' && note.comment === body.content
  })
  assert.equal((await mara.call(calls.getThanks, { params: { paymentId } })).content, body.content)
  // A zap with a message is thanked by a reply to its message.
  const withMessage = await zap(loud, { comment: 'Lovely' })
  await until(async () => {
    const { way } = await mara.call(calls.getThanks, { params: { paymentId: withMessage } })
    return way === 'message'
  })
  const refusal = refusalOf(mara.call(calls.sendThanks, { params: { paymentId: withMessage }, body }))
  assert.equal((await refusal).code, 'rule-broken')
  assert.equal((await loud.call(calls.getThanks, { params: { paymentId } })).way, 'none')
  assert.equal((await refusalOf(loud.call(calls.sendThanks, { params: { paymentId }, body }))).status, 404)
})

test('the kind can be turned off, the export has it, and deletion removes it', async () => {
  const off = { params: { kind: 'fan-message' as const }, body: { isShown: false, isMailed: false } }
  await user('quiet').call(updateNotificationKind, off)
  assert.deepEqual(await messagesOf(user('quiet')), [])
  const open = user('open')
  await open.call(calls.updateFanStop, { params: params(), body: { isStopped: true } })
  const path = pathOf(exportAccount)
  const response = await fetch(world.origin + path, { headers: { authorization: `Bearer ${open.token}` } })
  const { fans } = (await response.json()) as { fans: { showsWhomTheyFollow: boolean; noMessagesFrom: string[] } }
  assert.deepEqual([fans.showsWhomTheyFollow, fans.noMessagesFrom], [true, [makerId]])
  await open.prove(deleteAccount, { body: { confirm: 'open' } })
  assert.ok(!(await namesOf()).includes('open'))
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM fan_choice WHERE user_id = ${open.userId})::int
      + (SELECT count(*) FROM fan_stop WHERE user_id = ${open.userId})::int AS count`.execute(world.world.database.read)
  assert.equal(rows[0]?.count, 0)
})
