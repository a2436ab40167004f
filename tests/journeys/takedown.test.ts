/** Operator actions: takedowns with preview and undo, holds on users' money, reports, features, and the log. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as admin from '#contract/operator/admin.ts'
import { decideCases, getCase, listCases } from '#contract/operator/moderation.ts'
import { getAccount, listTransactions } from '#contract/accounts/account.ts'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtist } from '#contract/catalog/artists.ts'
import { createInvoice, send, withdraw } from '#contract/payments/payments.ts'
import { createReport, getReport, listDecisions, objectToDecision } from '#contract/community/reports.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { setRole } from '#server/accounts/roles.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let boss: TestUser
let artist: TestUser
let listener: TestUser
let track: PublishedTrack
let liveUrl: string

before(async () => {
  world = await createTestWorld()
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  artist = await createTestUser(world, { name: 'artist' })
  listener = await createTestUser(world, { name: 'listener' })
  track = await publishTrack(world, artist, { title: 'Gone soon' })
  liveUrl = (await world.call(getTrack, { params: { trackId: track.trackId } })).liveUrl!
  await fillBalance(world, listener, 100_000)
  await fillBalance(world, artist, 50_000)
})
after(() => closeBalanced(world))

const reads = [
  () => world.call(getArtist, { params: { artistId: track.artistId } }),
  () => world.call(getAlbum, { params: { albumId: track.albumId } }),
  () => world.call(getTrack, { params: { trackId: track.trackId } }),
]
/** What the owner reads about their artist, album and track. */
const isShownTakenDown = async () => [
  (await artist.call(getArtist, { params: { artistId: track.artistId } })).isTakenDown,
  (await artist.call(getAlbum, { params: { albumId: track.albumId } })).isTakenDown,
  (await artist.call(getTrack, { params: { trackId: track.trackId } })).isTakenDown,
]
const fileStatus = async () => (await fetch(new URL(liveUrl, world.origin))).status
const isLocked = async (user: TestUser) => (await user.call(getAccount, {})).isLocked
const actions = async () => (await boss.call(admin.listAdminActions, { query: {} })).map(({ action }) => action)

test('a preview lists what would be taken down, and changes nothing', async () => {
  const body = { artistIds: [track.artistId], reason: 'Not theirs', dryRun: true }
  const { takedownId, affected } = await boss.call(admin.takeDown, { body })
  assert.equal(takedownId, null)
  assert.deepEqual([affected.artists.length, affected.albumCount, affected.trackCount], [1, 1, 1])
  assert.deepEqual(
    affected.owners.map(({ name }) => name),
    ['artist'],
  )
  for (const read of reads) await read()
  assert.equal(await isLocked(artist), false)
})

test('a takedown hides content and files, keeps the money, holds the account and notifies the owner; undoing restores all of it', async () => {
  const early = await world.call(createInvoice, { body: { contentId: track.trackId, msatAmount: 10_000 } })
  const body = { artistIds: [track.artistId], reason: 'Somebody else made this' }
  const { takedownId } = await boss.call(admin.takeDown, { body })
  for (const read of reads) assert.equal((await refusalOf(read())).status, 404)
  assert.deepEqual(await isShownTakenDown(), [true, true, true])
  const zap = world.call(createInvoice, { body: { contentId: track.trackId, msatAmount: 10_000 } })
  assert.equal((await refusalOf(zap)).code, 'content-not-payable')
  await until(async () => (await fileStatus()) !== 200)
  assert.equal(await isLocked(artist), true)

  // Invoices requested before the takedown are still paid, earned and kept.
  await world.node.settle(decodeInvoice(early.request).paymentHash)
  await until(async () => (await artist.balance()) === 59_500)
  const invoice = world.node.makeInvoice({ amountMsat: 5_000n }).bolt11
  assert.equal((await refusalOf(artist.call(withdraw, { body: { invoice } }))).code, 'withdrawals-held')
  const mail = async () =>
    (await listUnsentMails(world.world.database, artist.email)).find(({ subject }) => subject.includes('taken down'))
  await until(async () => (await mail()) !== undefined)
  assert.match((await mail())!.text, /Somebody else made this[\s\S]*\/contact/)

  const again = await boss.call(admin.takeDown, { body })
  assert.deepEqual([again.takedownId, again.affected.skippedIds], [null, [track.artistId]])
  const undo = { params: { takedownId: takedownId! }, body: { reason: 'It was theirs' } }
  assert.deepEqual((await boss.call(admin.undoTakedown, undo)).restoredIds, [track.artistId])
  assert.equal((await refusalOf(boss.call(admin.undoTakedown, undo))).status, 404)
  for (const read of reads) await read()
  assert.deepEqual(await isShownTakenDown(), [false, false, false])
  await until(async () => (await fileStatus()) === 200)
  assert.equal(await isLocked(artist), false)
  const [listed] = await boss.call(admin.listTakedowns, { query: {} })
  assert.deepEqual([listed?.reason, listed?.items[0]?.ownerName], ['Somebody else made this', 'artist'])
})

test('undoing a takedown does not lift other holds', async () => {
  await boss.call(admin.holdUser, { params: { userId: artist.userId }, body: { reason: 'Being looked at' } })
  const body = { artistIds: [track.artistId], reason: 'Again' }
  const { takedownId } = await boss.call(admin.takeDown, { body })
  await boss.call(admin.undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'No' } })
  assert.equal(await isLocked(artist), true)
  await boss.call(admin.releaseUser, { params: { userId: artist.userId }, body: { reason: 'All is well' } })
  assert.equal(await isLocked(artist), false)
})

test('restoring a takedown and releasing a hold close the objections to them', async () => {
  const holding = { params: { userId: artist.userId }, body: { reason: 'Why not' } }
  const { takedownId } = await boss.call(admin.takeDown, { body: { contentIds: [track.trackId], reason: 'Once more' } })
  await boss.call(admin.holdUser, holding)
  for (const { decisionId } of (await artist.call(listDecisions, {})).filter(({ isLifted }) => !isLifted)) {
    await artist.call(objectToDecision, { params: { decisionId }, body: { text: 'It is mine' } })
  }
  assert.equal((await boss.call(listCases, { query: {} })).openCount, 2)
  await boss.call(admin.undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'It is theirs' } })
  await boss.call(admin.releaseUser, holding)
  assert.equal((await boss.call(listCases, { query: {} })).openCount, 0)
  const objections = (await artist.call(listDecisions, {})).flatMap(({ objection }) => objection ?? [])
  assert.deepEqual(
    objections.map(({ outcome, answer }) => [outcome, answer]),
    [
      ['acted', 'Why not'],
      ['acted', 'It is theirs'],
    ],
  )
})

test('a held account cannot send or withdraw, and can still listen and receive', async () => {
  const stolen = { params: { userId: listener.userId }, body: { reason: 'Stolen, they say' } }
  await boss.call(admin.holdUser, stolen)
  assert.equal((await refusalOf(boss.call(admin.holdUser, stolen))).code, 'conflict')
  const zap = listener.call(send, { body: { contentId: track.trackId, msatAmount: 1_000 } })
  assert.equal((await refusalOf(zap)).code, 'withdrawals-held')
  await listener.call(listTransactions, { params: { page: '1' }, query: {} })
  const [found] = await boss.call(admin.findUsers, { query: { search: 'listener' } })
  assert.deepEqual(
    found?.holds.map(({ cause, reason }) => [cause, reason]),
    [['operator', 'Stolen, they say']],
  )
  await boss.call(admin.releaseUser, { params: { userId: listener.userId }, body: { reason: 'It was them' } })
  await listener.call(send, { body: { contentId: track.trackId, msatAmount: 1_000 } })
})

test('reports stay in the queue until an admin has handled them', async () => {
  const body = { contentId: track.trackId, reason: 'copyright' as const, note: 'I wrote this' }
  const { reportId } = await listener.call(createReport, { body })
  assert.equal((await listener.call(createReport, { body })).reportId, reportId)
  const { cases } = await boss.call(listCases, { query: {} })
  const caseId = cases[0]!.caseId
  const [report] = (await boss.call(getCase, { params: { caseId } })).reports
  assert.deepEqual(
    [cases[0]!.title, report?.reporterName, cases[0]!.affectedName, report?.note],
    ['Gone soon', 'listener', 'artist', 'I wrote this'],
  )
  const decision = { caseIds: [caseId], outcome: 'dismissed' as const, reason: 'It is theirs' }
  assert.deepEqual((await boss.call(decideCases, { body: decision })).decidedIds, [caseId])
  assert.deepEqual((await boss.call(decideCases, { body: decision })).skippedIds, [caseId])
  assert.deepEqual((await boss.call(listCases, { query: {} })).cases, [])
  assert.equal((await world.call(getReport, { params: { reportId } })).answer, 'It is theirs')
})

test('every action of an admin is in a log that cannot be changed', async () => {
  const done = await actions()
  for (const action of ['takedown', 'undo-takedown', 'lock', 'unlock', 'decide-cases']) {
    assert.ok(done.includes(action), action)
  }
  const { pool } = world.world.database
  await assert.rejects(pool.query('DELETE FROM admin_action'), /PL005|never changed|no row|permission denied/)
})

test('an admin whose log-in is older than ten minutes has to authenticate again', async () => {
  world.clock.step(11 * 60_000)
  const lock = boss.call(admin.holdUser, { params: { userId: listener.userId }, body: { reason: 'Too late' } })
  assert.equal((await refusalOf(lock)).code, 'login-not-fresh')
  const takedown = boss.call(admin.takeDown, { body: { artistIds: [track.artistId], reason: 'Too late' } })
  assert.equal((await refusalOf(takedown)).code, 'login-not-fresh')
})
