/** The arithmetic of budgets, with figures computed by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetOfPayment, maxBudgetMsat, promoFeeMsat, refusePromoBudget } from './promo-budget.ts'

const terms = (payoutMsat: bigint, heldMsat = 0n, feePpm = 50_000) => ({ payoutMsat, heldMsat, feePpm })

test('the fee on a budget is rounded up', () => {
  assert.equal(promoFeeMsat(100_000n, 50_000), 5_000n)
  assert.equal(promoFeeMsat(1_001n, 50_000), 51n)
  assert.equal(promoFeeMsat(1_000n, 0), 0n)
})

test('a larger payment buys the largest budget within the bounds, with the fee of that budget', () => {
  const parts = ({ budgetMsat, feeMsat, restMsat }: ReturnType<typeof budgetOfPayment>) => [
    budgetMsat,
    feeMsat,
    restMsat,
  ]
  assert.deepEqual(parts(budgetOfPayment(105_000n, terms(10_000n))), [100_000n, 5_000n, 0n])
  assert.deepEqual(parts(budgetOfPayment(110_000n, terms(10_000n))), [100_000n, 5_000n, 5_000n])
  assert.deepEqual(parts(budgetOfPayment(110_000_000n, terms(10_000n))), [20_000_000n, 1_000_000n, 89_000_000n])
  assert.deepEqual(parts(budgetOfPayment(110_000_000n, terms(100_000n))), [95_200_000n, 4_760_000n, 10_040_000n])
  assert.deepEqual(parts(budgetOfPayment(110_000n, terms(10_000n, 19_995_000n))), [0n, 0n, 110_000n])
  assert.deepEqual(parts(budgetOfPayment(9_000n, terms(10_000n))), [0n, 0n, 9_000n])
})

test('a budget is a multiple of the payout, within the bounds', () => {
  assert.equal(refusePromoBudget(1_000n, terms(1_000n)), null)
  assert.equal(refusePromoBudget(999n, terms(999n)), 'payout')
  assert.equal(refusePromoBudget(100_001n, terms(100_001n)), 'payout')
  assert.equal(refusePromoBudget(15_000n, terms(10_000n)), 'minutes')
  assert.equal(refusePromoBudget(0n, terms(10_000n)), 'too-small')
  assert.equal(refusePromoBudget(2_000_000n, terms(1_000n)), null)
  assert.equal(refusePromoBudget(2_001_000n, terms(1_000n)), 'too-large')
  assert.equal(refusePromoBudget(95_200_000n, terms(100_000n)), null)
  assert.equal(refusePromoBudget(95_300_000n, terms(100_000n)), 'too-large')
  assert.equal(maxBudgetMsat(terms(1_000n, 1_999_000n)), 1_000n)
  assert.equal(maxBudgetMsat(terms(1_000n, 2_000_000n)), 0n)
})

test('budget, fee and remainder add up to the payment, for any amount and fee', () => {
  for (let round = 0; round < 2_000; round++) {
    const payoutMsat = 1_000n + (BigInt(round * 47) % 99_001n)
    const receivedMsat = BigInt(round * round * 23) + 1n
    const feePpm = (round * 331) % 1_000_000
    const { budgetMsat, feeMsat, restMsat } = budgetOfPayment(receivedMsat, { payoutMsat, heldMsat: 0n, feePpm })
    assert.equal(budgetMsat + feeMsat + restMsat, receivedMsat)
    assert.ok(restMsat >= 0n && budgetMsat % payoutMsat === 0n)
    if (budgetMsat > 0n) assert.equal(refusePromoBudget(budgetMsat, { payoutMsat, heldMsat: 0n, feePpm }), null)
  }
})
