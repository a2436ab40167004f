/** The limits shown before a withdrawal are those that apply when it is made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { changePassword } from '#contract/accounts/auth.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { fillBalance, createTestUser, PASSWORD, until } from '../users.ts'
import { provingCall } from '../proofs.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestWorld } from '../world.ts'

const DAY_MS = 24 * 3_600_000
const YOUNG_MSAT = 10_000_000
const DAILY_MSAT = 80_000_000
const STEP_UP_MSAT = 30_000_000
const settings = {
  YOUNG_WITHDRAWAL_MSAT: String(YOUNG_MSAT),
  DAILY_WITHDRAWAL_MSAT: String(DAILY_MSAT),
  STEP_UP_MSAT: String(STEP_UP_MSAT),
}

test('the limits of new and older accounts, and from which amount a proof is needed', async () => {
  await using world = await createTestWorld({ settings })
  const mara = await createTestUser(world, { name: 'mara' })
  const made = world.clock.now()
  await fillBalance(world, mara, 90_000_000)
  const limits = () => mara.call(getWithdrawalLimits, {})
  const pay = (amountMsat: number) =>
    mara.call(withdraw, { body: { invoice: world.node.makeInvoice({ amountMsat: BigInt(amountMsat) }).bolt11 } })
  // Until then the fee reserve counts towards the limits too.
  const arrives = async (amountMsat: number) => {
    const { paymentId } = await pay(amountMsat)
    await until(async () => (await mara.call(getPayment, { params: { paymentId } })).state === 'settled')
  }

  const first = await limits()
  assert.deepEqual([first.msatLimit, first.msatRemaining], [YOUNG_MSAT, YOUNG_MSAT])
  assert.deepEqual(
    [first.msatStepUp, first.msatWithoutProof, first.hasChangedLogin],
    [STEP_UP_MSAT, STEP_UP_MSAT, false],
  )
  assert.equal(first.rises?.msatLimit, DAILY_MSAT)
  const risesInMs = new Date(first.rises.at).getTime() - made.getTime()
  assert.ok(Math.abs(risesInMs - DAY_MS) < 60_000, `${risesInMs}`)

  await arrives(4_000_000)
  const { msatRemaining } = await limits()
  assert.equal(msatRemaining, YOUNG_MSAT - 4_000_000)
  assert.equal((await refusalOf(pay(msatRemaining + 1_000))).code, 'withdrawal-limit')
  await arrives(msatRemaining)
  assert.equal((await limits()).msatRemaining, 0)

  world.clock.step(DAY_MS + 60_000)
  const grown = await limits()
  assert.deepEqual([grown.msatLimit, grown.msatRemaining, grown.rises], [DAILY_MSAT, DAILY_MSAT, null])
  assert.equal(grown.msatWithoutProof, STEP_UP_MSAT)

  await arrives(10_000_000)
  const { msatWithoutProof } = await limits()
  assert.ok(msatWithoutProof > 0 && msatWithoutProof <= STEP_UP_MSAT - 10_000_000)
  // Including the fee reserve of 1.5 %.
  const most = Math.floor((msatWithoutProof * 1_000) / 1_015 / 1_000) * 1_000
  assert.equal((await refusalOf(pay(most + 1_000))).code, 'proof-needed')
  await arrives(most)

  world.clock.step(2 * DAY_MS)
  assert.equal((await limits()).msatWithoutProof, STEP_UP_MSAT)
  const proving = provingCall(mara.call, { method: 'password', password: PASSWORD })
  const { token } = await proving(changePassword, { body: { newPassword: `${PASSWORD} 2` } })
  mara.call = world.callWith(token)
  const changed = await limits()
  assert.deepEqual([changed.hasChangedLogin, changed.msatWithoutProof], [true, 0])
  assert.equal((await refusalOf(pay(1_000_000))).code, 'proof-needed')
  await assertBooksBalance(world)
})
