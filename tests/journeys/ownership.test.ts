/** Transfer of ownership over HTTP: who can offer and accept, what goes over and what stays, and every msat before, during and
 * after. Roles are tests/team-roles.test.ts. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createAlbum, updateAlbum } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import {
  acceptSplitOffer,
  declineSplitOffer,
  listSplitOffers,
  listSplitVersions,
} from '#contract/catalog/split-offers.ts'
import { createSplit, updateSplit } from '#contract/catalog/splits.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import * as teams from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import { getStorage, uploadIdOf } from '#contract/catalog/uploads.ts'
import { listReceivedComments } from '#contract/community/comments.ts'
import { follow } from '#contract/community/follows.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { listTickets, listTicketSales, refundTicket } from '#contract/concerts/tickets.ts'
import { getPlays } from '#contract/listening/stats.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { getZapShares } from '#contract/payments/terms.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { listAdminActions } from '#server/accounts/admin-actions.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { payOutTickets } from '#server/payments/tickets/payout.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { makeWav } from '../audio-samples.ts'
import { publishTestConcert } from '../concerts.ts'
import { neededOf } from '../proofs.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, putAudio, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const DAY_MS = 86_400_000

let elsewhere: AddressServer
let world: TestWorld
let listener: TestUser
let mara: TestUser
let robin: TestUser
let artistId: string

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  world = await createTestWorld({ settings: { OUTBOUND_ALLOW: elsewhere.hostAndPort } })
  listener = await createTestUser(world, { name: 'listener' })
  await fillBalance(world, listener, 20_000_000)
})
beforeEach(async () => {
  mara = await createTestUser(world)
  robin = await createTestUser(world)
  artistId = await makeArtist()
})
after(async () => {
  await closeBalanced(world)
  await elsewhere.close()
})

const makeArtist = async () => (await mara.call(createArtist, { body: { name: 'Nightshift' } })).id
type Offered = { to?: string; by?: TestUser; of?: string; ownerStays?: boolean }
const offer = ({ to = robin.name, by = mara, of = artistId, ownerStays }: Offered = {}) =>
  by.prove(teams.offerOwnership, {
    params: { makerId: of },
    body: { to, ...(ownerStays !== undefined && { ownerStays }) },
  })
const tokenOf = (token: string) => ({ params: { token } })
const accept = (token: string, by = robin) => by.prove(teams.acceptInvitation, tokenOf(token))
const decline = (token: string, by = robin) => by.call(teams.declineOffer, tokenOf(token))
const handOver = async (options?: Offered) => accept((await offer(options)).invitationId)
const withdrawOffer = ({ invitationId }: { invitationId: string }) =>
  mara.call(teams.revokeInvitation, { params: { makerId: artistId, invitationId } })
const zap = (msatAmount = 10_000, contentId = artistId) => listener.call(send, { body: { contentId, msatAmount } })
const namesOf = async (user: TestUser) => (await user.call(listOwnArtists, { query: {} })).map(({ id }) => id)

async function assertRefused(work: Promise<unknown>, status: number, code: string): Promise<void> {
  assert.deepEqual(await refusalOf(work), { status, code })
}

async function changeOf(users: TestUser[], work: () => Promise<unknown>): Promise<number[]> {
  const balances = () => Promise.all(users.map((user) => user.balance()))
  const earlier = await balances()
  await work()
  return (await balances()).map((balance, index) => balance - earlier[index]!)
}
/** What this is worth to the two owners. */
const earned = (work: () => Promise<unknown>) => changeOf([mara, robin], work)

const splitOf = (shares: Record<string, number>, contentId = artistId) => ({
  body: { contentId, splitRecipients: Object.entries(shares).map(([name, share]) => ({ name, share })) },
})

/** The notification of this kind, once it has arrived. */
async function noted(user: TestUser, kind: string) {
  const find = async () =>
    (await user.call(listNotifications, { query: {} })).notifications.find((one) => one.kind === kind)
  await until(async () => (await find()) !== undefined)
  return (await find())!
}

test('both sides prove who they are, are notified, and the change is in the log of actions', async () => {
  const body = { to: robin.name }
  const needed = await neededOf(mara.call(teams.offerOwnership, { params: { makerId: artistId }, body }))
  assert.deepEqual([needed.action, needed.label], ['offer-ownership', `Nightshift, ${robin.name}`])
  const made = await offer()
  assert.deepEqual([made.to, made.ownerStays], [robin.name, false])
  const [mail] = (await listUnsentMails(world.world.database, robin.email)).filter(({ subject }) =>
    subject.includes('Nightshift'),
  )
  assert.ok(mail!.links.some((link) => link.endsWith(`/invitations/${made.invitationId}`)))
  const note = await noted(robin, 'ownership-offer')
  assert.deepEqual([note.href, note.contentTitle], [`/invitations/${made.invitationId}`, 'Nightshift'])
  const shown = await world.call(teams.getInvitation, tokenOf(made.invitationId))
  assert.deepEqual([shown.role, shown.from, shown.ownerStays, shown.isByMail], ['owner', mara.name, false, false])
  assert.deepEqual((await mara.call(teams.listTeam, { params: { makerId: artistId } })).offer, made)
  const proof = await neededOf(robin.call(teams.acceptInvitation, tokenOf(made.invitationId)))
  assert.deepEqual([proof.action, proof.label], ['accept-ownership', 'Nightshift'])
  assert.deepEqual(await namesOf(robin), [])
  const accepted = { makerId: artistId, contentType: 'artist', role: 'owner' }
  assert.deepEqual(await accept(made.invitationId), accepted)
  assert.deepEqual([await namesOf(mara), await namesOf(robin)], [[], [artistId]])
  for (const user of [mara, robin]) assert.equal((await noted(user, 'ownership')).contentTitle, 'Nightshift')
  const [action] = await listAdminActions(world.world.database.read, { offset: 0, limit: 1 })
  assert.deepEqual(
    [action!.action, action!.targetId, action!.adminId, action!.details],
    ['ownership', artistId, robin.userId, { from: mara.name, to: robin.name, ownerStays: false }],
  )
  // Again by the same user: the same. By the former owner: nothing.
  assert.deepEqual(await robin.call(teams.acceptInvitation, tokenOf(made.invitationId)), accepted)
  await assertRefused(offer(), 403, 'forbidden')
})

test('what cannot be offered, or not to this user', async () => {
  await assertRefused(offer({ to: mara.name }), 422, 'rule-broken')
  await assertRefused(offer({ to: mara.email }), 422, 'rule-broken')
  await assertRefused(offer({ to: 'nobody-here' }), 404, 'recipients-unknown')
  await assertRefused(offer({ of: '01890000-0000-7000-8000-000000000000' }), 404, 'not-found')
  const album = await mara.call(createAlbum, { body: { artistId, title: 'Alone' } })
  await assertRefused(offer({ of: album.id }), 404, 'not-found')
  await assertRefused(offer({ by: robin, to: listener.name }), 403, 'forbidden')
  const first = await offer()
  await assertRefused(offer({ to: listener.name }), 409, 'offer-open')
  const { read } = world.world.database
  const now = world.clock.now()
  await holdOutgoing(read, { cause: 'operator', reason: 'A test', userId: mara.userId, now })
  await assertRefused(accept(first.invitationId), 410, 'invitation-closed')
  await withdrawOffer(first)
  await assertRefused(offer(), 403, 'withdrawals-held')
  await releaseHolds(read, { userId: mara.userId, releasedBy: mara.userId, now })
  const again = await offer()
  await holdOutgoing(read, { cause: 'operator', reason: 'A test', userId: robin.userId, now })
  await assertRefused(accept(again.invitationId), 403, 'withdrawals-held')
  await releaseHolds(read, { userId: robin.userId, releasedBy: robin.userId, now })
  await accept(again.invitationId)
})

test('an offer ends when it is declined, withdrawn or expired, and with either account', async () => {
  const declined = await offer()
  await assertRefused(accept(declined.invitationId, listener), 403, 'forbidden')
  await assertRefused(decline(declined.invitationId, listener), 403, 'forbidden')
  await decline(declined.invitationId)
  await decline(declined.invitationId)
  assert.equal((await noted(mara, 'ownership-declined')).actorName, robin.name)
  await assertRefused(accept(declined.invitationId), 410, 'invitation-closed')
  const withdrawn = await offer()
  await withdrawOffer(withdrawn)
  await assertRefused(accept(withdrawn.invitationId), 410, 'invitation-closed')
  await assertRefused(decline(withdrawn.invitationId), 410, 'invitation-closed')
  const old = await offer()
  world.clock.step((teams.INVITATION_DAYS + 1) * DAY_MS)
  await assertRefused(accept(old.invitationId), 410, 'invitation-closed')
  const gone = await createTestUser(world)
  const toGone = await offer({ to: gone.name })
  await gone.prove(deleteAccount, { body: { confirm: gone.name } })
  await assertRefused(accept(toGone.invitationId), 404, 'not-found')
  await assertRefused(offer({ to: gone.name }), 404, 'recipients-unknown')
  const last = await offer()
  await mara.prove(deleteAccount, { body: { confirm: mara.name } })
  await assertRefused(accept(last.invitationId), 404, 'not-found')
})

test('an offer by mail is for the account with that confirmed address', async () => {
  const late = await createTestUser(world, { verified: false })
  const { invitationId } = await offer({ to: late.email.toUpperCase() })
  await assertRefused(accept(invitationId, late), 403, 'invitation-other-address')
  await assertRefused(accept(invitationId), 403, 'invitation-other-address')
  assert.ok(
    (await listUnsentMails(world.world.database, late.email)).some(({ subject }) => subject.includes(mara.name)),
  )
  await withdrawOffer({ invitationId })
  const right = await offer({ to: robin.email })
  assert.equal(right.to, robin.email)
  await accept(right.invitationId)
})

test('of two concurrent accepts, and of an accept and a withdrawal, one happens', async () => {
  const { invitationId } = await offer()
  const both = await Promise.all([accept(invitationId), accept(invitationId)])
  assert.deepEqual(both[0], both[1])
  artistId = await makeArtist()
  const second = await offer()
  const [accepted, withdrawn] = await Promise.allSettled([accept(second.invitationId), withdrawOffer(second)])
  assert.ok(accepted.status !== withdrawn.status)
  assert.deepEqual((await namesOf(robin)).includes(artistId), accepted.status === 'fulfilled')
})

test('one of several artists goes over, with everything in it; the team stays, and the former owner as chosen', async () => {
  const other = await makeArtist()
  const { id: albumId } = await mara.call(createAlbum, { body: { artistId, title: 'Ours' } })
  const join = async (user: TestUser, role: MemberRole) => {
    const invite = { params: { makerId: artistId }, body: { role } }
    const { url } = await mara.call(teams.inviteMember, invite)
    await user.call(teams.acceptInvitation, tokenOf(url.split('/').at(-1)!))
  }
  const editor = await createTestUser(world)
  await join(editor, 'editor')
  await join(robin, 'manager')
  const open = await mara.call(teams.inviteMember, { params: { makerId: artistId }, body: { role: 'door' } })
  await listener.call(follow, { body: { contentId: artistId } })
  const { pool } = world.world.database
  const day = world.clock.now().toISOString().slice(0, 10)
  const plays = [mara.userId, artistId, day]
  await pool.query('INSERT INTO play_day (owner_id, content_id, day, plays) VALUES ($1, $2, $3, 7)', plays)
  await listener.call(send, { body: { contentId: artistId, msatAmount: 1_000, comment: 'Hello' } })
  const comments = async (user: TestUser) => (await user.call(listReceivedComments, { query: {} })).comments.length
  await until(async () => (await comments(mara)) === 1)
  await handOver({ ownerStays: true })
  const team = await robin.call(teams.listTeam, { params: { makerId: artistId } })
  const roles = team.members.map(({ userId, role }) => [userId, role])
  assert.deepEqual(roles, [
    [editor.userId, 'editor'],
    [mara.userId, 'manager'],
  ])
  assert.deepEqual([team.owner.userId, team.invitations, team.offer], [robin.userId, [], null])
  await assertRefused(
    listener.call(teams.acceptInvitation, tokenOf(open.url.split('/').at(-1)!)),
    410,
    'invitation-closed',
  )
  assert.deepEqual([await comments(mara), await comments(robin)], [0, 1])
  const playsOf = async (user: TestUser) => (await user.call(getPlays, { query: { artistId } })).playTotal
  // As a manager, the former owner still sees them.
  assert.deepEqual([await playsOf(mara), await playsOf(robin)], [7, 7])
  await mara.call(updateAlbum, { body: { albumId, title: 'Ours still' } })
  await assertRefused(mara.call(createSplit, splitOf({ [mara.name]: 1 }, albumId)), 403, 'forbidden')
  assert.deepEqual(await earned(() => zap(10_000, other)), [9_500, 0])
  assert.deepEqual(await earned(() => zap(10_000)), [0, 9_500])
})

test('a podcast changes its owner with its episodes; uploads of its former owner end, uploads of a member continue', async () => {
  const { id: podcastId } = await mara.call(createPodcast, { body: { name: 'Night Talk' } })
  const editor = await createTestUser(world)
  const { url } = await mara.call(teams.inviteMember, { params: { makerId: podcastId }, body: { role: 'editor' } })
  await editor.call(teams.acceptInvitation, tokenOf(url.split('/').at(-1)!))
  const episode = { podcastId, title: 'One', order: '1', extension: 'wav' }
  const sent = await mara.call(createEpisode, { body: episode })
  const theirs = await editor.call(createEpisode, { body: { ...episode, title: 'Two', order: '2' } })
  const finished = await mara.call(createEpisode, { body: { ...episode, title: 'Three', order: '3' } })
  const put = ({ presignedUrl }: { presignedUrl: string }) => putAudio(world, presignedUrl, makeWav(1))
  assert.equal((await put(finished)).status, 200)
  const used = async (user: TestUser) => (await user.call(getStorage, {})).usedBytes
  const bytes = await used(mara)
  assert.ok(bytes > 0 && uploadIdOf(sent.presignedUrl) !== undefined)
  await handOver({ of: podcastId })
  assert.deepEqual([await used(mara), await used(robin)], [0, bytes])
  assert.equal((await put(sent)).status, 409)
  assert.equal((await put(theirs)).status, 200)
  await assertRefused(mara.call(createEpisode, { body: { ...episode, order: '4' } }), 403, 'forbidden')
})

test('what is added while an artist goes over has one owner afterwards', async () => {
  const { id: albumId } = await mara.call(createAlbum, { body: { artistId, title: 'Ours' } })
  const { invitationId } = await offer()
  const track = (order: number) =>
    mara.call(createTrack, { body: { albumId, title: `Track ${order}`, order, extension: 'wav' } })
  const album = (title: string) => mara.call(createAlbum, { body: { artistId, title } })
  await Promise.allSettled([
    track(1),
    album('One'),
    accept(invitationId),
    track(2),
    album('Two'),
    mara.call(createSplit, splitOf({ [mara.name]: 1 }, albumId)),
  ])
  const { rows } = await world.world.database.pool.query<{ owner_id: string }>(
    `SELECT DISTINCT owner_id FROM content WHERE id = $1 OR id IN (SELECT id FROM album WHERE artist_id = $1)
      OR id IN (SELECT t.id FROM track t JOIN album al ON al.id = t.album_id WHERE al.artist_id = $1)
     UNION SELECT owner_id FROM split_version WHERE content_id = $2 AND ended_at IS NULL
     UNION SELECT a.owner FROM asset a JOIN track t ON t.asset_id = a.id WHERE t.album_id = $2`,
    [artistId, albumId],
  )
  assert.deepEqual(rows, [{ owner_id: robin.userId }])
})

test('earnings: before to the former owner, after to the new one; an invoice pays by the terms it was made with', async () => {
  assert.deepEqual(await earned(() => zap(10_000)), [9_500, 0])
  const invoice = await world.call(createInvoice, { body: { contentId: artistId, msatAmount: 20_000 } })
  await handOver()
  assert.deepEqual(await earned(() => zap(10_000)), [0, 9_500])
  const paid = async () => {
    await world.node.settle(decodeInvoice(invoice.request).paymentHash)
    await until(async () => (await mara.balance()) > 9_500)
  }
  assert.deepEqual(await earned(paid), [19_000, 0])
})

test('zaps of two payers during the transfer are each whole, to who was the owner when they were booked', async () => {
  const second = await createTestUser(world)
  await fillBalance(world, second, 5_000_000)
  const { invitationId } = await offer()
  const paid: { paymentId: string; amount: number; isLate: boolean }[] = []
  let isOver = false
  const payOn = async (payer: TestUser) => {
    for (let late = 0; late < 3;) {
      const [isLate, amount] = [isOver, 10_000 + paid.length * 1_000]
      const { paymentId } = await payer.call(send, { body: { contentId: artistId, msatAmount: amount } })
      paid.push({ paymentId, amount, isLate })
      if (isLate) late++
    }
  }
  const handingOver = async () => {
    await until(() => paid.length > 4)
    await accept(invitationId)
    isOver = true
  }
  const changes = await earned(() => Promise.all([payOn(listener), payOn(second), handingOver()]))
  const sums = { [mara.name]: 0, [robin.name]: 0 }
  for (const { paymentId, amount, isLate } of paid) {
    const legs = await world.call(getZapShares, { params: { paymentId } })
    const [leg, ...others] = legs.filter(({ name }) => name !== null)
    assert.deepEqual([leg!.msatAmount, others], [Math.round(amount * 0.95), []])
    assert.ok(!isLate || leg!.name === robin.name)
    sums[leg!.name!]! += leg!.msatAmount
  }
  assert.deepEqual(changes, [sums[mara.name], sums[robin.name]])
  assert.ok(changes.every((change) => change > 0))
})

test('agreed terms stay, with the former owner in them; shares that are declined go to who was the owner', async () => {
  const [ada, ben] = [await createTestUser(world), await createTestUser(world)]
  await mara.prove(createSplit, splitOf({ [mara.name]: 1, [ada.name]: 1, [ben.name]: 1, [elsewhere.address]: 1 }))
  const offerOf = async (user: TestUser) => (await user.call(listSplitOffers, {}))[0]!.versionId
  await ada.call(acceptSplitOffer, { params: { versionId: await offerOf(ada) } })
  const everybody = [mara, robin, ada, ben]
  assert.deepEqual(await changeOf(everybody, () => zap(40_000)), [9_500, 0, 9_500, 0])
  const old = await offerOf(ben)
  await handOver()
  const versions = await robin.call(listSplitVersions, { params: { contentId: artistId, contentType: 'artist' } })
  assert.deepEqual(
    versions[0]!.shares.map(({ user, state }) => [user.name, state]),
    [
      [mara.name, 'agreed'],
      [ada.name, 'agreed'],
      [ben.name, 'waiting'],
      [elsewhere.address, 'agreed'],
    ],
  )
  assert.deepEqual(await changeOf(everybody, () => zap(40_000)), [9_500, 0, 9_500, 0])
  // By the version of the former owner, ben's share waits for them; by that of the new owner, for the new owner.
  const both = (await ben.call(listSplitOffers, {})).map(({ versionId }) => versionId)
  assert.equal(both.length, 2)
  const refuse = (versionId: string) => () => ben.call(declineSplitOffer, { params: { versionId } })
  assert.deepEqual(await earned(refuse(old)), [9_500, 0])
  assert.deepEqual(await earned(refuse(both.find((id) => id !== old)!)), [0, 9_500])
  assert.deepEqual(await changeOf(everybody, () => zap(40_000)), [9_500, 9_500, 9_500, 0])
  const { rows } = await world.world.database.pool.query<{ owner_id: string; received: string }>(
    'SELECT owner_id, received_msat AS received FROM outside_account WHERE owner_id = ANY($1) ORDER BY received_msat',
    [[mara.userId, robin.userId]],
  )
  assert.deepEqual(
    rows.map((row) => [row.owner_id, Number(row.received)]),
    [
      [mara.userId, 9_500],
      [robin.userId, 19_000],
    ],
  )
})

test('a partner who agrees after the transfer to the terms from before is paid what waited by both', async () => {
  const ada = await createTestUser(world)
  await mara.call(createSplit, splitOf({ [mara.name]: 1, [ada.name]: 1 }))
  await zap(20_000)
  const { versionId } = (await ada.call(listSplitOffers, {}))[0]!
  await handOver()
  await zap(20_000)
  const agree = () => ada.call(acceptSplitOffer, { params: { versionId } })
  assert.deepEqual(await changeOf([mara, robin, ada], agree), [0, 0, 19_000])
  assert.deepEqual(await ada.call(listSplitOffers, {}), [])
  // The former owner is a partner now: less for them begins only when they agree.
  await robin.call(updateSplit, splitOf({ [robin.name]: 1, [mara.name]: 1, [ada.name]: 2 }))
  assert.deepEqual(await changeOf([mara, robin, ada], () => zap(20_000)), [9_500, 0, 9_500])
  await mara.call(acceptSplitOffer, { params: { versionId: (await mara.call(listSplitOffers, {}))[0]!.versionId } })
  assert.deepEqual(await changeOf([mara, robin, ada], () => zap(20_000)), [4_750, 4_750, 9_500])
})

test('tickets sold before are paid out to the former owner, later ones to the new one', async () => {
  const concert = await publishTestConcert(world, mara, { sats: 10 })
  await concert.buy(listener.call)
  artistId = concert.artistId
  await handOver()
  await concert.buy(listener.call)
  await assertRefused(mara.call(listTicketSales, { params: { concertId: concert.id } }), 403, 'forbidden')
  const { tickets } = await listener.call(listTickets, {})
  world.clock.step(concert.paysOutAt.getTime() - world.clock.now().getTime() + 1_000)
  assert.deepEqual(await earned(() => payOutTickets(world.world.payments)), [10_000, 10_000])
  // The new owner cannot refund with the former owner's money.
  const refund = (ticketId: string) => robin.prove(refundTicket, { params: { ticketId } })
  const refusals = await Promise.all(
    tickets.map(({ id }) =>
      refund(id).then(
        () => 'refunded',
        () => 'refused',
      ),
    ),
  )
  assert.deepEqual(refusals.toSorted(), ['refunded', 'refused'])
})
