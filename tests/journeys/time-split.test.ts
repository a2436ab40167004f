/** Time splits over HTTP: by every payment method, a payment at a position pays the recipients of its interval; and
 * their earnings. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createInvoice, getInvoice, getPayment, send } from '#contract/payments/payments.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { publish } from '#contract/catalog/publish.ts'
import { activeTimeSplit, splitPayment } from '#contract/split.ts'
import { createSplit, createTimeSplits, updateSplit, updateTimeSplits } from '#contract/catalog/splits.ts'
import { getAllEarnings, getEarnings, listTrackEarnings } from '#contract/listening/stats.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { auditLedger } from '#server/ledger/audit.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { sumEntriesAfter } from '#server/ledger/statement.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { agreeToAll } from '../agreements.ts'
import { lendAudio, fillBalance, createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

/** Below every id of a transfer. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

let world: TestWorld
let mara: TestUser
let teodor: TestUser
let dia: TestUser
let noor: TestUser
let listener: TestUser
let contentId = ''
let guestArtistId = ''
let guestAlbumId = ''

before(async () => {
  world = await createTestWorld()
  const names = ['mara', 'teodor', 'dia', 'noor', 'robin']
  const users = []
  for (const name of names) users.push(await createTestUser(world, { name }))
  ;[mara, teodor, dia, noor, listener] = users as [TestUser, TestUser, TestUser, TestUser, TestUser]
  const split = [
    { name: 'mara', share: 57 },
    { name: 'teodor', share: 43 },
  ]
  contentId = (await publishTrack(world, mara, { title: 'Long', split })).trackId
  guestArtistId = (await dia.call(createArtist, { body: { name: 'Dia' } })).id
  guestAlbumId = (await dia.call(createAlbum, { body: { artistId: guestArtistId, title: 'Shared' } })).id
  const both = [
    { name: 'noor', share: 2 },
    { name: 'mara', share: 1 },
  ]
  await dia.call(createSplit, { body: { contentId: guestAlbumId, splitRecipients: both } })
  await agreeToAll(noor.call, mara.call)
  const guestTrack = { albumId: guestAlbumId, title: 'Shared', order: 1, extension: 'wav' }
  const { id: guestTrackId } = await dia.call(createTrack, { body: guestTrack })
  await lendAudio(world, guestTrackId, contentId)
  await dia.call(publish, { params: { contentId: guestAlbumId }, body: { contentType: 'album' } })
  await mara.call(createTimeSplits, { body: { contentId, timeSplits: intervals() } })
  await fillBalance(world, listener, 1_000_000)
})
after(async () => {
  const audit = await auditLedger(world.world.database.read)
  assert.ok(
    audit.isSound,
    JSON.stringify(audit, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  await world[Symbol.asyncDispose]()
})

const intervals = () => [
  { startSeconds: 0, endSeconds: 10, shareNumerator: 1, shareDenominator: 4, recipientContentId: guestArtistId },
  { startSeconds: 10, endSeconds: 20, shareNumerator: 3, shareDenominator: 3, recipientContentId: guestArtistId },
  { startSeconds: 30, endSeconds: 40, shareNumerator: 1, shareDenominator: 2, recipientContentId: guestAlbumId },
]

type Leg = [role: string, name: string | null, msatAmount: number]
const plain: Leg[] = [
  ['recipient', 'mara', 5_415],
  ['recipient', 'teodor', 4_085],
  ['platform', null, 500],
]
const quarter: Leg[] = [
  ['recipient', 'mara', 4_061],
  ['recipient', 'teodor', 3_064],
  ['time-split', 'dia', 2_375],
  ['platform', null, 500],
]
const whole: Leg[] = [
  ['recipient', 'mara', 0],
  ['recipient', 'teodor', 0],
  ['time-split', 'dia', 9_500],
  ['platform', null, 500],
]
// 2 707.5, 2 042.5, 3 166.67 and 1 583.33: two msat are left, for the third and, of equal remainders, the first.
const half: Leg[] = [
  ['recipient', 'mara', 2_708],
  ['recipient', 'teodor', 2_042],
  ['time-split', 'noor', 3_167],
  ['time-split', 'mara', 1_583],
  ['platform', null, 500],
]
const positions: [contentTime: number | null | undefined, legs: Leg[]][] = [
  [undefined, plain],
  [null, plain],
  [0, quarter],
  [9, quarter],
  [10, whole],
  [19, whole],
  [20, plain],
  [29, plain],
  [30, half],
  [39, half],
  [40, plain],
  [50_000, plain],
]

async function receiptOf(paymentId: string, of: TestUser = mara): Promise<Leg[]> {
  const { legs } = await of.call(getPayment, { params: { paymentId } })
  return legs.map(({ role, name, msatAmount }) => [role, name, msatAmount])
}

async function payInvoice(contentTime: number | null | undefined, msatAmount = 10_000): Promise<string> {
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount, contentTime } })
  await settle(invoice)
  return invoice.invoiceId
}

async function settle({ invoiceId, paymentHash }: { invoiceId: string; paymentHash: string }): Promise<void> {
  await world.node.settle(paymentHash)
  await until(async () => (await world.call(getInvoice, { params: { invoiceId } })).state === 'paid')
}

async function pay(contentTime: number | null | undefined, msatAmount = 10_000): Promise<string> {
  return (await listener.call(send, { body: { contentId, msatAmount, contentTime } })).paymentId
}

async function received(id: string): Promise<number> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT msat_total AS msat FROM content_total WHERE content_id = ${id}`.execute(world.world.database.read)
  return Number(rows[0]?.msat ?? 0n)
}

test('the terms shown before paying state to the msat who gets what at each position', async () => {
  const terms = await world.call(getTerms, { params: { contentId } })
  assert.deepEqual(
    terms.timeSplits.map(({ title, contentId: id }) => [title, id]),
    [
      ['Dia', guestArtistId],
      ['Dia', guestArtistId],
      ['Shared', guestAlbumId],
    ],
  )
  const keyed = (recipients: { name: string; share: number }[]) =>
    recipients.map(({ name, share }) => ({ key: name, weight: share }))
  for (const [contentTime, expected] of positions) {
    const active = activeTimeSplit(terms.timeSplits, contentTime)
    const timeSplit = active && {
      numerator: active.shareNumerator,
      denominator: active.shareDenominator,
      recipients: keyed(active.recipients),
    }
    const legs = splitPayment(10_000n, { feePpm: terms.feePpm, recipients: keyed(terms.recipients), timeSplit })
    assert.deepEqual(
      legs.map(({ role, key, amountMsat }) => [role, key, Number(amountMsat)]),
      expected,
      String(contentTime),
    )
  }
})

test('from the balance, each position pays exactly the recipients of its interval', async () => {
  for (const [contentTime, legs] of positions) {
    const before0 = await listener.balance()
    const paymentId = await pay(contentTime)
    assert.deepEqual(await receiptOf(paymentId, listener), legs, String(contentTime))
    assert.equal(before0 - (await listener.balance()), 10_000)
  }
})

test('by invoice, each position pays exactly the recipients of its interval', async () => {
  for (const [contentTime, legs] of positions) {
    const before0 = [await mara.balance(), await dia.balance()]
    const paymentId = await payInvoice(contentTime)
    const after0 = [await mara.balance(), await dia.balance()]
    const sumOf = (name: string) => legs.reduce((sum, leg) => sum + (leg[1] === name ? leg[2] : 0), 0)
    assert.deepEqual([after0[0]! - before0[0]!, after0[1]! - before0[1]!], [sumOf('mara'), sumOf('dia')])
    const reader = sumOf('mara') > 0 ? mara : dia
    assert.deepEqual(await receiptOf(paymentId, reader), legs, String(contentTime))
  }
})

test('invalid positions are refused', async () => {
  for (const contentTime of [-1, 0.5, '5', 50_001, 2 ** 53, true, [5]]) {
    for (const path of ['/v1/send', '/v1/invoices']) {
      const response = await fetch(world.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${listener.token}` },
        body: JSON.stringify({ contentId, msatAmount: 1_000, contentTime }),
      })
      assert.equal(response.status, 400, `${path} ${JSON.stringify(contentTime)}`)
    }
  }
})

test('an invoice pays by the time split in force when it was created', async () => {
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000, contentTime: 5 } })
  await mara.call(updateTimeSplits, { body: { contentId, timeSplits: [] } })
  await dia.call(createSplit, {
    body: { contentId: guestArtistId, splitRecipients: [{ name: 'noor', share: 1 }] },
  })
  await agreeToAll(noor.call)
  await settle(invoice)
  assert.deepEqual(await receiptOf(invoice.invoiceId), quarter)
  assert.deepEqual(await receiptOf(await pay(5), listener), plain)
  await mara.call(updateTimeSplits, { body: { contentId, timeSplits: intervals() } })
  const changed = await receiptOf(await pay(5), listener)
  assert.deepEqual(changed[2], ['time-split', 'noor', 2_375])
  await dia.call(updateSplit, { body: { contentId: guestArtistId, splitRecipients: [{ name: 'dia', share: 7 }] } })
  await agreeToAll(noor.call)
  assert.deepEqual(await receiptOf(await pay(5), listener), quarter)
})

test('each content counts its gross: 7 500 and 2 500 of 10 000', async () => {
  const totals = async () => [await received(contentId), await received(guestArtistId)]
  const settled = async () => {
    await until(async () => {
      const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL`.execute(world.world.database.read)
      return rows.length === 0
    })
    return totals()
  }
  const before0 = await settled()
  await pay(5)
  const after0 = await settled()
  assert.deepEqual([after0[0]! - before0[0]!, after0[1]! - before0[1]!], [7_500, 2_500])
})

test('the part of a deleted recipient goes to suspense with its reason, the rest is paid', async () => {
  const { database } = world.world
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000, contentTime: 35 } })
  await sql`UPDATE person SET deleted_at = now() WHERE id = ${noor.userId}`.execute(database.read)
  const before0 = await readBalance(database.read, { kind: 'user', userId: noor.userId })
  await settle(invoice)
  assert.deepEqual(await receiptOf(invoice.invoiceId), half)
  const [item] = await listSuspense(database.read)
  assert.deepEqual(
    [item?.reason, item?.amountMsat, item?.paymentId, item?.userId],
    ['recipient-deleted', 3_167n, invoice.invoiceId, noor.userId],
  )
  assert.equal(await readBalance(database.read, 'suspense'), 3_167n)
  assert.equal(await readBalance(database.read, { kind: 'user', userId: noor.userId }), before0)
  const lines = await sql`SELECT FROM statement_line
    WHERE payment_id = ${invoice.invoiceId} AND user_id = ${noor.userId}`.execute(database.read)
  assert.equal(lines.rows.length, 0)
})

test('a recipient whose account is held still earns', async () => {
  const { database } = world.world
  await sql`UPDATE person SET is_locked = true WHERE id = ${dia.userId}`.execute(database.read)
  const before0 = await dia.balance()
  await pay(15)
  assert.equal((await dia.balance()) - before0, 9_500)
})

test('statistics equal the ledger, for each recipient and content', async () => {
  const { database } = world.world
  for (const user of [mara, teodor, dia]) {
    const account = { kind: 'user', userId: user.userId } as const
    const { sumMsat } = await sumEntriesAfter(database.read, account, ['earnings'], BEFORE_ALL)
    const earned = Number(sumMsat)
    assert.ok(earned > 0)
    await until(async () => (await user.call(getAllEarnings, {})).msatTotal === earned)
    assert.deepEqual(await user.call(getEarnings, { query: {} }), { msatTotal: earned })
    const contents = await user.call(listTrackEarnings, { query: {} })
    assert.equal(
      contents.reduce((sum, { msatTotal }) => sum + msatTotal, 0),
      earned,
    )
  }
  const ofMara = await mara.call(listTrackEarnings, { query: {} })
  assert.deepEqual(
    ofMara.map(({ trackId, contentType, title }) => [trackId, contentType, title]),
    [
      [contentId, 'track', 'Long'],
      [guestAlbumId, 'album', 'Shared'],
    ],
  )
  assert.deepEqual(
    (await dia.call(listTrackEarnings, { query: {} })).map(({ trackId, contentType, title }) => [
      trackId,
      contentType,
      title,
    ]),
    [[guestArtistId, 'artist', 'Dia']],
  )
})
