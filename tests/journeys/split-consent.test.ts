/** Consent to splits over HTTP: what a partner who has not agreed would get waits, is paid when they agree, and goes to the
 * owner when they decline or do not answer. Every msat is compared with the ledger. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sql } from 'kysely'
import { exportStatement, getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import {
  acceptSplitOffer,
  declineSplitOffer,
  listSplitOffers,
  getSignedTerms,
  listSplitVersions,
} from '#contract/catalog/split-offers.ts'
import { createSplit, createTimeSplits, updateSplit } from '#contract/catalog/splits.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { pathOf, type Wire } from '#contract/endpoint.ts'
import { getAllEarnings } from '#contract/listening/stats.ts'
import { createInvoice, getPayment, send } from '#contract/payments/payments.ts'
import { getTerms, getZapShares } from '#contract/payments/terms.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { sumLiabilities } from '#server/ledger/balances.ts'
import { expireOffers } from '#server/payments/consent/answer.ts'
import { payOutTickets } from '#server/payments/tickets/payout.ts'
import { withoutConflicts } from '../conflicts.ts'
import { publishTestConcert } from '../concerts.ts'
import { tryAgainNow } from '../faults/books.ts'
import { refusalOf } from '../refusals.ts'
import { ageOffers, changeOf, closeSplitWorld, createSplitWorld } from '../split-world.ts'
import { createTestUser, publishTrack, type TestUser, until } from '../users.ts'
import type { TestWorld } from '../world.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let owner: TestUser
let ada: TestUser
let ben: TestUser
let listener: TestUser
let count = 0

before(async () => {
  ;({ world, owner, ada, listener } = await createSplitWorld())
  ben = await createTestUser(world, { name: 'ben' })
})
after(() => closeSplitWorld(world))

/** An artist of the owner with this split. */
async function makeContent(shares: Record<string, number>): Promise<string> {
  const { id } = await owner.call(createArtist, { body: { name: `Content ${++count}` } })
  await owner.call(createSplit, { body: { contentId: id, splitRecipients: recipientsOf(shares) } })
  return id
}
const recipientsOf = (shares: Record<string, number>) =>
  Object.entries(shares).map(([name, share]) => ({ name, share }))
const zap = async (contentId: string, msatAmount = 10_000, contentTime?: number) =>
  (await listener.call(send, { body: { contentId, msatAmount, contentTime } })).paymentId
const offersOf = (user: TestUser) => user.call(listSplitOffers, {})
const accept = (user: TestUser, versionId: string) => user.call(acceptSplitOffer, { params: { versionId } })
const decline = (user: TestUser, versionId: string) => user.call(declineSplitOffer, { params: { versionId } })

test('rule 27: of 10 000 over 57/43 at 5 %, 4 085 wait until the second agrees', async () => {
  const contentId = await makeContent({ mara: 57, ada: 43 })
  const owed = () => sumLiabilities(world.world.database.read)
  const before_ = await owed()
  let paymentId = ''
  assert.deepEqual(await changeOf([owner, ada], async () => (paymentId = await zap(contentId))), [5_415, 0])
  assert.equal(await owed(), before_ - 500n)
  const terms = await world.call(getTerms, { params: { contentId } })
  assert.deepEqual(terms.recipients, [
    { name: 'mara', displayName: null, share: 57 },
    { name: '', displayName: null, share: 43, isWaiting: true },
  ])
  const shares = () => world.call(getZapShares, { params: { paymentId } })
  assert.deepEqual(
    (await shares()).map(({ name, msatAmount, isWaiting }) => [name, msatAmount, isWaiting ?? false]),
    [
      ['mara', 5_415, false],
      [null, 4_085, true],
      [null, 500, false],
    ],
  )
  const [offer] = await offersOf(ada)
  assert.deepEqual(
    [offer!.contentId, offer!.share, offer!.shareTotal, offer!.msatWaiting, offer!.former],
    [contentId, 43, 100, 4_085, null],
  )
  let accepted: { msatAmount: number } | null = null
  const changes = await changeOf([owner, ada], async () => (accepted = await accept(ada, offer!.versionId)))
  assert.deepEqual(changes, [0, 4_085])
  assert.equal(accepted!.msatAmount, 4_085)
  assert.deepEqual(
    (await shares()).map(({ name, msatAmount }) => [name, msatAmount]),
    [
      ['mara', 5_415],
      ['ada', 4_085],
      [null, 500],
    ],
  )
  // From now on the share arrives with the payment; agreeing again changes nothing.
  assert.deepEqual(await changeOf([owner, ada], () => zap(contentId)), [5_415, 4_085])
  assert.deepEqual(await changeOf([ada], () => accept(ada, offer!.versionId)), [0])
  assert.deepEqual(await offersOf(ada), [])
  const refusal = await refusalOf(decline(ada, offer!.versionId))
  assert.deepEqual([refusal.status, refusal.code], [409, 'split-offer-closed'])
})

test('the partner is notified, and what was paid is in the statement, the CSV, the receipt and the earnings', async () => {
  const notes = async () => (await ada.call(listNotifications, { query: {} })).notifications
  await until(async () => (await notes()).some(({ kind }) => kind === 'new-split'))
  const { transactions } = await ada.call(listTransactions, { params: { page: '1' } })
  const line = Object.values(transactions)
    .flat()
    .find(({ note }) => note === 'share-accepted')
  assert.deepEqual([line!.type, line!.msatChange, line!.title], ['Earnings', 4_085, 'Content 1'])
  const receipt = await ada.call(getTransaction, { params: { type: 'Earnings', paymentId: line!.paymentId } })
  assert.deepEqual([receipt.msatChange, receipt.note], [4_085, 'share-accepted'])
  const headers = { authorization: `Bearer ${ada.token}` }
  const csv = await (await fetch(world.origin + pathOf(exportStatement), { headers })).text()
  assert.match(csv, /Earnings,settled,4085,0,4085,Content 1,.*share-accepted/)
  await until(async () => (await ada.call(getAllEarnings, { query: {} })).msatTotal === 8_170)
})

test('what waited goes to the owner when the partner declines, and new payments too', async () => {
  const contentId = await makeContent({ mara: 57, ada: 43 })
  const paymentId = await zap(contentId)
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000 } })
  const { versionId } = (await offersOf(ada))[0]!
  assert.deepEqual(await changeOf([owner, ada], () => decline(ada, versionId)), [4_085, 0])
  assert.deepEqual(await changeOf([owner], () => decline(ada, versionId)), [0])
  assert.equal((await refusalOf(accept(ada, versionId))).code, 'split-offer-closed')
  assert.deepEqual(await changeOf([owner, ada], () => zap(contentId)), [9_500, 0])
  const settled = await changeOf([owner, ada], async () => {
    const before_ = await owner.balance()
    await world.node.settle(decodeInvoice(invoice.request).paymentHash)
    await until(async () => (await owner.balance()) > before_)
  })
  assert.deepEqual(settled, [9_500, 0])
  const shares = await world.call(getZapShares, { params: { paymentId } })
  assert.deepEqual(
    shares.map(({ name }) => name),
    ['mara', 'mara', null],
  )
  const { recipients } = await world.call(getTerms, { params: { contentId } })
  assert.deepEqual(
    recipients.map(({ name, share }) => [name, share]),
    [
      ['mara', 57],
      ['mara', 43],
    ],
  )
  // Named again, with other terms, ada is asked again.
  await owner.call(updateSplit, { body: { contentId, splitRecipients: recipientsOf({ mara: 1, ada: 1 }) } })
  assert.equal((await offersOf(ada))[0]!.share, 1)
  assert.deepEqual(await changeOf([owner], () => zap(contentId)), [4_750])
  await accept(ada, (await offersOf(ada))[0]!.versionId)
})

test('an offer counts as declined after 90 days', async () => {
  const contentId = await makeContent({ mara: 1, ada: 1 })
  await zap(contentId)
  const { versionId, expiresAt } = (await offersOf(ada))[0]!
  assert.equal(Math.round((Date.parse(expiresAt) - world.clock.now().getTime()) / DAY_MS), 90)
  await ageOffers(world, 89 * DAY_MS)
  assert.deepEqual(await changeOf([owner], () => expireOffers(world.world.payments)), [0])
  await ageOffers(world, DAY_MS + 1_000)
  assert.deepEqual(await changeOf([owner], () => expireOffers(world.world.payments)), [4_750])
  assert.equal((await refusalOf(accept(ada, versionId))).code, 'split-offer-closed')
  const lines = Object.values((await owner.call(listTransactions, { params: { page: '1' } })).transactions).flat()
  assert.equal(lines.find(({ note }) => note === 'share-returned')!.msatChange, 4_750)
})

test('lower terms begin when the partner agrees, and an invoice keeps the terms it was made with', async () => {
  const contentId = await makeContent({ mara: 57, ada: 43 })
  await accept(ada, (await offersOf(ada))[0]!.versionId)
  const change = (shares: Record<string, number>) =>
    owner.call(updateSplit, { body: { contentId, splitRecipients: recipientsOf(shares) } })
  assert.equal((await change({ mara: 80, ada: 20 })).begunAt, null)
  assert.deepEqual(await changeOf([owner, ada], () => zap(contentId)), [5_415, 4_085])
  const [offer] = await offersOf(ada)
  assert.deepEqual([offer!.share, offer!.former, offer!.begunAt], [20, { share: 43, shareTotal: 100 }, null])
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000 } })
  assert.notEqual((await accept(ada, offer!.versionId)).begunAt, null)
  const settled = await changeOf([owner, ada], async () => {
    const before_ = await owner.balance()
    await world.node.settle(decodeInvoice(invoice.request).paymentHash)
    await until(async () => (await owner.balance()) > before_)
  })
  assert.deepEqual(settled, [5_415, 4_085])
  assert.deepEqual(await changeOf([owner, ada], () => zap(contentId)), [7_600, 1_900])
  // Declining lower terms keeps the old ones.
  await change({ mara: 1 })
  const { versionId } = (await offersOf(ada))[0]!
  await decline(ada, versionId)
  assert.deepEqual(await changeOf([owner, ada], () => zap(contentId)), [7_600, 1_900])
  const params = { contentId, contentType: 'artist' } as const
  const versions = await ada.call(listSplitVersions, { params })
  assert.deepEqual(
    versions.map(({ number, begunAt, endedAt }) => [number, begunAt !== null, endedAt !== null]),
    [
      [3, false, true],
      [2, true, false],
      [1, true, true],
    ],
  )
  assert.equal((await refusalOf(listener.call(listSplitVersions, { params }))).status, 404)
  await assertSigned(await ada.call(getSignedTerms, { params }), versions)
  assert.equal((await refusalOf(listener.call(getSignedTerms, { params }))).status, 404)
})

/** Checked without our code: the id is the sha256 of the event as NIP-01 writes it, the signature is BIP-340's. */
async function assertSigned(event: Wire<typeof getSignedTerms>, versions: Wire<typeof listSplitVersions>) {
  const { id, pubkey, created_at: createdAt, kind, tags, content, sig } = event
  const text = JSON.stringify([0, pubkey, createdAt, kind, tags, content])
  assert.equal(createHash('sha256').update(text).digest('hex'), id)
  assert.ok(schnorr.verify(Buffer.from(sig, 'hex'), Buffer.from(id, 'hex'), Buffer.from(pubkey, 'hex')))
  const identity = (await (await fetch(`${world.origin}/.well-known/nostr.json?name=_`)).json()) as {
    names: { _: string }
  }
  assert.equal(pubkey, identity.names._)
  const terms = JSON.parse(content) as { title: string; installation: string; versions: unknown }
  assert.deepEqual([terms.installation, terms.versions], [world.world.publicUrl, versions])
}

test('an earlier version pays its own waiting share', async () => {
  const contentId = await makeContent({ mara: 1, ada: 1 })
  await zap(contentId)
  await owner.call(updateSplit, { body: { contentId, splitRecipients: recipientsOf({ mara: 3, ada: 1 }) } })
  await zap(contentId)
  const offers = await offersOf(ada)
  assert.deepEqual(
    offers.map(({ isPast, msatWaiting }) => [isPast, msatWaiting]),
    [
      [false, 2_375],
      [true, 4_750],
    ],
  )
  assert.deepEqual(await changeOf([ada], () => accept(ada, offers[0]!.versionId)), [2_375])
  assert.deepEqual(await changeOf([owner], () => decline(ada, offers[1]!.versionId)), [4_750])
})

test('agreeing to a version agrees to later ones that give as much', async () => {
  const contentId = await makeContent({ mara: 1, ada: 1 })
  await zap(contentId)
  await owner.call(updateSplit, { body: { contentId, splitRecipients: recipientsOf({ ada: 1, mara: 1 }) } })
  await zap(contentId)
  const offers = await offersOf(ada)
  assert.deepEqual(await changeOf([ada], () => accept(ada, offers[1]!.versionId)), [9_500])
  assert.deepEqual(await offersOf(ada), [])
})

test('shares of time splits and of tickets wait too', async () => {
  const guest = await publishTrack(world, ben, { title: 'Guest' })
  await ben.call(createSplit, { body: { contentId: guest.trackId, splitRecipients: recipientsOf({ ada: 1 }) } })
  const { trackId } = await publishTrack(world, owner, { title: 'Host' })
  const timeSplit = { startSeconds: 0, endSeconds: 2, shareNumerator: 1, shareDenominator: 4 }
  const timeSplits = [{ ...timeSplit, recipientContentId: guest.trackId }]
  await owner.call(createTimeSplits, { body: { contentId: trackId, timeSplits } })
  assert.deepEqual(await changeOf([owner, ben, ada], () => zap(trackId, 10_000, 1)), [7_125, 0, 0])
  const { versionId } = (await offersOf(ada))[0]!
  // The owner of the guest's content gets what is declined.
  assert.deepEqual(await changeOf([owner, ben], () => decline(ada, versionId)), [0, 2_375])

  const concert = await publishTestConcert(world, owner, { sats: 10, partners: [owner] })
  await owner.call(updateSplit, {
    body: { contentId: concert.artistId, splitRecipients: recipientsOf({ mara: 1, ada: 1 }) },
  })
  await concert.buy(listener.call)
  world.clock.step(concert.paysOutAt.getTime() - world.clock.now().getTime() + 1_000)
  await payOutTickets(world.world.payments)
  const [offer] = await offersOf(ada)
  assert.equal(offer!.msatWaiting, 5_000)
  assert.deepEqual(await changeOf([owner, ada], () => accept(ada, offer!.versionId)), [0, 5_000])
})

test('a deleted account declines what it was offered', async () => {
  const cleo = await createTestUser(world, { name: 'cleo' })
  const contentId = await makeContent({ mara: 1, cleo: 1 })
  await zap(contentId)
  assert.deepEqual(await changeOf([owner], () => cleo.prove(deleteAccount, { body: { confirm: 'cleo' } })), [4_750])
  assert.deepEqual(await changeOf([owner], () => zap(contentId)), [9_500])
})

test('consent races with payments, and nothing is paid twice or lost', async () => {
  const contentId = await makeContent({ mara: 1, ada: 1 })
  const { versionId } = (await offersOf(ada))[0]!
  const [change] = await changeOf([ada], async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, () => zap(contentId)),
      accept(ada, versionId),
      ...Array.from({ length: 10 }, () => zap(contentId)),
      accept(ada, versionId),
    ])
  })
  assert.equal(change, 20 * 4_750)
})

test('the receipt of a payer names nobody who has not agreed', async () => {
  const contentId = await makeContent({ mara: 57, ada: 43 })
  const paymentId = await zap(contentId)
  const { legs } = await listener.call(getPayment, { params: { paymentId } })
  assert.deepEqual(
    legs.map(({ name, share, msatAmount, isWaiting }) => [name, share, msatAmount, isWaiting ?? false]),
    [
      ['mara', 57, 5_415, false],
      [null, 43, 4_085, true],
      [null, null, 500, false],
    ],
  )
  assert.doesNotMatch(JSON.stringify(legs), new RegExp(ada.userId))
  assert.equal((await refusalOf(ada.call(getPayment, { params: { paymentId } }))).status, 404)
})

test(
  'a share offered while the account of the partner is deleted is declined a minute later',
  withoutConflicts,
  async () => {
    const { id: contentId } = await owner.call(createArtist, { body: { name: 'Content of a late offer' } })
    const cem = await createTestUser(world, { name: 'cem' })
    const { database } = world.world
    let offering: Promise<unknown> | null = null
    await database.transaction(async (tx) => {
      // The offer has found the partner, and waits to be stored.
      await sql`LOCK TABLE split_version IN EXCLUSIVE MODE`.execute(tx)
      const body = { contentId, splitRecipients: recipientsOf({ mara: 1, cem: 1 }) }
      offering = owner.call(createSplit, { body })
      const waits = `SELECT FROM pg_locks WHERE relation = 'split_version'::regclass AND NOT granted`
      await until(async () => (await database.pool.query(waits)).rowCount === 1)
      await cem.prove(deleteAccount, { body: { confirm: cem.name } })
    })
    await offering!
    assert.deepEqual(await changeOf([owner], () => zap(contentId)), [4_750])
    const returned = await changeOf([owner], async () => {
      await tryAgainNow(database)
      await until(async () => {
        const [version] = await owner.call(listSplitVersions, { params: { contentId, contentType: 'artist' } })
        return version!.shares[1]!.state === 'declined'
      })
    })
    assert.deepEqual(returned, [4_750])
  },
)
