/** The short run of the fault lab. The seed is printed; LAB_SEED repeats a run, and `npm run faults` makes a long one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from './books.ts'
import { runFaultLab } from './fault-lab.ts'
import { readSeed } from './random.ts'

const goals = {
  serverKills: 24,
  databaseCrashes: 4,
  payouts: 300,
  keysends: 40,
  rewards: 24,
  tickets: 60,
  refunds: 8,
}
const TIMEOUT_MS = 400_000
/** What must have finished without further action after the last fault. */
const QUIET_MS = 30_000

test(
  'two killed servers with a failing database and a failing node neither lose nor create an msat',
  { timeout: 600_000 },
  async (context) => {
    const seed = readSeed()
    context.diagnostic(`LAB_SEED=${seed}`)
    const report = await runFaultLab({ seed, goals, timeoutMs: TIMEOUT_MS, print: context.diagnostic.bind(context) })
    context.diagnostic(toText(report))
    assert.deepEqual(report.books.breaches, [])
    assert.ok(report.serverKills >= goals.serverKills, `only ${report.serverKills} kills`)
    assert.ok(report.faults.databaseCrashes >= goals.databaseCrashes, `only ${report.faults.databaseCrashes} crashes`)
    assert.ok(report.load.withdrawals >= goals.payouts, `only ${report.load.withdrawals} payouts`)
    const { keysendsOut, keysendsIn } = report.load
    assert.ok(Math.min(keysendsOut, keysendsIn) >= goals.keysends, `only ${keysendsOut} and ${keysendsIn} keysends`)
    const { rewards, tickets, refunds } = report.load.orders
    assert.ok(
      rewards >= goals.rewards && tickets >= goals.tickets && refunds >= goals.refunds,
      `only ${rewards} rewards, ${tickets} tickets, ${refunds} refunds`,
    )
    assert.ok(report.quietMs <= QUIET_MS, `not at rest after ${report.quietMs} ms`)
  },
)
