/** Anonymous zaps: no response to other users, and no digest, names the payer; the payer's own history does. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { listTransactions } from '#contract/accounts/account.ts'
import { verifyEmail } from '#contract/accounts/auth.ts'
import { calls } from '#contract/calls.ts'
import { deleteComment, listComments, listReceivedComments, replyToComment } from '#contract/community/comments.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { createInvoice, getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { sendDigests } from '#server/notifications/digest.ts'
import { startMailServer, type MailServer } from '../mail-server.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const DAY_MS = 86_400_000
const QUIET = 'said without a name'

let world: TestWorld
let mails: MailServer
let artist: TestUser
let partner: TestUser
let fan: TestUser
let other: TestUser
let song: PublishedTrack
let paymentIds: string[]
let commentIds: string[]

before(async () => {
  mails = await startMailServer()
  world = await createTestWorld({ settings: { SMTP_URL: mails.url } })
  artist = await makeVerified('artist')
  partner = await makeVerified('partner')
  other = await makeVerified('other')
  fan = await makeVerified('unseen-fan')
  await sql`UPDATE person SET display_name = 'Veiled Figure' WHERE id = ${fan.userId}`.execute(
    world.world.database.read,
  )
  const split = [
    { name: artist.name, share: 1 },
    { name: partner.name, share: 1 },
  ]
  song = await publishTrack(world, artist, { title: 'Unsaid', split })
  await fillBalance(world, fan, 1_000_000)
  const quiet = { contentId: song.trackId, isAnonymous: true }
  const sent = await fan.call(send, { body: { ...quiet, msatAmount: 21_000, comment: QUIET } })
  // An anonymous invoice that is paid from a balance here.
  const body = { ...quiet, msatAmount: 34_000, comment: `${QUIET}, by invoice` }
  const { request } = await fan.call(createInvoice, { body })
  const paid = await fan.call(withdraw, { body: { invoice: request } })
  paymentIds = [sent.paymentId, paid.paymentId]
  await until(async () => (await received()).length === 2)
  commentIds = (await received()).map(({ id }) => id)
  for (const user of [artist, partner]) await until(async () => (await countOfZaps(user)) === 2)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await mails.close()
})

async function makeVerified(name: string): Promise<TestUser> {
  const user = await createTestUser(world, { name, verified: false })
  await until(() => mails.received.some(({ to }) => to === user.email))
  const [link = ''] = mails.received.findLast(({ to }) => to === user.email)!.links
  await world.call(verifyEmail, { body: { oobCode: new URL(link).searchParams.get('oobCode')! } })
  return user
}

const received = async () => (await artist.call(listReceivedComments, { query: {} })).comments
const countOfZaps = async (user: TestUser) => {
  const { notifications } = await user.call(listNotifications, { query: {} })
  return notifications.reduce((sum, { kind, count }) => sum + (kind === 'zap-received' ? count : 0), 0)
}

const isAnnouncing = (text: string) =>
  [fan.userId, fan.name, 'Veiled Figure', encodeURIComponent('Veiled Figure')].some((words) => text.includes(words))

/** Possible values of path parameters. */
function valuesOf(name: string): string[] {
  const known: Record<string, string[]> = {
    contentId: [song.trackId, song.albumId, song.artistId],
    trackId: [song.trackId],
    albumId: [song.albumId],
    artistId: [song.artistId],
    artistUrl: ['artist-of-artist'],
    profileUrl: ['artist', 'partner'],
    name: ['artist'],
    username: ['artist'],
    contentType: ['track', 'album'],
    paymentId: paymentIds,
    invoiceId: paymentIds,
    commentId: commentIds,
    userId: [artist.userId],
    type: ['Earnings', 'Zap'],
    page: ['1'],
  }
  return known[name] ?? ['1']
}

function addressesOf(call: Endpoint): string[] {
  const paths = [...call.path.matchAll(/:(\w+)/g)].reduce(
    (made, [place, name = '']) =>
      made.flatMap((path) => valuesOf(name).map((value) => path.replace(place, encodeURIComponent(value)))),
    [pathOf(call)],
  )
  return call === calls['search'] ? paths.map((path) => `${path}?term=Unsaid`) : paths
}

const reads = Object.entries(calls).filter(([, call]) => call.method === 'GET' && call.events === undefined)

/** All reading calls, made by every user but the payer: which responded, and which named the payer. */
async function readAll(wanted: typeof reads) {
  const [answered, telling] = [new Set<string>(), new Set<string>()]
  for (const token of [null, artist.token, partner.token, other.token]) {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const asked = wanted.flatMap(([name, call]) => addressesOf(call).map((address) => ({ name, address })))
    await Promise.all(
      asked.map(async ({ name, address }) => {
        const response = await fetch(world.origin + address, { headers })
        if (response.status === 200) answered.add(name)
        if (isAnnouncing(await response.text())) telling.add(name)
      }),
    )
  }
  return { answered, telling }
}

const TELLS_OF_PAYERS = [
  'listComments',
  'listReceivedComments',
  'listNotifications',
  'listSupporters',
  'listMessages',
  'getPayment',
  'getTransaction',
]

test('no response to another user names the payer of an anonymous zap', async () => {
  const { answered, telling } = await readAll(reads)
  assert.deepEqual([...telling], [])
  const looked = [...TELLS_OF_PAYERS, 'exportAccount', 'exportStatement', 'getTransactionSplits', 'getTrack', 'search']
  assert.deepEqual(
    looked.filter((name) => !answered.has(name)),
    [],
  )
})

test('others read the message as anonymous; its author sees it as their own', async () => {
  const read = async (user: TestUser) => {
    const { comments, supporters } = await user.call(listComments, { params: { contentId: song.trackId }, query: {} })
    return { comments, named: supporters.filter(({ userId }) => userId !== null) }
  }
  const [theirs, own] = [await read(other), await read(fan)]
  for (const { comments, named } of [theirs, own]) {
    assert.equal(comments.length, 2)
    assert.ok(comments.every(({ userId, name, displayName }) => (userId ?? name ?? displayName) === null))
    assert.deepEqual(named, [])
  }
  assert.ok(theirs.comments.every(({ isMine }) => !isMine))
  assert.ok(own.comments.every(({ isMine }) => isMine))
})

test("the payer's own history has the zap, marked as anonymous", async () => {
  const { transactions } = await fan.call(listTransactions, { params: { page: '1' }, query: {} })
  const sent = Object.values(transactions)
    .flat()
    .filter(({ type }) => type === 'Zap Sent')
  assert.deepEqual(
    sent.map(({ isAnonymous }) => isAnonymous),
    [true, true],
  )
  for (const paymentId of paymentIds) {
    const own = await fan.call(getPayment, { params: { paymentId } })
    assert.deepEqual([own.isAnonymous, own.userId, own.name], [true, fan.userId, fan.name])
    const theirs = await artist.call(getPayment, { params: { paymentId } })
    assert.deepEqual([theirs.isAnonymous, theirs.userId, theirs.name], [false, null, null])
  }
})

test('the digest has the zap for the artist, without its sender', async () => {
  world.clock.step(DAY_MS + 1_000)
  await sendDigests(world.world.notifications)
  const digest = () => mails.received.find(({ to, text }) => to === artist.email && text.includes('2 payments'))
  await until(() => digest() !== undefined)
  assert.equal(isAnnouncing([...digest()!.headers.values()].join('\n') + digest()!.text), false)
})

test('the author is notified of replies and can delete the message; nobody else can', async () => {
  const [first = '', second = ''] = commentIds
  await artist.call(replyToComment, { body: { commentId: first, content: 'Thank you, whoever you are' } })
  await until(async () => {
    const { notifications } = await fan.call(listNotifications, { query: {} })
    return notifications.some(({ kind }) => kind === 'reply')
  })
  const params = { commentId: second }
  assert.equal((await refusalOf(other.call(deleteComment, { params }))).status, 403)
  await fan.call(deleteComment, { params })
  assert.deepEqual(
    (await received()).map(({ id, isDeleted }) => (isDeleted ? null : id)).filter((id) => id !== null),
    [first],
  )
})

test('with the name shown, the same responses name the payer', async () => {
  const contentId = song.trackId
  const { paymentId } = await fan.call(send, { body: { contentId, msatAmount: 55_000, comment: 'Openly' } })
  paymentIds.push(paymentId)
  await until(async () => (await received()).some(({ content }) => content === 'Openly'))
  for (const user of [artist, partner]) await until(async () => (await countOfZaps(user)) >= 3)
  const telling = reads.filter(([name]) => TELLS_OF_PAYERS.includes(name))
  await until(async () => {
    const { telling: told } = await readAll(telling)
    return TELLS_OF_PAYERS.every((name) => told.has(name))
  })
})
