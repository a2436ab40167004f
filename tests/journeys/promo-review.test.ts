/** Rewards of new accounts: maturing, holds and reversal, and what operators see at /admin/promos. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listTransactions } from '#contract/accounts/account.ts'
import { listAdminActions } from '#contract/operator/admin.ts'
import { getPromoReview, holdEarner, holdPromo, reverseRewards } from '#contract/operator/admin-promos.ts'
import { getTopUp } from '#contract/listening/promos.ts'
import { endPromo, listOwnPromos } from '#contract/payments/promos.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { createPromoStage, DAY_MS, type PromoStage } from '../promo-stage.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestUser, type TestUser } from '../users.ts'
import type { Call } from '#web/data/api.ts'
import { newId } from '#server/platform/ids.ts'
import { reverseSome } from '#server/payments/promos/maturing.ts'
import { listReversible } from '#server/payments/promos/maturing-queries.ts'

let stage: PromoStage
let bossCount = 0

before(async () => {
  stage = await createPromoStage()
})
after(async () => {
  await assertBooksBalance(stage.world)
  await stage.world[Symbol.asyncDispose]()
})

/** A call of an admin who has just logged in. */
const bossCall: Call = async (endpoint, input, options) => {
  const { name, call } = await createTestUser(stage.world, { name: `boss${++bossCount}` })
  await setRole(stage.world.world.database.read, name, 'owner')
  return call(endpoint, input, options)
}
const balanceOf = (kind: 'promo' | 'maturing', id: string) =>
  readBalance(stage.world.world.database.read, kind === 'promo' ? { kind, id } : { kind, userId: id })
const topUpOf = async (user: TestUser) => {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' } })
  const lines = Object.values(transactions).flat()
  return lines.find(({ type }) => type === 'Top Up')!
}
const amounts = ({ msatAmount, msatChange, msatPending }: Awaited<ReturnType<typeof topUpOf>>) => [
  msatAmount,
  msatChange,
  msatPending,
]

test('three rewards of the first week mature after a day, less one that was reversed', async () => {
  const { promoId, artist } = await stage.newPromo({ minutes: 10 })
  const listener = await stage.newListener()
  for (let minute = 0; minute < 3; minute++) await stage.hear(listener, promoId)
  assert.equal(await balanceOf('promo', promoId), 70_000n)
  assert.equal(await balanceOf('maturing', listener.userId), 30_000n)
  assert.deepEqual(amounts(await topUpOf(listener)), [30_000, 0, 30_000])
  assert.equal(await listener.balance(), 0)
  const { paymentId } = await topUpOf(listener)
  const payment = await listener.call(getPayment, { params: { paymentId } })
  assert.deepEqual([payment.type, payment.state, payment.msatPending], ['Top Up', 'pending', 30_000])
  const day = await listener.call(getTopUp, { params: { paymentId } })
  assert.deepEqual(
    day.tracks.map(({ title, minutes, msatEarned, msatMaturing }) => [title, minutes, msatEarned, msatMaturing]),
    [['A track', 3, 30_000, 30_000]],
  )
  assert.equal((await refusalOf(artist.call(getTopUp, { params: { paymentId } }))).status, 404)

  await stage.world.world.database.transaction(async (tx) => {
    const [one] = await listReversible(tx, { userId: listener.userId, networkHash: null }, 1)
    await reverseSome(tx, [one!], { id: newId(), isFirst: true }, stage.world.clock.now())
  })
  assert.equal(await balanceOf('promo', promoId), 80_000n)
  assert.deepEqual(amounts(await topUpOf(listener)), [20_000, 0, 20_000])
  await stage.world.app.runJobs()
  assert.equal(await listener.balance(), 0)
  stage.world.clock.step(DAY_MS)
  await stage.world.app.runJobs()
  assert.equal(await balanceOf('maturing', listener.userId), 0n)
  assert.equal(await listener.balance(), 20_000)
  assert.deepEqual(amounts(await topUpOf(listener)), [20_000, 20_000, 0])
  await stage.world.app.runJobs()
  assert.equal(await listener.balance(), 20_000)
  // A matured reward is never reversed.
  const reversed = await bossCall(reverseRewards, { body: { userId: listener.userId, reason: 'a test' } })
  assert.deepEqual(reversed, { count: 0, msatReversed: 0 })
  assert.equal((await artist.call(listOwnPromos, {}))[0]?.minutes, 2)
})

test('after seven days of earning, rewards reach the balance immediately', async () => {
  const { promoId } = await stage.newPromo({ minutes: 1_000 })
  const listener = await stage.newListener()
  for (let day = 0; day < 7; day++) {
    assert.equal((await stage.hear(listener, promoId)).isMaturing, true)
    stage.world.clock.step(DAY_MS)
  }
  assert.equal((await stage.hear(listener, promoId)).isMaturing, false)
  await stage.world.app.runJobs()
  assert.equal(await listener.balance(), 80_000)
})

test('many new accounts in one network are held, earn nothing, and are reversed together', async () => {
  const { promoId, artist } = await stage.newPromo({ minutes: 2_000, payoutMsat: 1_000 })
  const address = '198.51.100.7'
  const farm: TestUser[] = []
  for (let index = 0; index < 8; index++) farm.push(await stage.newListener({ address }))
  for (const account of farm) await stage.hear(account, promoId)
  await stage.world.app.runJobs()
  assert.equal((await refusalOf(stage.hear(farm[0]!, promoId))).code, 'promo-not-eligible')
  stage.world.clock.step(DAY_MS)
  await stage.world.app.runJobs()
  assert.equal(await farm[0]!.balance(), 0)
  const review = await bossCall(getPromoReview, {})
  const network = review.networks.find(({ newAccounts }) => newAccounts === 8)!
  assert.deepEqual([network.accounts, network.msatMaturing, network.isAtLimit], [8, 8_000, true])
  const held = review.accounts.filter(({ heldBy }) => heldBy === 'network')
  assert.equal(held.length, 8)
  assert.equal((await refusalOf(artist.call(getPromoReview, {}))).status, 403)
  // One of them is released, and matures.
  const { userId } = farm[7]!
  await bossCall(holdEarner, { params: { userId }, body: { isHeld: false, reason: 'a known listener' } })
  await stage.world.app.runJobs()
  assert.equal(await farm[7]!.balance(), 1_000)
  const ended = await artist.call(endPromo, { params: { id: promoId } })
  assert.equal(ended.msatReturned, 1_992_000)
  const before = await artist.balance()
  const body = { network: network.network, reason: 'one network' }
  assert.deepEqual(await bossCall(reverseRewards, { body }), { count: 7, msatReversed: 7_000 })
  // The promo has ended, so its funder gets it back.
  assert.equal(await artist.balance(), before + 7_000)
  assert.deepEqual(await bossCall(reverseRewards, { body }), { count: 0, msatReversed: 0 })
  const actions = await bossCall(listAdminActions, { query: {} })
  assert.ok(actions.some(({ action }) => action === 'reverse-rewards'))
})

test('an operator holds a promo and releases it', async () => {
  const { promoId } = await stage.newPromo({ minutes: 10 })
  const listener = await stage.newListener()
  await bossCall(holdPromo, { params: { id: promoId }, body: { isHeld: true, reason: 'a complaint' } })
  assert.equal((await refusalOf(stage.hear(listener, promoId))).code, 'promo-ended')
  await bossCall(holdPromo, { params: { id: promoId }, body: { isHeld: false, reason: 'settled' } })
  assert.equal((await stage.hear(listener, promoId)).msatAmount, 10_000)
})

test('the audit reports a promo whose account differs from its rows', async () => {
  const { promoId } = await stage.newPromo({ minutes: 10 })
  const { pool } = stage.world.world.database
  // The server's own audit may see it too.
  stage.world.expectLogs('books-differ', 'books-right-again')
  await pool.query('UPDATE promo SET returned_msat = 1 WHERE id = $1', [promoId])
  const wrong = await auditPayments(stage.world.world.payments)
  assert.equal(wrong.isRight, false)
  await pool.query('UPDATE promo SET returned_msat = 0 WHERE id = $1', [promoId])
})
