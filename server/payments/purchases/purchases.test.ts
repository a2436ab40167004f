/** Purchases over HTTP: shares, fee, receipt and statement; invoices, also paid too much, too little and too late; private
 * links, gifts. The books are audited after each test. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { sql } from 'kysely'
import { getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import * as downloads from '#contract/catalog/downloads.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, deleteTrack, getTrack } from '#contract/catalog/tracks.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import * as calls from '#contract/listening/purchases.ts'
import { withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { PRICE_SETTINGS, setPrice } from '#tests/prices.ts'
import { assertBooksBalance, refusalOf } from '#tests/refusals.ts'
import { createTestUser, fillBalance, publishTrack, putAudio, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const PRICE = 5_000
const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let ben: TestUser
let buyer: TestUser
let other: TestUser
let albumId: string
let artistId: string

before(async () => {
  world = stack.use(
    await createTestWorld({ settings: PRICE_SETTINGS, expectedLogs: ['money-in-suspense', 'price-not-fetched'] }),
  )
  mara = await createTestUser(world, { name: 'mara' })
  ben = await createTestUser(world, { name: 'ben' })
  buyer = await createTestUser(world, { name: 'buyer' })
  other = await createTestUser(world, { name: 'other' })
  const split = [
    { name: 'mara', share: 57 },
    { name: 'ben', share: 43 },
  ]
  ;({ albumId, artistId } = await publishTrack(world, mara, { title: 'Lightning', split }))
  await offerPaid(albumId)
  await fillBalance(world, buyer, 100_000)
})
afterEach(() => assertBooksBalance(world))
after(() => stack.disposeAsync())

/** Waits for the files. */
async function offerPaid(contentId: string, msatMin = PRICE): Promise<void> {
  const params = { contentId }
  await mara.call(downloads.setDownloadOffer, { params, body: { mode: 'paid', msatMin } })
  await until(async () => (await mara.call(downloads.getOwnDownloadOffer, { params })).readyCount === 1, 60_000)
}

async function newAlbum(
  title: string,
  offer: (albumId: string) => Promise<unknown> = async () => null,
): Promise<string> {
  const album = await mara.call(createAlbum, { body: { artistId, title } })
  const track = await mara.call(createTrack, { body: { albumId: album.id, title, order: 1, extension: 'wav' } })
  await putAudio(world, track.presignedUrl, makeWav(1))
  await until(async () => (await mara.call(getTrack, { params: { trackId: track.id } })).liveUrl !== null)
  await offer(album.id)
  await mara.call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
  return album.id
}

const owns = async (user: TestUser, contentId = albumId) =>
  (await user.call(downloads.getDownloads, { params: { contentId } }).catch(() => null))?.isCollected ?? false

async function linesOf(user: TestUser) {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions)
    .flat()
    .map(({ type, note, title, msatChange }) => [type, note, title, msatChange])
}

async function assertRefused(call: Promise<unknown>, status: number, code: string): Promise<void> {
  assert.deepEqual(await refusalOf(call), { status, code })
}

async function newInvoice(user: Pick<TestUser, 'call'>, more: object = {}, contentId = albumId) {
  const body = { contentId, msatAmount: PRICE, ...more }
  const { invoice, secret } = await user.call(calls.createPurchaseInvoice, { body })
  const { paymentHash } = decodeInvoice(invoice.request)
  return { invoice, secret, paymentHash }
}

/** The seller's line, receipt and files call it a sale, not a zap. */
async function assertCalledSale(paymentId: string): Promise<void> {
  assert.deepEqual((await linesOf(mara))[0], ['Earnings', 'sale', 'Album of Lightning', 2_708])
  const receipt = await mara.call(getTransaction, { params: { type: 'Earnings', paymentId } })
  assert.deepEqual([receipt.note, receipt.name], ['sale', 'buyer'])
  const headers = { authorization: `Bearer ${mara.token}` }
  for (const file of ['statement.csv', `statement/${world.clock.now().getUTCFullYear()}/csv`]) {
    const rows = (await (await fetch(`${world.origin}/v1/accounts/${file}`, { headers })).text()).split('\r\n')
    const place = rows[0]!.split(',').indexOf('For')
    assert.equal(rows.find((row) => row.includes(paymentId))?.split(',')[place], 'sale', file)
  }
}

const stateOf = async (secret: string) => (await world.call(calls.getPurchase, { params: { secret } })).state

test('from the balance: the shares and the fee of a zap, the receipt, the statement and the files', async () => {
  const before = await Promise.all([buyer, mara, ben].map((user) => user.balance()))
  const body = { contentId: albumId, msatAmount: PRICE }
  const options = { idempotencyKey: 'a-purchase-key-000001' }
  const bought = await buyer.call(calls.buyDownload, { body }, options)
  assert.deepEqual(await buyer.call(calls.buyDownload, { body }, options), bought)
  const now = await Promise.all([buyer, mara, ben].map((user) => user.balance()))
  assert.deepEqual(
    now.map((balance, index) => balance - before[index]!),
    [-5_000, 2_708, 2_042],
  )
  assert.deepEqual((await linesOf(buyer))[0], ['Zap Sent', 'purchase', 'Album of Lightning', -5_000])
  const params = { type: 'Zap Sent' as const, paymentId: bought.purchaseId }
  const receipt = await buyer.call(getTransaction, { params })
  assert.deepEqual(
    [receipt.note, receipt.msatAmount, receipt.feePpm, receipt.paidBy],
    ['purchase', 5_000, 50_000, 'balance'],
  )
  assert.deepEqual(
    receipt.legs.map(({ name, msatAmount }) => [name, msatAmount]),
    [
      ['mara', 2_708],
      ['ben', 2_042],
      [null, 250],
    ],
  )
  const headers = { authorization: `Bearer ${buyer.token}` }
  const csv = await fetch(`${world.origin}/v1/accounts/statement.csv`, { headers })
  assert.match(await csv.text(), /Album of Lightning/)
  await assertCalledSale(bought.purchaseId)
  assert.equal(await owns(buyer), true)
  const { items } = await buyer.call(downloads.listCollection, { query: {} })
  assert.deepEqual(
    items.map(({ contentId, source }) => [contentId, source]),
    [[albumId, 'purchase']],
  )
  await assertRefused(buyer.call(calls.buyDownload, { body }), 409, 'download-owned')
  await assertRefused(buyer.call(calls.buyDownload, { body: { ...body, recipient: 'buyer' } }), 409, 'download-owned')
  const { buyers, total } = await world.call(calls.listBuyers, { params: { contentId: albumId } })
  assert.deepEqual([buyers.map(({ name }) => name), total], [['buyer'], 1])
})

test('a price in dollars is converted when the download is paid or its invoice created, at a rate of the last half hour', async () => {
  const contentId = await newAlbum('Five dollars')
  const params = { contentId }
  const offer = (body: object) => mara.call(downloads.setDownloadOffer, { params, body: { mode: 'paid', ...body } })
  const shown = async () => {
    const { msatMin, centsMin } = await world.call(downloads.getDownloadOffer, { params })
    return [msatMin, centsMin]
  }
  await setPrice(world, 87_654.32, 31)
  await assertRefused(offer({ centsMin: 500 }), 409, 'rate-unknown')
  await setPrice(world, 87_654.32)
  await assertRefused(offer({ centsMin: 500, msatMin: PRICE }), 422, 'rule-broken')
  await assertRefused(offer({ centsMin: 100_001 }), 400, 'bad-request')
  await offer({ centsMin: 500 })
  await until(async () => (await mara.call(downloads.getOwnDownloadOffer, { params })).readyCount === 1, 60_000)
  assert.deepEqual(await shown(), [5_705_000, 500])
  await fillBalance(world, buyer, 20_000_000)
  const buy = (amount: object, options = {}) =>
    buyer.call(calls.buyDownload, { body: { contentId, ...amount } }, options)
  const price = { centsAmount: 500 }
  await assertRefused(buy({ centsAmount: 499 }), 422, 'purchase-below-minimum')
  await assertRefused(buy({ msatAmount: 5_704_999 }), 422, 'purchase-below-minimum')
  await assertRefused(buy({}), 400, 'bad-request')
  await assertRefused(buy({ ...price, msatAmount: 5_705_000 }), 400, 'bad-request')
  await setPrice(world, 87_654.32, 31)
  assert.deepEqual(await shown(), [null, 500])
  await assertRefused(buy(price), 409, 'rate-unknown')

  await setPrice(world, 87_654.32)
  const { invoice, secret } = await world.call(calls.createPurchaseInvoice, { body: { contentId, centsAmount: 1_000 } })
  assert.equal(invoice.msatAmount, 11_409_000)
  // The invoice keeps its rate.
  await setPrice(world, 50_000)
  await world.node.settle(decodeInvoice(invoice.request).paymentHash)
  await until(async () => (await stateOf(secret)) === 'owned')
  const { msatAmount, centsAmount } = await world.call(calls.getPurchase, { params: { secret } })
  assert.deepEqual([msatAmount, centsAmount], [11_409_000, 1_000])

  const key = { idempotencyKey: 'a-purchase-in-dollars-1' }
  const bought = await buy(price, key)
  assert.equal(bought.msatAmount, 10_000_000)
  await setPrice(world, 60_000)
  assert.deepEqual(await buy(price, key), bought)
  await assertRefused(buy(price), 409, 'download-owned')
})

test('refused: below the price, without the money, what is not offered, and a zap gives no right', async () => {
  const order = (msatAmount: number, contentId = albumId) => ({ body: { contentId, msatAmount } })
  await assertRefused(other.call(calls.buyDownload, order(PRICE - 1)), 422, 'purchase-below-minimum')
  await assertRefused(other.call(calls.createPurchaseInvoice, order(PRICE - 1_000)), 422, 'purchase-below-minimum')
  await assertRefused(other.call(calls.buyDownload, order(PRICE)), 422, 'insufficient-balance')
  const { trackId } = await publishTrack(world, other, { title: 'Not for sale' })
  await assertRefused(buyer.call(calls.buyDownload, order(PRICE, trackId)), 409, 'download-not-offered')
  await assertRefused(world.call(calls.buyDownload, order(PRICE)), 401, 'unauthorized')
  const gift = { body: { ...order(PRICE).body, recipient: 'nobody-of-this-name' } }
  await assertRefused(buyer.call(calls.buyDownload, gift), 404, 'recipients-unknown')
  assert.equal(await owns(other), false)
})

test('a purchase that is paid while its page is being read is owned, not expired', async () => {
  const { database } = world.world
  const { secret, paymentHash } = await newInvoice(world)
  const { reading } = await database.transaction(async (tx) => {
    await sql`LOCK TABLE invoice IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const begun = stateOf(secret)
    await until(async () => {
      const waiting = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'invoice'::regclass`
      return (await waiting.execute(database.read)).rows.length > 0
    })
    await sql`UPDATE invoice SET state = 'paid', received_msat = amount_msat, settled_at = now()
      WHERE payment_hash = ${paymentHash}`.execute(tx)
    await sql`INSERT INTO download_right (id, content_id, source, created_at)
      SELECT id, content_id, 'purchase', now() FROM invoice WHERE payment_hash = ${paymentHash}`.execute(tx)
    return { reading: begun }
  })
  const state = await reading
  // No money came for it.
  await sql`DELETE FROM download_right WHERE id = (SELECT id FROM invoice WHERE payment_hash = ${paymentHash})`.execute(
    database.read,
  )
  await sql`UPDATE invoice SET state = 'open', received_msat = NULL, settled_at = NULL
    WHERE payment_hash = ${paymentHash}`.execute(database.read)
  assert.equal(state, 'owned')
})

test('by invoice without an account: a private link, which can be mailed and claimed; a surplus is split', async () => {
  const before = await Promise.all([mara, ben].map((user) => user.balance()))
  const { secret, paymentHash } = await newInvoice(world, { email: 'friend@example.com' })
  assert.equal(await stateOf(secret), 'open')
  assert.deepEqual(await listUnsentMails(world.world.database, 'friend@example.com'), [])
  await world.node.settle(paymentHash, 7_000n)
  await until(async () => (await stateOf(secret)) === 'owned')
  const now = await Promise.all([mara, ben].map((user) => user.balance()))
  assert.deepEqual(
    now.map((balance, index) => balance - before[index]!),
    [3_791, 2_859],
  )
  const purchase = await world.call(calls.getPurchase, { params: { secret } })
  assert.deepEqual([purchase.downloads?.tracks.length, purchase.isClaimed], [1, false])
  const { path } = purchase.downloads!.archives[0]!
  assert.equal((await fetch(world.origin + path)).status, 200)
  await until(async () => (await listUnsentMails(world.world.database, 'friend@example.com')).length === 1)
  const [mail] = await listUnsentMails(world.world.database, 'friend@example.com')
  assert.ok(mail!.links.some((link) => link.endsWith(`/purchase/${secret}`)))
  assert.equal(await owns(other), false)
  await other.call(calls.claimPurchase, { params: { secret } })
  await other.call(calls.claimPurchase, { params: { secret } })
  assert.equal(await owns(other), true)
  await assertRefused(buyer.call(calls.claimPurchase, { params: { secret } }), 409, 'conflict')
  await world.call(calls.mailPurchase, { params: { secret }, body: { email: 'again@example.com' } })
  assert.equal((await listUnsentMails(world.world.database, 'again@example.com')).length, 1)
})

test('a secret that is not ours opens nothing, and a payment id is no secret', async () => {
  const { secret, invoice } = await newInvoice(world)
  const damaged = [`A${secret.slice(1)}`, `${secret.slice(0, 42)}A`, 'x'.repeat(43), secret.slice(0, 20), '%']
  for (const wrong of [...damaged, invoice.invoiceId]) {
    if (wrong === secret) continue
    await assertRefused(world.call(calls.getPurchase, { params: { secret: wrong } }), 404, 'not-found')
  }
})

test('less than the invoice goes to suspense, with any minimum, and gives nothing', async () => {
  const before = await mara.balance()
  const { secret, paymentHash } = await newInvoice(world, { msatAmount: 20_000 })
  await world.node.settle(paymentHash, 19_000n)
  await until(async () => (await listSuspense(world.world.database.read)).length === 1)
  const [item] = await listSuspense(world.world.database.read)
  assert.deepEqual([item!.reason, item!.amountMsat, item!.paymentHash], ['underpaid', 19_000n, paymentHash])
  assert.notEqual(await stateOf(secret), 'owned')
  assert.equal(await mara.balance(), before)
})

test('paid when the files may no longer be given: all of it goes back, and nothing is split', async () => {
  const gone = await newAlbum('Gone soon')
  await offerPaid(gone)
  const fan = await createTestUser(world, { name: 'fan' })
  const [named, anonymous] = [await newInvoice(fan, {}, gone), await newInvoice(world, {}, gone)]
  const before = await mara.balance()
  const [track] = await listTrackIds(gone)
  await mara.call(deleteTrack, { params: { trackId: track! } })
  await world.node.settle(named.paymentHash, 6_000n)
  await world.node.settle(anonymous.paymentHash)
  await until(
    async () => (await stateOf(named.secret)) === 'returned' && (await stateOf(anonymous.secret)) === 'returned',
  )
  assert.equal(await fan.balance(), 6_000)
  assert.deepEqual(await linesOf(fan), [['Deposit', 'purchase-late', 'Gone soon', 6_000]])
  const late = (await listSuspense(world.world.database.read)).find(({ reason }) => reason === 'purchase-late')
  assert.deepEqual([late!.amountMsat, late!.paymentHash, late!.paymentId], [5_000n, null, anonymous.invoice.invoiceId])
  assert.equal(await mara.balance(), before)
})

async function listTrackIds(contentId: string): Promise<string[]> {
  const { rows } = await world.world.database.pool.query<{ id: string }>('SELECT id FROM track WHERE album_id = $1', [
    contentId,
  ])
  return rows.map(({ id }) => id)
}

test('an offer that ended after the invoice was made is kept, at its price', async () => {
  const { secret, paymentHash } = await newInvoice(world)
  await mara.call(downloads.setDownloadOffer, { params: { contentId: albumId }, body: { mode: 'off' } })
  await world.node.settle(paymentHash)
  await until(async () => (await stateOf(secret)) === 'owned')
  await offerPaid(albumId)
})

test('an invoice for files is paid from a balance on this server; the right is the buyer’s', async () => {
  const fan = await createTestUser(world, { name: 'fan2' })
  const [{ invoice, secret }, { invoice: second }] = [await newInvoice(fan), await newInvoice(fan)]
  const before = await buyer.balance()
  await buyer.call(withdraw, { body: { invoice: invoice.request } })
  await assertRefused(buyer.call(withdraw, { body: { invoice: second.request } }), 409, 'download-owned')
  assert.equal(await stateOf(secret), 'owned')
  assert.equal(await buyer.balance(), before - PRICE)
  assert.deepEqual((await linesOf(buyer))[0], ['Zap Sent', 'purchase', 'Album of Lightning', -PRICE])
  assert.equal(await owns(fan), true)
})

test('a buyer who pays two invoices for the same download can pass the second one on', async () => {
  const [fan, friend] = [
    await createTestUser(world, { name: 'fan3' }),
    await createTestUser(world, { name: 'friend3' }),
  ]
  const order = { isAnonymous: true }
  const [first, second] = [await newInvoice(fan, order), await newInvoice(fan, order)]
  for (const { paymentHash, secret } of [first, second]) {
    await world.node.settle(paymentHash)
    await until(async () => (await stateOf(secret)) === 'owned')
  }
  const isClaimed = async ({ secret }: { secret: string }) =>
    (await world.call(calls.getPurchase, { params: { secret } })).isClaimed
  assert.deepEqual([await isClaimed(first), await isClaimed(second), await owns(fan)], [true, false, true])
  await friend.call(calls.claimPurchase, { params: { secret: second.secret } })
  assert.equal(await owns(friend), true)
})

test('gifts: to a user, who is notified; to an e-mail address, as a private link', async () => {
  const friend = await createTestUser(world, { name: 'friend' })
  const order = { contentId: albumId, msatAmount: PRICE, isAnonymous: true }
  await buyer.call(calls.buyDownload, { body: { ...order, recipient: 'Friend' } })
  assert.equal(await owns(friend), true)
  const notesOf = async () => (await friend.call(listNotifications, { query: {} })).notifications
  await until(async () => (await notesOf()).some(({ kind }) => kind === 'gift'))
  const note = (await notesOf()).find(({ kind }) => kind === 'gift')
  assert.deepEqual(
    [note!.actorName, note!.href, note!.contentTitle],
    [null, '/library/collection', 'Album of Lightning'],
  )
  await buyer.call(calls.buyDownload, { body: { ...order, email: 'mum@example.com' } })
  await until(async () => (await listUnsentMails(world.world.database, 'mum@example.com')).length === 1)
  const [mail] = await listUnsentMails(world.world.database, 'mum@example.com')
  const secret = mail!.links[0]!.split('/purchase/')[1]!
  assert.equal(await stateOf(secret), 'owned')
  const { buyers } = await world.call(calls.listBuyers, { params: { contentId: albumId } })
  assert.deepEqual(new Set(buyers.map(({ name }) => name)), new Set(['buyer', 'fan2']))
})

test('a gift for a user who has it: refused if everybody sees that they bought it, otherwise theirs to pass on', async () => {
  const contentId = await newAlbum('Twice', offerPaid)
  const friend = await createTestUser(world, { name: 'twice' })
  await fillBalance(world, friend, PRICE)
  const order = { contentId, msatAmount: PRICE }
  const give = (sent = order) => buyer.call(calls.buyDownload, { body: { ...sent, recipient: 'twice' } })
  await friend.call(calls.buyDownload, { body: { ...order, isAnonymous: true } })
  const before = await buyer.balance()
  // What an anonymous buyer owns is private.
  await give()
  const gifts = async () =>
    (await friend.call(listNotifications, { query: {} })).notifications.filter(({ kind }) => kind === 'gift')
  await until(async () => (await gifts()).length === 1)
  const [note] = await gifts()
  assert.equal(note!.reason, 'spare')
  const params = { secret: note!.href.split('/purchase/')[1]! }
  await assertRefused(friend.call(calls.claimPurchase, { params }), 409, 'download-not-needed')
  assert.equal((await world.call(calls.getPurchase, { params })).isClaimed, false)
  const cousin = await createTestUser(world, { name: 'cousin' })
  await cousin.call(calls.claimPurchase, { params })
  assert.equal(await owns(cousin, contentId), true)
  assert.equal(await buyer.balance(), before - PRICE)

  await fillBalance(world, friend, PRICE)
  await friend.call(calls.buyDownload, { body: { contentId: albumId, msatAmount: PRICE } })
  const known = { ...order, contentId: albumId }
  await assertRefused(give(known), 409, 'recipient-owns-download')
  const body = { ...known, recipient: 'twice' }
  await assertRefused(world.call(calls.createPurchaseInvoice, { body }), 409, 'recipient-owns-download')
  assert.equal(await buyer.balance(), before - PRICE)
})

test('above the step-up amount a purchase needs a proof for exactly it', async () => {
  const rich = await createTestUser(world, { name: 'rich' })
  await fillBalance(world, rich, 40_000_000)
  const body = { contentId: albumId, msatAmount: 25_000_000 }
  const refused = await refusalOf(rich.call(calls.buyDownload, { body }))
  assert.equal(refused.code, 'proof-needed')
  assert.equal(await rich.balance(), 40_000_000)
  await rich.prove(calls.buyDownload, { body })
  assert.equal(await rich.balance(), 15_000_000)
})

test('of two concurrent purchases with money for one, one succeeds', async () => {
  const poor = await createTestUser(world, { name: 'poor' })
  await fillBalance(world, poor, 7_000)
  const single = await newAlbum('Race')
  await offerPaid(single)
  const orders = [albumId, single].map((contentId) =>
    poor.call(calls.buyDownload, { body: { contentId, msatAmount: PRICE } }),
  )
  const outcomes = await Promise.allSettled(orders)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await poor.balance(), 2_000)
})

test('of concurrent purchases of the same download, one is paid', async () => {
  const hasty = await createTestUser(world, { name: 'hasty' })
  await fillBalance(world, hasty, 4 * PRICE)
  const body = { contentId: albumId, msatAmount: PRICE }
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => hasty.call(calls.buyDownload, { body })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await hasty.balance(), 3 * PRICE)
})

test('who deletes the account loses the collection, and is no longer named', async () => {
  const leaver = await createTestUser(world, { name: 'leaver' })
  await fillBalance(world, leaver, PRICE)
  await leaver.call(calls.buyDownload, { body: { contentId: albumId, msatAmount: PRICE } })
  await leaver.prove(deleteAccount, { body: { confirm: 'leaver' } })
  const { buyers } = await world.call(calls.listBuyers, { params: { contentId: albumId } })
  assert.ok(!buyers.some(({ name }) => name === 'leaver'))
  const { rows } = await world.world.database.pool.query('SELECT id FROM download_right WHERE user_id = $1', [
    leaver.userId,
  ])
  assert.deepEqual(rows, [])
})

test('a draft with a price is for sale once it is published, and only with the files of all its tracks', async () => {
  const ownOf = (contentId: string) => mara.call(downloads.getOwnDownloadOffer, { params: { contentId } })
  const contentId = await newAlbum('First day', async (draft) => {
    await offerPaid(draft)
    assert.equal((await ownOf(draft)).isOffered, false)
  })
  assert.equal((await ownOf(contentId)).isOffered, true)
  const formatsOf = async () => (await other.call(downloads.getDownloadOffer, { params: { contentId } })).formats
  assert.deepEqual(await formatsOf(), ['flac', 'mp3', 'opus'])
  const added = await mara.call(createTrack, { body: { albumId: contentId, title: 'Two', order: 2, extension: 'wav' } })
  await putAudio(world, added.presignedUrl, makeWav(1))
  await mara.call(publish, { params: { contentId: added.id }, body: { contentType: 'track', albumId: contentId } })
  await until(async () => (await ownOf(contentId)).readyCount === 2, 60_000)
  // As while they are being made.
  const { database } = world.world
  await sql`DELETE FROM download_file WHERE track_id = ${added.id}`.execute(database.read)
  assert.deepEqual([await formatsOf(), (await ownOf(contentId)).isOffered], [[], false])
  const body = { contentId, msatAmount: PRICE }
  await assertRefused(other.call(calls.buyDownload, { body }), 409, 'download-not-offered')
})
