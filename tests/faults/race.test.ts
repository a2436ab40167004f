/** Fifty simultaneous withdrawals of the whole balance, at two servers: exactly one succeeds. RACE_ROUNDS=200 makes a long
 * run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { withdraw } from '#contract/payments/payments.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import { ApiError, createCall, type Call } from '#web/data/api.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 40)
const AT_ONCE = 50
const BALANCE_MSAT = 1_000_000
/** With the 15 000 reserved for the fee, this is the whole balance. */
const AMOUNT_MSAT = 985_000
const EXPIRY_SECONDS = 3_600

/** Limits per minute would refuse most requests before they reach the lock, so there are none in this minute and the
 * next. */
const NO_LIMITS = `INSERT INTO rate_limit (key, window_start, count)
  SELECT what || id, date_trunc('minute', now()) + ahead, -1000000
  FROM person, unnest(ARRAY['withdraw:', 'deposit:']) what, unnest(ARRAY[interval '0', interval '1 minute']) ahead
  ON CONFLICT (key, window_start) DO UPDATE SET count = -1000000`

test(
  'of fifty withdrawals of the whole balance over two servers exactly one succeeds',
  { timeout: 900_000 },
  async () => {
    await using lab = await createSmallLab()
    const origins = [lab.origin, await lab.addServer()]
    const { call, token } = await lab.createTestUserWithToken('racer')
    const calls = origins.map((origin) => createCall(transportTo(origin), () => token))
    // An invoice whose withdrawal was refused was never attempted, so it is used again.
    let invoices: string[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await lab.database.pool.query(NO_LIMITS)
      await fillUpTo(lab, call, BALANCE_MSAT)
      while (invoices.length < AT_ONCE) invoices.push(await makeInvoice(lab))
      const results = await Promise.all(
        invoices.map((invoice, index) => outcomeOf(calls[index % calls.length]!, invoice)),
      )
      const winners = results.filter((result) => result === 'won').length
      const losers = results.filter((result) => result === 'insufficient-balance').length
      assert.deepEqual({ round, winners, losers }, { round, winners: 1, losers: AT_ONCE - 1 })
      invoices = invoices.filter((_, index) => results[index] !== 'won')
    }
    const { breaches, counts } = await lab.check(20_000)
    assert.deepEqual(breaches, [])
    assert.equal(counts['withdraws settled'], ROUNDS)
  },
)

async function makeInvoice({ node }: SmallLab): Promise<string> {
  const { bolt11 } = await node.makeInvoice({ amountMsat: BigInt(AMOUNT_MSAT), expirySeconds: EXPIRY_SECONDS })
  return bolt11
}

async function outcomeOf(call: Call, invoice: string): Promise<string> {
  try {
    await call(withdraw, { body: { invoice } })
    return 'won'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code
  }
}

/** The remaining balance is known only when the payout of the last round is settled. */
async function fillUpTo(lab: SmallLab, user: Call, balanceMsat: number): Promise<void> {
  const unfinished = `SELECT FROM payout WHERE state IN ('reserved', 'sending', 'unknown')`
  await until(async () => (await lab.database.pool.query(unfinished)).rowCount === 0)
  const { msatBalance } = await user(getAccount, {})
  await lab.fill(user, balanceMsat - msatBalance)
}
