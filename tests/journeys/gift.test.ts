/** Gifts: a visitor's first zap, paid by the house from a purse that admins fill. The audit runs after all tests. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportStatement, getTransactionSplits, listTransactions } from '#contract/accounts/account.ts'
import { createArtist, getArtist } from '#contract/catalog/artists.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { listEarningSources, listSupporters } from '#contract/listening/stats.ts'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { setOutgoingStop } from '#contract/operator/admin-money.ts'
import { createPurseInvoice, emptyPurse, fillPurse, getPurse } from '#contract/operator/purse.ts'
import { getGiftOffer, giveGift } from '#contract/payments/gifts.ts'
import { createInvoice, getPayment, withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { setRole } from '#server/accounts/roles.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { readBalance, sumLiabilities } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { accountLimitOf, networksOf } from '#server/payments/gifts/limits.ts'
import { createCall, newKey, type Call } from '#web/data/api.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

/** A hundred gifts a day; one account receives two of them at most. */
const DAILY_MSAT = 2_100_000

let world: TestWorld
let boss: TestUser
let artist: TestUser
let partner: TestUser
let track: PublishedTrack
let count = 0

before(async () => {
  world = await createTestWorld({
    settings: { GIFTS_PER_DAY_MSAT: String(DAILY_MSAT), TRUSTED_PROXIES: '127.0.0.1' },
    expectedLogs: ['outgoing-stopped', 'outgoing-resumed', 'books-differ', 'books-right-again'],
  })
  boss = await createTestUser(world, { name: 'boss' })
  artist = await createTestUser(world)
  partner = await createTestUser(world)
  await setRole(world.world.database.read, 'boss', 'owner')
  track = await publishTrack(world, artist, {
    split: [artist, partner].map(({ name }, index) => ({ name, share: 57 - 14 * index })),
  })
})
after(() => closeBalanced(world))

/** A call from another address. */
function callFrom(address: string, token: string | null = null): Call {
  return createCall(
    async (path, init) => {
      const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': address }
      const response = await fetch(world.origin + path, { ...init, headers })
      return { status: response.status, json: (await response.json().catch(() => null)) as unknown }
    },
    () => token,
  )
}
const newDevice = () => `device-of-test-${String(++count).padStart(4, '0')}`
const newAddress = () => `203.0.${Math.floor(++count / 250)}.${count % 250}`
type Request = { device?: string; address?: string; contentId?: string; token?: string }
const offerFor = ({ device = newDevice(), address = newAddress(), contentId = track.trackId, token }: Request = {}) =>
  callFrom(address, token)(getGiftOffer, { query: { device, contentIds: contentId } })
const give = ({ device = newDevice(), address = newAddress(), contentId = track.trackId, token }: Request = {}) =>
  callFrom(address, token)(giveGift, { body: { contentId, device, contentTime: 1 } })
const refused = async (asking: Request) => (await refusalOf(give(asking))).code
const purse = () => boss.call(getPurse, {})
const books = () => auditPayments(world.world.payments)
/** An artist to give to, alone in its split. */
async function newArtist(): Promise<{ user: TestUser; artistId: string }> {
  const user = await createTestUser(world)
  return { user, artistId: (await user.call(createArtist, { body: { name: `Given to ${user.name}` } })).id }
}
async function fillByInvoice(msatAmount: number): Promise<void> {
  const before = (await purse()).msatBalance
  const { request } = await (await newBoss()).call(createPurseInvoice, { body: { msatAmount } })
  await world.node.settle(decodeInvoice(request).paymentHash)
  await until(async () => (await purse()).msatBalance === before + msatAmount)
}
/** A new day and new networks; the recorded networks of users are deleted. */
const nextDay = () => world.clock.step(49 * 3_600_000)

test('with an empty purse, no gift is offered or paid', async () => {
  assert.deepEqual(await offerFor(), {
    state: 'empty',
    msatAmount: 21_000,
    contents: [{ contentId: track.trackId, feeMsat: 1_050 }],
  })
  assert.equal(await refused({}), 'gift-not-offered')
})

test('the purse is filled from the platform fees, as far as they go, or by an invoice, and never from a balance', async () => {
  assert.equal((await refusalOf(artist.call(getPurse, {}))).status, 403)
  assert.equal((await refusalOf(artist.call(fillPurse, { body: { msatAmount: 1_000 } }))).status, 403)
  assert.equal((await refusalOf(boss.call(fillPurse, { body: { msatAmount: 1_000 } }))).code, 'insufficient-balance')
  const { request } = await world.call(createInvoice, { body: { contentId: track.trackId, msatAmount: 1_000_000 } })
  await world.node.settle(decodeInvoice(request).paymentHash)
  await until(async () => (await purse()).msatPlatformFee === 50_000)
  const key = { idempotencyKey: newKey() }
  assert.deepEqual(await boss.call(fillPurse, { body: { msatAmount: 30_000 } }, key), { msatBalance: 30_000 })
  assert.deepEqual(await boss.call(fillPurse, { body: { msatAmount: 30_000 } }, key), { msatBalance: 30_000 })
  assert.equal((await refusalOf(boss.call(fillPurse, { body: { msatAmount: 20_001 } }))).code, 'insufficient-balance')
  await fillByInvoice(12_000)
  const payer = await createTestUser(world)
  await fillBalance(world, payer, 50_000)
  const invoice = (await boss.call(createPurseInvoice, { body: { msatAmount: 5_000 } })).request
  assert.equal((await refusalOf(payer.prove(withdraw, { body: { invoice } }))).code, 'invoice-own-node')
  const { msatBalance, msatPlatformFee, msatDailyLimit, msatAccountLimit, isOn } = await purse()
  assert.deepEqual(
    [msatBalance, msatPlatformFee, msatDailyLimit, msatAccountLimit, isOn],
    [42_000, 20_000, DAILY_MSAT, 42_000, true],
  )
})

test('an admin returns the remainder, which is logged like the filling', async () => {
  assert.deepEqual(await boss.call(emptyPurse, {}), { msatReturned: 42_000 })
  assert.deepEqual(await boss.call(emptyPurse, {}), { msatReturned: 0 })
  assert.equal((await purse()).msatPlatformFee, 62_000)
  const actions = (await boss.call(listAdminActions, {})).map(({ action }) => action)
  assert.deepEqual(actions.slice(0, 2), ['return-purse', 'fill-purse'])
  await boss.call(fillPurse, { body: { msatAmount: 62_000 } })
  assert.equal(describeFindings(await books()).length, 0)
})

test('the purse counts as a liability, and the audit finds a filling that differs from its row', async () => {
  const { database } = world.world
  assert.equal(BigInt((await boss.call(getMoney, {})).msatOwed), await sumLiabilities(database.read))
  await database.pool.query(`UPDATE purse_move SET amount_msat = amount_msat + 5 WHERE source = 'invoice'`)
  const audit = await books()
  assert.deepEqual([audit.purseDifferenceMsat, audit.isRight], [-5n, false])
  assert.match(describeFindings(audit)[0]!, /^The account purse against fillings and gifts: -5 msat/)
  await database.pool.query(`UPDATE purse_move SET amount_msat = amount_msat - 5 WHERE source = 'invoice'`)
  assert.equal((await books()).isRight, true)
})

test('a gift of 21 000 is split with the fee, and counts in totals only', async () => {
  nextDay()
  const { artistId, user } = await newArtist()
  const album = await artist.call(getTrack, { params: { trackId: track.trackId } })
  const before = { chart: await world.call(listTopTracks, { query: { phase: 'month' } }), total: album.msatTotal }
  const balances = [await artist.balance(), await partner.balance(), await user.balance()]
  nextDay()
  assert.equal((await offerFor()).state, 'offered')
  const alone = await give({ contentId: artistId })
  assert.deepEqual([alone.msatAmount, alone.feeMsat, alone.contentId], [21_000, 1_050, artistId])
  const given = await give()
  // 21 000 over 57/43 at 5 %: 11 371.5 and 8 578.5.
  assert.deepEqual(
    [await artist.balance(), await partner.balance(), await user.balance()],
    [balances[0]! + 11_372, balances[1]! + 8_578, balances[2]! + 19_950],
  )
  await until(
    async () =>
      (await world.call(getTrack, { params: { trackId: track.trackId } })).msatTotal === before.total + 21_000,
  )
  const after = await world.call(getTrack, { params: { trackId: track.trackId } })
  assert.equal(after.msatTotal1Days, 0)
  assert.equal((await world.call(getArtist, { params: { artistId } })).msatTotal, 21_000)
  const day = new Date(world.clock.now()).toISOString().slice(0, 10)
  const range = { query: { from: day, to: day } }
  await until(async () => (await user.call(listEarningSources, range)).length > 0)
  assert.deepEqual(await user.call(listEarningSources, range), [{ source: 'gift', msatTotal: 19_950 }])
  assert.deepEqual(await user.call(listSupporters, range), [])
  const horizon = await world.call(getHorizon, { params: { contentId: track.trackId } })
  assert.equal(horizon.largest[0]!.id, given.paymentId)
  const { rows } = await world.world.database.pool.query<{ day: string }>(
    `SELECT day FROM content_day WHERE content_id = ANY($1) AND day = $2`,
    [[track.trackId, artistId], day],
  )
  assert.deepEqual(rows, [])
})

test('the statement, the receipt and the CSV say that the house paid', async () => {
  const { transactions } = await artist.call(listTransactions, { params: { page: '1' }, query: {} })
  const [line] = Object.values(transactions)
    .flat()
    .filter(({ isGift }) => isGift)
  assert.deepEqual([line!.type, line!.msatChange], ['Earnings', 11_372])
  const payment = await artist.call(getPayment, { params: { paymentId: line!.paymentId } })
  assert.deepEqual([payment.paidBy, payment.userId, payment.feePpm], ['house', null, 50_000])
  assert.equal(
    payment.legs.reduce((sum, { msatAmount }) => sum + msatAmount, 0),
    21_000,
  )
  const splits = await artist.call(getTransactionSplits, { params: { paymentId: line!.paymentId } })
  assert.equal(splits.length, 2)
  const csv = await (
    await fetch(`${world.origin}/v1${exportStatement.path}`, { headers: { authorization: `Bearer ${artist.token}` } })
  ).text()
  const [head, ...lines] = csv.trim().split('\r\n')
  assert.match(head!, /,Paid by the house,/)
  assert.equal(lines.filter((row) => row.includes(`${line!.paymentId},yes,`)).length, 1)
})

test('a device gets one gift, permanently', async () => {
  nextDay()
  await fillByInvoice(1_000_000)
  const device = newDevice()
  const { artistId } = await newArtist()
  nextDay()
  await give({ device, contentId: artistId })
  nextDay()
  assert.equal((await offerFor({ device })).state, 'none')
  assert.equal(await refused({ device }), 'gift-not-offered')
})

test('a network gets one gift in 48 hours: an IPv4 address or an IPv6 /64; a /48 gets four', async () => {
  nextDay()
  const artists = await Promise.all(Array.from({ length: 7 }, newArtist))
  nextDay()
  const to = (index: number) => ({ contentId: artists[index]!.artistId })
  await give({ address: '198.51.100.7', ...to(0) })
  assert.equal((await offerFor({ address: '198.51.100.7' })).state, 'none')
  assert.equal(await refused({ address: '198.51.100.7', ...to(1) }), 'gift-not-offered')
  await give({ address: '198.51.100.8', ...to(1) })
  await give({ address: '2001:db8:1:1::1', ...to(2) })
  assert.equal(await refused({ address: '2001:db8:1:1::2', ...to(3) }), 'gift-not-offered')
  for (const subnet of [2, 3, 4]) await give({ address: `2001:db8:1:${subnet}::1`, ...to(subnet + 1) })
  assert.equal(await refused({ address: '2001:db8:1:5::1', ...to(6) }), 'gift-not-offered')
  await give({ address: '2001:db8:2:1::1', ...to(6) })
  world.clock.step(47 * 3_600_000)
  assert.equal((await offerFor({ address: '198.51.100.7' })).state, 'none')
  world.clock.step(2 * 3_600_000)
  assert.equal((await offerFor({ address: '198.51.100.7' })).state, 'offered')
  await world.app.runJobs()
  const { rows } = await world.world.database.pool.query(`SELECT FROM gift_network UNION ALL SELECT FROM person_network
    WHERE created_at < now() - interval '1 minute'`)
  assert.equal(rows.length, 0)
})

test('one account receives at most two percent of the daily limit in a day, or one gift', async () => {
  assert.deepEqual([accountLimitOf(2_100_000n), accountLimitOf(100_000n)], [42_000n, 21_000n])
  const { artistId } = await newArtist()
  nextDay()
  await give({ contentId: artistId })
  await give({ contentId: artistId })
  assert.deepEqual((await offerFor({ contentId: artistId })).contents, [])
  assert.equal(await refused({ contentId: artistId }), 'gift-not-offered')
  nextDay()
  assert.equal((await offerFor({ contentId: artistId })).contents.length, 1)
})

test('a user cannot give to their own content, nor to that of a user seen in the same network that day', async () => {
  const { user, artistId } = await newArtist()
  nextDay()
  assert.equal((await offerFor({ contentId: artistId, token: artist.token })).state, 'none')
  const address = newAddress()
  assert.equal((await offerFor({ address, contentId: artistId })).contents.length, 1)
  // The artist opens a page in this network; then a visitor in the same network requests an offer.
  assert.deepEqual((await offerFor({ address, contentId: artistId, token: user.token })).contents, [])
  assert.deepEqual((await offerFor({ address, contentId: artistId })).contents, [])
  assert.equal(await refused({ address, contentId: artistId }), 'gift-not-offered')
  assert.equal((await offerFor({ address, contentId: track.trackId })).contents.length, 1)
  assert.equal(await refused({ contentId: artistId, token: user.token }), 'gift-not-offered')
  world.clock.step(24 * 3_600_000)
  assert.equal((await offerFor({ address, contentId: artistId })).contents.length, 1)
})

test('users with a balance or a hold get no gift, and nobody does while payments are stopped', async () => {
  nextDay()
  const listener = await createTestUser(world)
  assert.equal((await offerFor({ token: listener.token })).state, 'offered')
  await fillBalance(world, listener, 1_000)
  assert.equal((await offerFor({ token: listener.token })).state, 'none')
  assert.equal(await refused({ token: listener.token }), 'gift-not-offered')
  const held = await createTestUser(world)
  await world.world.database.transaction((tx) =>
    holdOutgoing(tx, { userId: held.userId, cause: 'operator', reason: 'A test', now: world.clock.now() }),
  )
  assert.equal((await offerFor({ token: held.token })).state, 'none')
  const fresh = await newBoss()
  await fresh.call(setOutgoingStop, { body: { isStopped: true, reason: 'A test' } })
  assert.equal((await offerFor()).state, 'empty')
  assert.equal(await refused({}), 'outgoing-stopped')
  await fresh.call(setOutgoingStop, { body: { isStopped: false, reason: 'A test' } })
})

test('of two concurrent requests from one network or device, one gets a gift, and the purse never goes below zero', async () => {
  const artists = await Promise.all(Array.from({ length: 6 }, newArtist))
  nextDay()
  const at = (index: number) => ({ contentId: artists[index]!.artistId })
  const address = newAddress()
  const outcomes = async (gifts: Promise<unknown>[]) =>
    (await Promise.allSettled(gifts)).map(({ status }) => status).sort()
  assert.deepEqual(await outcomes([give({ address, ...at(0) }), give({ address, ...at(1) })]), [
    'fulfilled',
    'rejected',
  ])
  const device = newDevice()
  assert.deepEqual(await outcomes([give({ device, ...at(2) }), give({ device, ...at(3) })]), ['fulfilled', 'rejected'])
  const key = { idempotencyKey: newKey() }
  const body = { contentId: artists[4]!.artistId, device: newDevice(), contentTime: null }
  const caller = callFrom(newAddress())
  const first = await caller(giveGift, { body }, key)
  assert.deepEqual(await caller(giveGift, { body }, key), first)
  const fresh = await newBoss()
  await fresh.call(emptyPurse, {})
  await fresh.call(fillPurse, { body: { msatAmount: 41_999 } })
  nextDay()
  assert.deepEqual(await outcomes([give(at(0)), give(at(1)), give(at(2))]), ['fulfilled', 'rejected', 'rejected'])
  assert.equal(await readBalance(world.world.database.read, 'purse'), 20_999n)
  assert.equal((await offerFor()).state, 'empty')
})

test('the daily limit ends the gifts of a day', async () => {
  const { artistId } = await newArtist()
  nextDay()
  const fresh = await newBoss()
  await fresh.call(fillPurse, { body: { msatAmount: 60_000 } })
  const day = new Date(world.clock.now()).toISOString().slice(0, 10)
  const { limits } = world.world.payments as { limits: { giftsPerDayMsat: bigint } }
  const before = limits.giftsPerDayMsat
  limits.giftsPerDayMsat = 21_000n
  try {
    await give({ contentId: artistId })
    assert.equal((await offerFor()).state, 'empty')
    assert.equal(await refused({}), 'gift-not-offered')
    const { gifts, giftsToday, msatToday } = await fresh.call(getPurse, {})
    assert.deepEqual([gifts.length, giftsToday, msatToday, gifts[0]!.createdAt.slice(0, 10)], [1, 1, 21_000, day])
  } finally {
    limits.giftsPerDayMsat = before
  }
})

test('networks: IPv4 /32, IPv6 /64 and its /48', () => {
  assert.deepEqual(networksOf('192.0.2.7'), { network: '192.0.2.7', site: null })
  assert.deepEqual(networksOf('2001:db8:1:2::/64'), { network: '2001:db8:1:2::/64', site: '2001:db8:1::/48' })
})

/** Admins act within ten minutes of logging in. */
async function newBoss(): Promise<TestUser> {
  const fresh = await createTestUser(world)
  await setRole(world.world.database.read, fresh.name, 'owner')
  return fresh
}
