/** Append-only accounts: their balance is correct at any moment, before, during and after a roll-up. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { userAccount } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { readBalance } from './balances.ts'
import { rollUpAppendOnly } from './rollup.ts'
import { post } from './transfer.ts'

let testDatabase: TestDatabase
let database: Database
before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase)
})
after(async () => {
  await database.close()
  await testDatabase.drop()
})

const deposit = (tx: Tx, amountMsat: bigint) => {
  const legs = [
    { account: 'lightning' as const, amountMsat: -amountMsat },
    { account: userAccount(newId()), amountMsat },
  ]
  return post(tx, { idem: newId(), kind: 'deposit', legs })
}
const lightning = () => readBalance(database.read, 'lightning')
const rolledUp = async () => {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    `select balance from account where code = 'lightning'`,
  )
  return rows[0]!.balance
}
const rollUp = () => database.transaction(rollUpAppendOnly)

/** A roll-up takes entries older than every open transaction of the whole cluster, and other tests have open
 * transactions. */
async function rollUpTo(wantedMsat: bigint): Promise<void> {
  const deadline = performance.now() + 30_000
  do await rollUp()
  while ((await rolledUp()) !== wantedMsat && performance.now() < deadline)
  assert.deepEqual([await lightning(), await rolledUp()], [wantedMsat, wantedMsat])
}

test('a transfer does not touch the row of an append-only account, a roll-up does', async () => {
  const startMsat = await lightning()
  const storedMsat = await rolledUp()
  await database.transaction((tx) => deposit(tx, 100n))
  assert.deepEqual([await lightning(), await rolledUp()], [startMsat - 100n, storedMsat])
  assert.equal(await rollUp(), 5)
  await rollUpTo(startMsat - 100n)
  await rollUp()
  assert.deepEqual([await lightning(), await rolledUp()], [startMsat - 100n, startMsat - 100n])
})

test('a transfer that began before a roll-up and commits after it is not lost', withoutConflicts, async () => {
  const startMsat = await lightning()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: hasPosted, resolve: posted } = Promise.withResolvers<void>()
  const slow = database.transaction(async (tx) => {
    await deposit(tx, 1n)
    // A transaction sees its own entries.
    assert.equal(await readBalance(tx, 'lightning'), startMsat - 1n)
    posted()
    await mayCommit
  })
  try {
    await hasPosted
    await database.transaction((tx) => deposit(tx, 10n))
    await rollUp()
    assert.deepEqual([await lightning(), await rolledUp()], [startMsat - 10n, startMsat])
  } finally {
    commit()
    await slow
  }
  assert.equal(await lightning(), startMsat - 11n)
  await rollUpTo(startMsat - 11n)
})

test('a rolled-back transfer is in no balance', async () => {
  const startMsat = await lightning()
  const failing = database.transaction(async (tx) => {
    await deposit(tx, 5n)
    throw new Error('no')
  })
  await assert.rejects(failing)
  await rollUpTo(startMsat)
})

test('concurrent roll-ups and transfers add up', async () => {
  const startMsat = await lightning()
  const work: Promise<unknown>[] = []
  for (let index = 0; index < 60; index++) {
    work.push(database.transaction((tx) => deposit(tx, 1n)))
    if (index % 5 === 0) work.push(rollUp())
  }
  await Promise.all(work)
  assert.equal(await lightning(), startMsat - 60n)
  await rollUpTo(startMsat - 60n)
})

test('after a restore into another cluster all entries are summed, and the next roll-up starts over', async () => {
  const startMsat = await lightning()
  // Transaction ids of the old cluster are far ahead of ours, so what it had rolled up is meaningless here.
  await database.pool.query(`update account set rolled_up_to = '900000000000', balance = 77 where code = 'lightning'`)
  assert.equal(await lightning(), startMsat)
  await database.transaction((tx) => deposit(tx, 3n))
  assert.equal(await lightning(), startMsat - 3n)
  await rollUpTo(startMsat - 3n)
})

test('the audit finds a stored balance that is not the sum of its entries, and entries of unknown accounts', async () => {
  assert.equal((await auditLedger(database.read)).isSound, true)
  await database.transaction((tx) => deposit(tx, 42n))
  await database.pool.query(`update account set balance = balance + 1 where code in ('lightning', 'suspense')`)
  const nowhere = newId()
  await database.pool.query(
    `insert into entry (tx_id, seq, account_id, amount, kind, created_at) values ($1, 1, $1, 5, 'platform', now())`,
    [nowhere],
  )
  const report = await auditLedger(database.read)
  assert.equal(report.isSound, false)
  assert.equal(report.sumMsat, 5n)
  assert.deepEqual(report.unbalancedTxIds, [nowhere])
  assert.deepEqual(report.drifts.map((drift) => drift.code).sort(), [nowhere, 'lightning', 'suspense'].sort())
})
