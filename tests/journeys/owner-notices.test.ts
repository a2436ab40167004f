/** What owners of artists and events are notified of besides payments: new followers, sold tickets, accepted and
 * declined shares. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import {
  acceptSplitInvitation,
  acceptSplitOffer,
  declineSplitInvitation,
  declineSplitOffer,
  getSplitInvitation,
  listSplitOffers,
  OFFER_DAYS,
} from '#contract/catalog/split-offers.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { blockCommenter } from '#contract/community/blocks.ts'
import { updateFanChoices } from '#contract/community/fans.ts'
import { follow, unfollow } from '#contract/community/follows.ts'
import { listNotifications, type NotificationKind, readNotifications } from '#contract/community/notifications.ts'
import { sendDigests } from '#server/notifications/digest.ts'
import { expireOffers } from '#server/payments/consent/answer.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { publishTestConcert } from '../concerts.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: TestWorld
let buyer: TestUser

before(async () => {
  world = await createTestWorld()
  // Early in a day, so that no hour and no day ends during a test.
  world.clock.step(DAY_MS - (world.clock.now().getTime() % DAY_MS))
  buyer = await createTestUser(world)
  await fillBalance(world, buyer, 10_000_000)
})
after(() => world[Symbol.asyncDispose]())

type Kind = (typeof NotificationKind.options)[number]
const notesOf = async (user: TestUser, kind: Kind) =>
  (await user.call(listNotifications, { query: {} })).notifications.filter((note) => note.kind === kind)
const countOf = async (user: TestUser, kind: Kind) =>
  (await notesOf(user, kind)).reduce((sum, { count }) => sum + count, 0)
const createArtistOf = async (owner: TestUser) =>
  (await owner.call(createArtist, { body: { name: `Band of ${owner.name}` } })).id

test('the followers of a day are one notification; only those who allow it are named, and following again notifies once', async () => {
  const owner = await createTestUser(world)
  const [quiet, open, blocked] = [await createTestUser(world), await createTestUser(world), await createTestUser(world)]
  const contentId = await createArtistOf(owner)
  const followBy = (user: TestUser) => user.call(follow, { body: { contentId } })
  await owner.call(blockCommenter, { body: { userId: blocked.userId } })
  await open.call(updateFanChoices, { body: { isNamed: true } })
  for (const user of [owner, blocked, quiet]) await followBy(user)
  await until(async () => (await notesOf(owner, 'follower')).length === 1)
  const [first] = await notesOf(owner, 'follower')
  assert.deepEqual(
    [first!.count, first!.actorName, first!.contentTitle, first!.href],
    [1, null, `Band of ${owner.name}`, `/studio/fans?of=${contentId}`],
  )
  await owner.call(readNotifications, { body: { all: true } })
  await quiet.call(unfollow, { params: { contentId } })
  for (const user of [quiet, open]) await followBy(user)
  await until(async () => (await countOf(owner, 'follower')) === 2)
  const [grouped, ...rest] = await notesOf(owner, 'follower')
  assert.deepEqual([rest, grouped!.id, grouped!.actorName, grouped!.isRead], [[], first!.id, open.name, false])
  world.clock.step(DAY_MS)
  await followBy(buyer)
  await until(async () => (await notesOf(owner, 'follower')).length === 2)
  assert.equal(await countOf(owner, 'follower'), 3)
})

test('tickets sold within an hour are one notification with what they cost; the digest’s subject leaves this money out', async () => {
  const owner = await createTestUser(world)
  const concert = await publishTestConcert(world, owner, { sats: 5 })
  await fillBalance(world, owner, 5_000)
  await concert.buy(owner.call)
  await concert.buy(buyer.call, 2)
  await concert.buy(buyer.call, 1)
  await until(async () => (await countOf(owner, 'ticket-sold')) === 3)
  const [note, ...rest] = await notesOf(owner, 'ticket-sold')
  assert.deepEqual(
    [rest, note!.msatAmount, note!.contentTitle, note!.href],
    [[], 15_000, 'Rooms at night', `/studio/events/${concert.id}`],
  )
  world.clock.step(HOUR_MS)
  await concert.buy(buyer.call, 1)
  await until(async () => (await notesOf(owner, 'ticket-sold')).length === 2)
  world.clock.step(DAY_MS)
  await sendDigests(world.world.notifications)
  const digests = async () =>
    (await listUnsentMails(world.world.database, owner.email)).filter(({ subject }) => subject.startsWith('Your day'))
  await until(async () => (await digests()).length === 1)
  const [digest] = await digests()
  assert.equal(digest!.subject, 'Your day on Peal')
  assert.match(digest!.text, /- 4 tickets sold: 20 sats/)
})

test('free tickets, of users and of visitors, are notified too', async () => {
  const owner = await createTestUser(world)
  const concert = await publishTestConcert(world, owner, { sats: 0 })
  await concert.buy(buyer.call)
  await concert.hold(world.call, 2)
  await until(async () => (await countOf(owner, 'ticket-sold')) === 3)
  assert.equal((await notesOf(owner, 'ticket-sold'))[0]!.msatAmount, 0)
})

/** The token of the invitation to a split that was mailed to this address. */
async function invitationTo(email: string): Promise<string> {
  const links = (await listUnsentMails(world.world.database, email)).flatMap((mail) => mail.links)
  return links
    .find((link) => link.includes('/split-invitations/'))!
    .split('/')
    .at(-1)!
}

test('the owner of a split is notified when a partner accepts an offered share or an invitation by mail', async () => {
  const [owner, partner] = [await createTestUser(world), await createTestUser(world)]
  const contentId = await createArtistOf(owner)
  const splitRecipients = [
    { name: owner.name, share: 1 },
    { name: partner.name, share: 1 },
    { email: buyer.email, share: 1 },
  ]
  await owner.call(createSplit, { body: { contentId, splitRecipients } })
  const [offer] = await partner.call(listSplitOffers, {})
  for (let time = 0; time < 2; time++) {
    await partner.call(acceptSplitOffer, { params: { versionId: offer!.versionId } })
  }
  await until(async () => (await countOf(owner, 'split-accepted')) === 1)
  const token = await invitationTo(buyer.email)
  const { offers } = await buyer.call(getSplitInvitation, { params: { token } })
  await buyer.call(acceptSplitInvitation, { params: { token }, body: { versionId: offers[0]!.versionId } })
  await until(async () => (await countOf(owner, 'split-accepted')) === 2)
  const notes = await notesOf(owner, 'split-accepted')
  assert.deepEqual(
    notes.map(({ actorName, href }) => [actorName, href]),
    [buyer, partner].map(({ name }) => [name, `/studio/artists/${contentId}`]),
  )
})

test('the owner of a split is notified once when a partner declines an offered share or an invitation by mail, or does not answer', async () => {
  const [owner, partner, invited] = [
    await createTestUser(world),
    await createTestUser(world),
    await createTestUser(world),
  ]
  const silent = await createTestUser(world)
  const contentId = await createArtistOf(owner)
  const splitRecipients = [
    { name: owner.name, share: 1 },
    { name: partner.name, share: 1 },
    { name: silent.name, share: 1 },
    { email: invited.email, share: 1 },
  ]
  await owner.call(createSplit, { body: { contentId, splitRecipients } })
  const [offer] = await partner.call(listSplitOffers, {})
  for (let time = 0; time < 2; time++) {
    await partner.call(declineSplitOffer, { params: { versionId: offer!.versionId } })
  }
  const token = await invitationTo(invited.email)
  await invited.call(declineSplitInvitation, { params: { token } })
  await until(async () => (await countOf(owner, 'split-declined')) === 2)
  const later = { now: () => new Date(world.clock.now().getTime() + OFFER_DAYS * DAY_MS + 1) }
  await expireOffers({ ...world.world.payments, clock: later })
  await until(async () => (await countOf(owner, 'split-declined')) === 3)
  const notes = await notesOf(owner, 'split-declined')
  assert.deepEqual(
    new Set(notes.map(({ actorName }) => actorName)),
    new Set([silent, invited, partner].map(({ name }) => name)),
  )
  assert.deepEqual([...new Set(notes.map(({ href }) => href))], [`/studio/artists/${contentId}`])
})
