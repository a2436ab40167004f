/** Invitations to splits over HTTP, by mail and by a link: who may accept, what waited is paid exactly, and what ends them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createArtist } from '#contract/catalog/artists.ts'
import {
  acceptSplitInvitation,
  confirmSplitPartner,
  declineSplitInvitation,
  getSplitInvitation,
  listSplitInvitations,
  listSplitVersions,
  renewSplitInvitation,
  revokeSplitInvitation,
} from '#contract/catalog/split-offers.ts'
import { createSplit, getSplit, updateSplit } from '#contract/catalog/splits.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import type { Wire } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { createInvoice, getPayment, send } from '#contract/payments/payments.ts'
import { getTerms, getZapShares } from '#contract/payments/terms.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { expireOffers } from '#server/payments/consent/answer.ts'
import { refusalOf } from '../refusals.ts'
import { ageOffers, changeOf, closeSplitWorld, createSplitWorld } from '../split-world.ts'
import { createTestUser, type TestUser, until } from '../users.ts'
import type { TestWorld } from '../world.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let owner: TestUser
let ada: TestUser
let listener: TestUser
let count = 0

before(async () => {
  ;({ world, owner, ada, listener } = await createSplitWorld())
})
after(() => closeSplitWorld(world))

const zap = async (contentId: string) =>
  (await listener.call(send, { body: { contentId, msatAmount: 10_000 } })).paymentId

type Note = Wire<typeof listNotifications>['notifications'][number]
type Invited = { email: string } | { label: string }
/** An artist of the owner, 57 to them and 43 to somebody who is invited. */
async function makeInvited(invited: Invited): Promise<string> {
  const { id } = await owner.call(createArtist, { body: { name: `Content ${++count}` } })
  await owner.call(createSplit, { body: { contentId: id, splitRecipients: withInvited(invited) } })
  return id
}
const withInvited = (invited: Invited) => [
  { name: 'mara', share: 57 },
  { ...invited, share: 43 },
]
const ofArtist = (contentId: string) => ({ params: { contentId, contentType: 'artist' as const } })
const openOf = async (contentId: string) => (await owner.call(listSplitInvitations, ofArtist(contentId)))[0]!
const tokenOf = (url: string) => url.split('/').at(-1)!
const linkOf = async (invitationId: string) =>
  tokenOf((await owner.call(renewSplitInvitation, { params: { invitationId } })).url!)
const mailsTo = async (email: string) =>
  (await listUnsentMails(world.world.database, email)).flatMap(({ links }) =>
    links.filter((link) => link.includes('/split-invitations/')).map(tokenOf),
  )
const shownTo = (user: Pick<TestUser, 'call'>, token: string) => user.call(getSplitInvitation, { params: { token } })
/** Accepts what the link shows. */
async function take(user: TestUser, token: string) {
  const [offer] = (await shownTo(user, token)).offers
  return user.call(acceptSplitInvitation, { params: { token }, body: { versionId: offer!.versionId } })
}
async function assertClosed(promise: Promise<unknown>, status = 410, code = 'invitation-closed') {
  const refusal = await refusalOf(promise)
  assert.deepEqual([refusal.status, refusal.code], [status, code])
}

test('a partner invited by mail is paid exactly what waited, and only the account with that address can accept', async () => {
  const dora = await createTestUser(world, { name: 'dora', verified: false })
  const contentId = await makeInvited({ email: 'Dora@example.com' })
  const paymentId = await zap(contentId)
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000 } })
  const [token = ''] = await mailsTo(dora.email)
  const { offers, isByMail } = await shownTo(world, token)
  assert.deepEqual(
    [isByMail, offers[0]!.share, offers[0]!.shareTotal, offers[0]!.msatWaiting, offers[0]!.owner.name],
    [true, 43, 100, 4_085, 'mara'],
  )
  // Nobody but the owner sees the address.
  const seen = [
    await shownTo(ada, token),
    await listener.call(getSplit, ofArtist(contentId)),
    await world.call(getTerms, { params: { contentId } }),
    await listener.call(getPayment, { params: { paymentId } }),
    await world.call(getZapShares, { params: { paymentId } }),
  ]
  assert.doesNotMatch(JSON.stringify(seen), /dora/i)
  assert.deepEqual((await owner.call(getSplit, ofArtist(contentId)))!.splitRecipients[1]!.user, {
    name: 'dora@example.com',
    displayName: null,
    invited: 'mail',
  })
  await assertClosed(take(ada, token), 403, 'invitation-other-address')
  await assertClosed(take(dora, token), 403, 'invitation-other-address')
  await sql`UPDATE person SET email_verified = TRUE WHERE id = ${dora.userId}`.execute(world.world.database.read)
  assert.deepEqual(await changeOf([owner, dora], () => take(dora, token)), [0, 4_085])
  const again = { params: { token }, body: { versionId: offers[0]!.versionId } }
  assert.deepEqual(await dora.call(acceptSplitInvitation, again), { msatAmount: 0, isConfirmed: true })
  await assertClosed(ada.call(acceptSplitInvitation, again))
  await assertClosed(shownTo(world, token))
  // An invoice from before names the invitation, and pays the user.
  const settled = await changeOf([owner, dora], async () => {
    const before_ = await dora.balance()
    await world.node.settle(decodeInvoice(invoice.request).paymentHash)
    await until(async () => (await dora.balance()) > before_)
  })
  assert.deepEqual(settled, [5_415, 4_085])
  assert.deepEqual(await changeOf([owner, dora], () => zap(contentId)), [5_415, 4_085])
  assert.deepEqual(
    (await world.call(getZapShares, { params: { paymentId } })).map(({ name }) => name),
    ['mara', 'dora', null],
  )
  assert.equal((await dora.call(getPayment, { params: { paymentId } })).splitMsatAmount, 4_085)
  const [version] = await dora.call(listSplitVersions, ofArtist(contentId))
  assert.deepEqual([version!.number, version!.shares[1]!.user.name, version!.shares[1]!.state], [1, 'dora', 'agreed'])
  assert.notEqual(version!.shares[1]!.decidedAt, null)
  // The receipt says by which version it was shared, and links to the versions for those in the split.
  const versionFor = async (user: TestUser) => (await user.call(getPayment, { params: { paymentId } })).splitVersion!
  assert.deepEqual([(await versionFor(dora)).number, (await versionFor(dora)).isListed], [1, true])
  assert.deepEqual([(await versionFor(listener)).number, (await versionFor(listener)).isListed], [1, false])
  assert.equal((await versionFor(listener)).begunAt, version!.begunAt)
  // Saved again with the address, the terms are the same.
  await owner.call(updateSplit, { body: { contentId, splitRecipients: withInvited({ email: dora.email }) } })
  assert.equal((await owner.call(listSplitVersions, ofArtist(contentId))).length, 1)
  assert.equal((await mailsTo(dora.email)).length, 1)
})

test('the taker of a link is paid once the owner has confirmed them', async () => {
  const [finn, gus] = [await createTestUser(world, { name: 'finn' }), await createTestUser(world, { name: 'gus' })]
  const contentId = await makeInvited({ label: 'Drums' })
  await zap(contentId)
  const { invitationId, hasLink, takenBy } = await openOf(contentId)
  assert.deepEqual([hasLink, takenBy], [false, null])
  const former = await linkOf(invitationId)
  const token = await linkOf(invitationId)
  await assertClosed(shownTo(world, former), 404, 'not-found')
  await assertClosed(take(owner, token), 409, 'already-partner')
  await assertClosed(owner.call(confirmSplitPartner, { params: { invitationId } }))
  const outcomes = await Promise.allSettled([take(finn, token), take(gus, token)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const [winner, loser] = outcomes[0].status === 'fulfilled' ? [finn, gus] : [gus, finn]
  assert.deepEqual([(await shownTo(winner, token)).isTaken, await winner.balance()], [true, 0])
  await assertClosed(shownTo(loser, token))
  assert.equal((await openOf(contentId)).takenBy!.name, winner.name)
  const shareNow = async () => (await owner.call(listSplitVersions, ofArtist(contentId)))[0]!.shares[1]!
  assert.deepEqual([(await shareNow()).state, (await shareNow()).isTaken], ['waiting', true])
  // The owner is notified, once, and led to where it is confirmed.
  const told = async () =>
    (await owner.call(listNotifications, { query: {} })).notifications.filter(({ kind }) => kind === 'split-taken')
  await until(async () => (await told()).length > 0)
  const [{ actorName, contentTitle, href }] = (await told()) as [Note]
  assert.deepEqual([actorName, contentTitle, href], [winner.name, `Content ${count}`, `/studio/artists/${contentId}`])
  assert.equal((await shownTo(winner, token)).isTaken, (await take(winner, token)).isConfirmed === false)
  assert.equal((await told()).length, 1)
  assert.deepEqual(await changeOf([owner, winner], () => zap(contentId)), [5_415, 0])
  await assertClosed(ada.call(confirmSplitPartner, { params: { invitationId } }), 403, 'forbidden')
  const confirm = () => owner.call(confirmSplitPartner, { params: { invitationId } })
  const paid = await changeOf([owner, winner], async () => {
    await Promise.all([...Array.from({ length: 5 }, () => zap(contentId)), confirm()])
  })
  assert.deepEqual(paid, [5 * 5_415, 7 * 4_085])
  await assertClosed(confirm())
  assert.deepEqual([(await shareNow()).state, (await shareNow()).isTaken], ['agreed', undefined])
  await assertClosed(owner.call(revokeSplitInvitation, { params: { invitationId } }))
})

test('what waited for an invitation goes to the owner when it is revoked, declined or not answered', async () => {
  const hal = await createTestUser(world, { name: 'hal' })
  const contentId = await makeInvited({ email: hal.email })
  await zap(contentId)
  const { invitationId } = await openOf(contentId)
  const revoke = (by: TestUser) => by.call(revokeSplitInvitation, { params: { invitationId } })
  await assertClosed(revoke(hal), 403, 'forbidden')
  assert.deepEqual(await changeOf([owner], () => revoke(owner)), [4_085])
  assert.deepEqual(await changeOf([owner], () => revoke(owner)), [0])
  const stateOf = async () => (await owner.call(listSplitVersions, ofArtist(contentId)))[0]!.shares[1]!.state
  assert.equal(await stateOf(), 'withdrawn')
  const [token = ''] = await mailsTo(hal.email)
  await assertClosed(take(hal, token))
  await assertClosed(owner.call(renewSplitInvitation, { params: { invitationId } }))
  assert.deepEqual(await changeOf([owner], () => zap(contentId)), [9_500])
  // Saved again, the terms are offered again, by a new invitation.
  const save = () =>
    owner.call(updateSplit, { body: { contentId, splitRecipients: withInvited({ email: hal.email }) } })
  await save()
  await zap(contentId)
  const second = (await mailsTo(hal.email)).find((one) => one !== token)!
  const declining = { params: { token: second } }
  await assertClosed(ada.call(declineSplitInvitation, declining), 403, 'invitation-other-address')
  assert.deepEqual(await changeOf([owner], () => hal.call(declineSplitInvitation, declining)), [4_085])
  await assertClosed(hal.call(declineSplitInvitation, declining))
  assert.equal(await stateOf(), 'declined')
  // The offers of other tests.
  await ageOffers(world, 90 * DAY_MS + 1_000)
  await expireOffers(world.world.payments)
  await save()
  await zap(contentId)
  await ageOffers(world, 90 * DAY_MS + 1_000)
  assert.deepEqual(await changeOf([owner], () => expireOffers(world.world.payments)), [4_085])
  assert.equal(await stateOf(), 'expired')
  const third = (await mailsTo(hal.email)).find((one) => one !== token && one !== second)!
  await assertClosed(take(hal, third))
})

test('an invitation for a partner who is in the split already, and terms that name somebody twice, are refused', async () => {
  const { id: contentId } = await owner.call(createArtist, { body: { name: `Content ${++count}` } })
  const save = (...splitRecipients: ({ share: number } & (Invited | { name: string }))[]) =>
    owner.call(createSplit, { body: { contentId, splitRecipients } })
  const invited = { email: 'ada@example.com', share: 1 }
  await assertClosed(save(invited, { ...invited, email: 'ADA@example.com' }), 422, 'rule-broken')
  for (const wrong of [
    { ...invited, name: 'ada' },
    { email: 'ada', share: 1 },
    { label: ' ', share: 1 },
    { share: 1 },
  ]) {
    assert.equal((await refusalOf(save(wrong as never))).status, 400)
  }
  await save({ name: 'ada', share: 1 }, invited)
  const token = (await mailsTo('ada@example.com'))[0]!
  await assertClosed(take(ada, token), 409, 'already-partner')
  await assertClosed(take(ada, 'unknown'), 404, 'not-found')
  const versionId = (await shownTo(world, token)).offers[0]!.versionId.replace(/^./, 'f')
  assert.equal((await refusalOf(makeInvited({ email: owner.email }))).code, 'rule-broken')
  const stale = ada.call(acceptSplitInvitation, { params: { token }, body: { versionId } })
  await assertClosed(stale, 409, 'already-partner')
})

test('a deleted account gives up what it took by a link, and its own invitations lose their addresses', async () => {
  const ivy = await createTestUser(world, { name: 'ivy' })
  const contentId = await makeInvited({ label: 'Bass' })
  await zap(contentId)
  const { invitationId } = await openOf(contentId)
  await take(ivy, await linkOf(invitationId))
  const { id } = await ivy.call(createArtist, { body: { name: 'Of Ivy' } })
  const splitRecipients = [
    { name: 'ivy', share: 1 },
    { email: 'friend@example.com', share: 1 },
  ]
  await ivy.call(createSplit, { body: { contentId: id, splitRecipients } })
  const [token = ''] = await mailsTo('friend@example.com')
  assert.deepEqual(await changeOf([owner], () => ivy.prove(deleteAccount, { body: { confirm: 'ivy' } })), [4_085])
  await assertClosed(owner.call(confirmSplitPartner, { params: { invitationId } }))
  await assertClosed(shownTo(world, token), 404, 'not-found')
  const left = await sql<{ email: string }>`SELECT email FROM split_invitation WHERE email LIKE 'friend@%'`.execute(
    world.world.database.read,
  )
  assert.deepEqual(left.rows, [])
})
