/** Promos: funding by balance and by invoice, rewards per minute, and their end. The books are compared after all of it.
 * Maturing, reversal and what operators do: promo-review.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportStatement, listTransactions } from '#contract/accounts/account.ts'
import { getDeletion } from '#contract/accounts/leaving.ts'
import { deleteTrack, getTrack } from '#contract/catalog/tracks.ts'
import {
  getEarning,
  getPromo,
  getPromoOfContent,
  listActivePromos,
  rewardPromo,
  startPromoMinute,
} from '#contract/listening/promos.ts'
import { createPromo, endPromo, listOwnPromos, setPromoActive, topUpPromo } from '#contract/payments/promos.ts'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { readBalance, sumLiabilities } from '#server/ledger/balances.ts'
import { newKey } from '#web/data/api.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { createPromoStage, DAY_MS, type PromoStage } from '../promo-stage.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { fillBalance, publishTrack, until, type TestUser } from '../users.ts'

let stage: PromoStage

before(async () => {
  stage = await createPromoStage({ expectedLogs: ['money-in-suspense'] })
})
after(async () => {
  await assertBooksBalance(stage.world)
  await stage.world[Symbol.asyncDispose]()
})

const hold = ({ userId }: TestUser) =>
  holdOutgoing(stage.world.world.database.read, { userId, cause: 'operator', reason: 'a test', now: new Date() })
const release = ({ userId }: TestUser) =>
  releaseHolds(stage.world.world.database.read, { userId, releasedBy: userId, now: new Date() })
const promoBalance = (id: string) => readBalance(stage.world.world.database.read, { kind: 'promo', id })
const fees = () => readBalance(stage.world.world.database.read, 'platform_fee')
const linesOf = async (user: TestUser) =>
  Object.values((await user.call(listTransactions, { params: { page: '1' } })).transactions)
    .flat()
    .map(({ type, note, msatAmount, msatChange, msatPending }) => [type, note, msatAmount, msatChange, msatPending])
const pay = async (invoice: { request: string; invoiceId: string }, receivedMsat?: bigint) => {
  await stage.world.node.settle(decodeInvoice(invoice.request).paymentHash, receivedMsat)
}

test('a budget is paid from the balance with its fee, and what is left comes back at the end', async () => {
  const { artist, trackId } = await stage.newTrack()
  await fillBalance(stage.world, artist, 200_000)
  const [liabilities, feesBefore] = [await sumLiabilities(stage.world.world.database.read), await fees()]
  const body = { contentId: trackId, msatBudget: 100_000, msatPayoutAmount: 10_000, fromBalance: true }
  const key = { idempotencyKey: newKey() }
  const funded = await artist.call(createPromo, { body }, key)
  assert.deepEqual([funded.msatBudget, funded.msatFee, funded.invoice], [100_000, 5_000, null])
  assert.deepEqual(await artist.call(createPromo, { body }, key), funded)
  assert.equal(await artist.balance(), 95_000)
  assert.equal(await promoBalance(funded.promoId), 100_000n)
  assert.equal(await fees(), feesBefore + 5_000n)
  assert.equal(await sumLiabilities(stage.world.world.database.read), liabilities - 5_000n)
  assert.deepEqual((await linesOf(artist))[0], ['Zap Sent', 'promo-budget', 105_000, -105_000, 0])
  const payment = await artist.call(getPayment, { params: { paymentId: funded.paymentId } })
  assert.deepEqual([payment.note, payment.contentTitle, payment.msatChange], ['promo-budget', 'A track', -105_000])

  const track = await stage.world.call(getTrack, { params: { trackId } })
  assert.deepEqual([track.hasPromo, track.msatPayoutAmount], [true, 10_000])
  const listed = await stage.world.call(listActivePromos, {})
  assert.equal(listed.find(({ id }) => id === funded.promoId)?.contentMetadata?.id, trackId)

  assert.equal((await refusalOf(artist.call(createPromo, { body }))).code, 'promo-not-possible')
  const paused = await artist.call(setPromoActive, { params: { id: funded.promoId }, body: { isActive: false } })
  assert.equal(paused.isActive, false)
  assert.equal((await refusalOf(stage.world.call(getPromoOfContent, { params: { contentId: trackId } }))).status, 404)
  await artist.call(setPromoActive, { params: { id: funded.promoId }, body: { isActive: true } })
  const more = { params: { id: funded.promoId }, body: { msatBudget: 20_000, fromBalance: true } }
  assert.equal((await artist.call(topUpPromo, more)).msatFee, 1_000)
  assert.equal(await promoBalance(funded.promoId), 120_000n)
  const [own] = await artist.call(listOwnPromos, {})
  assert.deepEqual([own?.state, own?.remainingBudget, own?.msatBudget, own?.isPaid], ['active', 120_000, 120_000, true])

  assert.deepEqual(await artist.call(endPromo, { params: { id: funded.promoId } }), { msatReturned: 120_000 })
  assert.deepEqual(await artist.call(endPromo, { params: { id: funded.promoId } }), { msatReturned: 0 })
  assert.equal(await artist.balance(), 194_000)
  assert.equal(await promoBalance(funded.promoId), 0n)
  assert.deepEqual((await linesOf(artist))[0], ['Deposit', 'promo-rest', 120_000, 120_000, 0])
  assert.equal((await refusalOf(artist.call(topUpPromo, more))).code, 'promo-ended')
  assert.equal((await stage.world.call(getTrack, { params: { trackId } })).hasPromo, false)
})

test('budgets and payouts have bounds, and only the owner of a published track starts a promo', async () => {
  const { artist, trackId } = await stage.newTrack()
  await fillBalance(stage.world, artist, 1_000_000)
  const ask = (msatBudget: number, msatPayoutAmount: number) =>
    refusalOf(
      artist.call(createPromo, { body: { contentId: trackId, msatBudget, msatPayoutAmount, fromBalance: true } }),
    )
  for (const [budget, payout] of [
    [999, 999],
    [200_000, 100_001],
    [15_000, 10_000],
    [9_999, 10_000],
    [2_001_000, 1_000],
    [95_300_000, 100_000],
  ] as const) {
    assert.equal((await ask(budget, payout)).code, 'promo-budget-invalid', `${budget} ${payout}`)
  }
  assert.equal((await ask(0, 1_000)).status, 400)
  assert.equal((await ask(1_000_000, 1_000)).code, 'insufficient-balance')
  const body = { contentId: trackId, msatBudget: 10_000, msatPayoutAmount: 10_000, fromBalance: true }
  const other = await stage.newListener()
  assert.equal((await refusalOf(other.call(createPromo, { body }))).status, 403)
  assert.equal((await refusalOf(stage.world.call(createPromo, { body }))).status, 401)
  await stage.hide(trackId, true)
  assert.equal((await refusalOf(artist.call(createPromo, { body }))).code, 'promo-not-possible')
  await stage.hide(trackId, false)
  await hold(artist)
  assert.equal((await refusalOf(artist.call(createPromo, { body }))).code, 'withdrawals-held')
  await release(artist)
  assert.equal(await artist.balance(), 1_000_000)
})

test('an invoice for a budget is paid by anybody; more than its amount enlarges the budget, less goes to suspense', async () => {
  const { artist, trackId } = await stage.newTrack()
  const body = { contentId: trackId, msatBudget: 50_000, msatPayoutAmount: 10_000 }
  const funded = await artist.call(createPromo, { body })
  assert.equal(funded.invoice?.msatAmount, 52_500)
  assert.equal((await artist.call(listOwnPromos, {}))[0]?.state, 'waiting')
  // By the rule's example: 110 000 at p 10 000 is a budget of 100 000, a fee of 5 000, and 5 000 over.
  await pay(funded.invoice, 110_000n)
  await until(async () => (await promoBalance(funded.promoId)) === 100_000n)
  assert.equal(await artist.balance(), 5_000)
  assert.deepEqual(await linesOf(artist), [['Deposit', 'overpaid', 5_000, 5_000, 0]])
  const short = await artist.call(topUpPromo, { params: { id: funded.promoId }, body: { msatBudget: 50_000 } })
  const suspense = await readBalance(stage.world.world.database.read, 'suspense')
  await pay(short.invoice!, 52_000n)
  await until(async () => (await readBalance(stage.world.world.database.read, 'suspense')) === suspense + 52_000n)
  // Another user pays the invoice from a balance.
  const late = await artist.call(topUpPromo, { params: { id: funded.promoId }, body: { msatBudget: 10_000 } })
  const patron = await stage.newListener()
  await fillBalance(stage.world, patron, 50_000)
  await patron.call(withdraw, { body: { invoice: late.invoice!.request } })
  assert.equal(await promoBalance(funded.promoId), 110_000n)
  assert.deepEqual((await linesOf(patron))[0], ['Zap Sent', 'promo-budget', 10_500, -10_500, 0])
  // A top-up that is paid after the end returns whole.
  const after = await artist.call(topUpPromo, { params: { id: funded.promoId }, body: { msatBudget: 10_000 } })
  await artist.call(endPromo, { params: { id: funded.promoId } })
  assert.equal((await refusalOf(patron.call(withdraw, { body: { invoice: after.invoice!.request } }))).status, 409)
  await pay(after.invoice!)
  await until(async () => (await artist.balance()) === 5_000 + 110_000 + 10_500)
  assert.deepEqual((await linesOf(artist))[0], ['Deposit', 'promo-not-started', 10_500, 10_500, 0])
})

test('a minute is paid once: not early, not twice, not from two devices, not accelerated, not from elsewhere', async () => {
  const { promoId } = await stage.newPromo({ minutes: 20 })
  const listener = await stage.newListener()
  const start = (position = 0) => listener.call(startPromoMinute, { body: { promoId, position } })
  const claim = (nonce: string, position: number, mediaTime = 60) =>
    listener.call(rewardPromo, { body: { promoId, nonce, position, mediaTime } })
  const code = async (nonce: string, position: number, mediaTime?: number) =>
    (await refusalOf(claim(nonce, position, mediaTime))).code
  const { nonce } = await start()
  assert.equal(await code(nonce, 60), 'promo-not-heard')
  stage.world.clock.step(60_000)
  assert.equal(await code(nonce, 200), 'promo-not-heard')
  assert.equal(await code(nonce, 120, 120), 'promo-not-heard')
  assert.equal(await code(nonce, 30, 30), 'promo-not-heard')
  assert.equal(await code(newNonce(), 60), 'promo-not-heard')
  const { msatAmount, isMaturing, promoUser, next } = await claim(nonce, 60)
  assert.deepEqual([msatAmount, isMaturing], [10_000, true])
  assert.deepEqual(promoUser, {
    canEarnToday: true,
    lifetimeEarnings: 10_000,
    earnedToday: 10_000,
    earnableToday: 50_000,
    cumulativeEarnedToday: 10_000,
  })
  assert.equal(await code(nonce, 60), 'promo-too-early')
  stage.world.clock.step(60_000)
  assert.equal(await code(nonce, 60), 'promo-not-heard')
  // Another device begins: the nonce of the first is replaced.
  const second = await start(10)
  assert.equal(await code(next!.nonce, 120), 'promo-not-heard')
  stage.world.clock.step(60_000)
  const both = await Promise.allSettled([claim(second.nonce, 70), claim(second.nonce, 70)])
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await promoBalance(promoId), 180_000n)
})

const newNonce = () => '01890000-0000-7000-8000-000000000000'

test('the track, the day and the account limit what a listener earns', async () => {
  const { promoId, artist, contentId } = await stage.newPromo({ minutes: 200 })
  const listener = await stage.newListener()
  for (let minute = 0; minute < 5; minute++) await stage.hear(listener, promoId)
  assert.equal((await refusalOf(stage.hear(listener, promoId))).code, 'promo-limit')
  const { promoUser } = await listener.call(getPromo, { params: { id: promoId } })
  assert.deepEqual([promoUser.canEarnToday, promoUser.earnedToday, promoUser.earnableToday], [false, 50_000, 50_000])
  const young = await stage.newListener({ isYoung: true })
  assert.equal((await refusalOf(stage.hear(young, promoId))).code, 'promo-not-eligible')
  const unverified = await stage.newListener({ verified: false })
  assert.equal((await refusalOf(stage.hear(unverified, promoId))).code, 'promo-not-eligible')
  await fillBalance(stage.world, unverified, 10_000)
  assert.equal((await stage.hear(unverified, promoId)).msatAmount, 10_000)
  assert.equal((await refusalOf(stage.hear(artist, promoId))).code, 'promo-not-eligible')
  stage.world.clock.step(DAY_MS)
  assert.equal((await stage.hear(listener, promoId)).promoUser.lifetimeEarnings, 60_000)
  const lines = await linesOf(listener)
  assert.equal(lines.length, 2)
  assert.equal((await listener.call(getPromoOfContent, { params: { contentId } })).promoUser.earnedToday, 10_000)
  const csv = await stage.textOf(listener, exportStatement)
  assert.match(csv, /Top Up/)
})

test('an account reads whether it earns now, and otherwise why not and from when', async () => {
  const { promoId } = await stage.newPromo({ minutes: 20, durationSeconds: 1_200, payoutMsat: 100_000 })
  const now = () => stage.world.clock.now()
  const of = async (listener: TestUser) => {
    const { state, from, msatToday } = await listener.call(getEarning, {})
    return [state, from, msatToday]
  }
  const unverified = await stage.newListener({ verified: false, isYoung: true })
  assert.deepEqual(await of(unverified), ['unverified', null, 0])
  const young = await stage.newListener({ isYoung: true })
  const [state, from] = await of(young)
  assert.equal(state, 'new')
  const waitMs = Date.parse(String(from)) - now().getTime()
  assert.ok(waitMs > DAY_MS - 60_000 && waitMs <= DAY_MS, String(from))
  stage.world.clock.step(waitMs)
  assert.deepEqual(await of(young), ['now', null, 0])
  await stage.hear(young, promoId)
  assert.deepEqual(await of(young), ['now', null, 100_000])
  for (let minute = 0; minute < 4; minute++) await stage.hear(young, promoId)
  const tomorrow = new Date(Date.parse(now().toISOString().slice(0, 10)) + DAY_MS).toISOString()
  assert.deepEqual(await of(young), ['limit', tomorrow, 500_000])
  await hold(young)
  assert.deepEqual(await of(young), ['held', null, 500_000])
  await release(young)
  stage.world.clock.step(DAY_MS)
  assert.deepEqual(await of(young), ['now', null, 0])
})

test('two listeners claim the last minute concurrently: one is paid, and the promo ends', async () => {
  const { promoId, artist } = await stage.newPromo({ minutes: 1 })
  const [one, other] = [await stage.newListener(), await stage.newListener()]
  const nonces = await Promise.all(
    [one, other].map(async (user) => (await user.call(startPromoMinute, { body: { promoId, position: 0 } })).nonce),
  )
  stage.world.clock.step(60_000)
  const claims = await Promise.allSettled(
    [one, other].map((user, index) =>
      user.call(rewardPromo, { body: { promoId, nonce: nonces[index]!, position: 60, mediaTime: 60 } }),
    ),
  )
  assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await promoBalance(promoId), 0n)
  const [own] = await artist.call(listOwnPromos, {})
  assert.deepEqual([own?.state, own?.minutes, own?.uniqueUsers], ['ended', 1, 1])
  assert.equal((await refusalOf(one.call(startPromoMinute, { body: { promoId, position: 0 } }))).code, 'promo-ended')
})

test('a player without nonces earns only for audio that this server sent to its network', async () => {
  const { promoId, contentId } = await stage.newPromo({ minutes: 10, durationSeconds: 120 })
  const listener = await stage.newListener()
  const claim = () => listener.call(rewardPromo, { body: { promoId } })
  assert.equal((await refusalOf(claim())).code, 'promo-not-heard')
  await stage.deliver(listener, contentId)
  assert.equal((await refusalOf(claim())).code, 'promo-not-heard')
  stage.world.clock.step(60_000)
  assert.equal((await claim()).next, null)
  stage.world.clock.step(60_000)
  await claim()
  stage.world.clock.step(60_000)
  assert.equal((await refusalOf(claim())).code, 'promo-not-heard')
})

test('a track that is hidden, taken down or deleted pays nothing; deleting it ends the promo', async () => {
  const { promoId, artist, contentId } = await stage.newPromo({ minutes: 5 })
  const listener = await stage.newListener()
  const { nonce } = await listener.call(startPromoMinute, { body: { promoId, position: 0 } })
  stage.world.clock.step(60_000)
  await stage.hide(contentId, true)
  const body = { promoId, nonce, position: 60, mediaTime: 60 }
  assert.equal((await refusalOf(listener.call(rewardPromo, { body }))).code, 'promo-ended')
  await stage.hide(contentId, false)
  assert.equal((await listener.call(rewardPromo, { body })).msatAmount, 10_000)
  await artist.call(deleteTrack, { params: { trackId: contentId } })
  assert.equal((await refusalOf(stage.hear(listener, promoId))).code, 'promo-ended')
  const before = await artist.balance()
  await stage.world.app.runJobs()
  assert.equal(await artist.balance(), before + 40_000)
  assert.equal(await promoBalance(promoId), 0n)
})

test('a held funder pauses the promo; an account with unmatured rewards cannot be deleted', async () => {
  const { promoId, artist } = await stage.newPromo({ minutes: 5 })
  const listener = await stage.newListener()
  await stage.hear(listener, promoId)
  await hold(artist)
  assert.equal((await refusalOf(stage.hear(listener, promoId))).code, 'promo-ended')
  await release(artist)
  assert.ok((await listener.call(getDeletion, {})).blockers.includes('rewards'))
  const { msatBalance } = await artist.call(getDeletion, {})
  assert.equal(msatBalance, (await artist.balance()) + 40_000)
})

test('what a budget takes from the balance counts towards what leaves in a day without a proof', async () => {
  const { artist, trackId } = await stage.newTrack()
  await fillBalance(stage.world, artist, 60_000_000)
  const body = { contentId: trackId, msatBudget: 10_000_000, msatPayoutAmount: 10_000, fromBalance: true }
  const { promoId } = await artist.call(createPromo, { body })
  const more = { params: { id: promoId }, body: { msatBudget: 9_500_000, fromBalance: true } }
  assert.equal((await refusalOf(artist.call(topUpPromo, more))).code, 'proof-needed')
  assert.equal(await artist.balance(), 49_500_000)
  await artist.prove(topUpPromo, more)
  assert.equal(await artist.balance(), 39_525_000)
  const second = await publishTrack(stage.world, artist, { title: 'B' })
  const other = { ...body, contentId: second.trackId }
  assert.equal((await refusalOf(artist.call(createPromo, { body: other }))).code, 'proof-needed')
  await artist.prove(createPromo, { body: other })
  assert.equal(await artist.balance(), 29_025_000)
})

test('a fourth promo of one funder is refused', async () => {
  const { artist, trackId } = await stage.newTrack()
  await fillBalance(stage.world, artist, 200_000)
  const body = { msatBudget: 10_000, msatPayoutAmount: 10_000, fromBalance: true }
  await artist.call(createPromo, { body: { ...body, contentId: trackId } })
  for (const title of ['B', 'C']) {
    const more = await publishTrack(stage.world, artist, { title })
    await artist.call(createPromo, { body: { ...body, contentId: more.trackId } })
  }
  const fourth = await publishTrack(stage.world, artist, { title: 'D' })
  const refusal = await refusalOf(artist.call(createPromo, { body: { ...body, contentId: fourth.trackId } }))
  assert.deepEqual(refusal, { status: 409, code: 'promo-not-possible' })
})
