/** Posting to a real database: worked examples, refusals, idempotency, append-only accounts, and what nobody may
 * change. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { sqlState, type Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { type AccountRef, userAccount } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { lockUserBalances, readBalance, readUserBalance } from './balances.ts'
import { IdempotencyConflict, InsufficientFunds, Unbalanced, UnknownAccount } from './errors.ts'
import { rollUpAppendOnly } from './rollup.ts'
import { readEntries, readTransfer, sumEntriesAfter } from './statement.ts'
import type { EntryKind, EntryPlace, TransferKind } from './kinds.ts'
import { type NewTransfer, post, postAll } from './transfer.ts'

const testDatabase = await createTestDatabase()
const database = connectDatabase(testDatabase)
after(async () => {
  const report = await auditLedger(database.read)
  await database.close()
  await testDatabase.drop()
  assert.deepEqual({ ...report, transferCount: 0, entryCount: 0 }, SOUND)
})
const SOUND = {
  isSound: true,
  transferCount: 0,
  entryCount: 0,
  sumMsat: 0n,
  unbalancedTxIds: [],
  drifts: [],
  negativeAccounts: [],
}

type Move = [AccountRef, bigint]
const transfer = (kind: TransferKind, moves: readonly Move[], idem: string = newId()): NewTransfer => ({
  idem,
  kind,
  legs: moves.map(([account, amountMsat]) => ({ account, amountMsat })),
})
const posting = (next: NewTransfer) => database.transaction((tx) => post(tx, next))
const moving = (kind: TransferKind, ...moves: Move[]) => posting(transfer(kind, moves))

async function userWith(amountMsat: bigint): Promise<string> {
  const userId = newId()
  if (amountMsat > 0n) await moving('deposit', ['lightning', -amountMsat], [userAccount(userId), amountMsat])
  return userId
}

test('a user who pays 1 000 to themselves has 950 left, in two entries with consecutive balances', async () => {
  const userId = await userWith(1_000n)
  const me = userAccount(userId)
  // The credit comes first in the list, and is still added last.
  await moving('content-payment', [me, 950n], ['platform_fee', 50n], [me, -1_000n])
  assert.equal(await readUserBalance(database.read, userId), 950n)
  const entries = await readEntries(database.read, me, { limit: 2 })
  assert.deepEqual(
    entries.map((entry) => [entry.kind, entry.amountMsat, entry.balanceAfterMsat]),
    [
      ['earnings', 950n, 950n],
      ['zap-sent', -1_000n, 0n],
    ],
  )
})

test('a balance of 60 cannot pay 1 000 to itself, although the net is only −50', async () => {
  const userId = await userWith(60n)
  const me = userAccount(userId)
  const paying = moving('content-payment', [me, -1_000n], [me, 950n], ['platform_fee', 50n])
  await assert.rejects(paying, InsufficientFunds)
  assert.equal(await readUserBalance(database.read, userId), 60n)
})

test('several debits of one account are covered together', async () => {
  const me = userAccount(await userWith(100n))
  const moves = [
    { account: me, amountMsat: -60n, role: 'zap-sent' },
    { account: me, amountMsat: -60n, role: 'withdraw' },
    { account: 'inflight', amountMsat: 120n },
  ] as const
  await assert.rejects(posting({ idem: newId(), kind: 'withdraw-reserve', legs: moves }), InsufficientFunds)
})

test('a withdrawal reserves amount and fee, and releases the unused fee', async () => {
  const userId = await userWith(60_000n)
  const me = userAccount(userId)
  const before = await readAll('inflight', 'lightning', 'routing_fees')
  await moving('withdraw-reserve', [me, -52_000n], ['inflight', 52_000n])
  assert.equal(await readUserBalance(database.read, userId), 8_000n)
  await moving('withdraw-settle', ['inflight', -52_000n], ['lightning', 50_000n], ['routing_fees', 120n], [me, 1_880n])
  assert.equal(await readUserBalance(database.read, userId), 9_880n)
  const now = await readAll('inflight', 'lightning', 'routing_fees')
  assert.deepEqual(
    now.map((balance, index) => balance - before[index]!),
    [0n, 50_000n, 120n],
  )
})

const readAll = (...accounts: AccountRef[]) =>
  Promise.all(accounts.map((account) => readBalance(database.read, account)))

test('a receivable account may go below zero, a user account may not', async () => {
  const userId = await userWith(1_000n)
  const me = userAccount(userId)
  const owed = { kind: 'receivable', userId } as const
  await moving('withdraw-late', ['lightning', 10_000n], ['routing_fees', 500n], [me, -1_000n], [owed, -9_500n])
  assert.deepEqual(await readAll(me, owed), [0n, -9_500n])
  await assert.rejects(moving('withdraw-reserve', [me, -1n], ['inflight', 1n]), InsufficientFunds)
  await assert.rejects(moving('withdraw-reserve', [userAccount(newId()), -1n], ['inflight', 1n]), InsufficientFunds)
})

test('platform fees can be withdrawn as far as they were earned, rolled up or not', async () => {
  const earnedMsat = await readBalance(database.read, 'platform_fee')
  await moving('content-payment', ['lightning', -1_000n], [userAccount(newId()), 950n], ['platform_fee', 50n])
  const allMsat = earnedMsat + 50n
  const tooMuch = () => moving('withdraw-reserve', ['platform_fee', -allMsat - 1n], ['inflight', allMsat + 1n])
  await assert.rejects(tooMuch(), InsufficientFunds)
  await database.transaction(rollUpAppendOnly)
  await assert.rejects(tooMuch(), InsufficientFunds)
  await moving('withdraw-reserve', ['platform_fee', -allMsat], ['inflight', allMsat])
  assert.equal(await readBalance(database.read, 'platform_fee'), 0n)
  await moving('withdraw-release', ['inflight', -allMsat], ['platform_fee', allMsat])
})

test('of two concurrent withdrawals of all platform fees, one succeeds', async () => {
  await moving('content-payment', ['lightning', -1_000n], [userAccount(newId()), 950n], ['platform_fee', 50n])
  const allMsat = await readBalance(database.read, 'platform_fee')
  const takeAll = () => moving('withdraw-reserve', ['platform_fee', -allMsat], ['inflight', allMsat])
  const results = await Promise.allSettled(Array.from({ length: 8 }, takeAll))
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
  assert.equal(await readBalance(database.read, 'platform_fee'), 0n)
})

test('unassigned money is in suspense, and cannot be assigned twice', async () => {
  const me = userAccount(newId())
  await moving('suspense', ['lightning', -900n], ['suspense', 900n])
  await moving('correction', ['suspense', -900n], [me, 900n])
  await assert.rejects(moving('correction', ['suspense', -900n], [me, 900n]), InsufficientFunds)
})

test('legs of zero are dropped, equal legs merge, and an empty transfer is refused', async () => {
  const me = userAccount(newId())
  const idem = newId()
  await posting(
    transfer(
      'deposit',
      [
        ['lightning', -7n],
        [me, 3n],
        [me, 4n],
        ['suspense', 0n],
      ],
      idem,
    ),
  )
  const entries = await readTransfer(database.read, idem)
  assert.deepEqual(
    entries.map((entry) => entry.amountMsat),
    [-7n, 7n],
  )
  await assert.rejects(moving('deposit', ['lightning', 0n], [me, 0n]), Unbalanced)
  await assert.rejects(moving('deposit'), Unbalanced)
})

test('legs that do not sum to zero are refused, by the function in the database too', async () => {
  const me = userAccount(newId())
  await assert.rejects(moving('deposit', ['lightning', -5n], [me, 4n]), Unbalanced)
  const bare = (amounts: string) => (tx: Tx) =>
    sql`
      SELECT post_all(ARRAY[${newId()}], '{"\\\\x00"}', '{deposit}', '{NULL}', '{NULL}', '{NULL}', '{NULL}',
        '{2}', '{lightning,house}', ${amounts}, '{platform,platform}')`.execute(tx)
  for (const amounts of ['{-5,4}', '{5,-5}', '{0,0}', '{-5}']) {
    await assert.rejects(database.transaction(bare(amounts)), (error) => sqlState(error) === 'PL004')
  }
})

test('an unknown account is refused', async () => {
  const nobody = 'tip_jar' as AccountRef
  await assert.rejects(moving('deposit', ['lightning', -5n], [nobody, 5n]), UnknownAccount)
  await assert.rejects(readBalance(database.read, nobody), UnknownAccount)
  await assert.rejects(moving('deposit', ['lightning', -5n], [userAccount('not-an-id'), 5n]), TypeError)
})

test('a transfer outside a transaction is refused', async () => {
  const next = transfer('deposit', [
    ['lightning', -5n],
    [userAccount(newId()), 5n],
  ])
  await assert.rejects(post(database.read, next), TypeError)
})

test('a repeated transfer is posted once, also when the balance would no longer cover it', async () => {
  const me = userAccount(await userWith(100n))
  const next = transfer('withdraw-reserve', [
    [me, -100n],
    ['inflight', 100n],
  ])
  const first = await posting(next)
  assert.deepEqual(first, { txId: first.txId, isNew: true })
  assert.deepEqual(await posting(next), { txId: first.txId, isNew: false })
  assert.deepEqual(await posting({ ...next, legs: next.legs.toReversed() }), { txId: first.txId, isNew: false })
  assert.deepEqual(await readAll(me), [0n])
})

test('the same key for anything else is a conflict', async () => {
  const me = userAccount(newId())
  const next = transfer('deposit', [
    ['lightning', -5n],
    [me, 5n],
  ])
  await posting({ ...next, ref: { type: 'invoice', id: newId() } })
  await assert.rejects(posting(next), IdempotencyConflict)
  await assert.rejects(posting({ ...next, kind: 'address-receipt' }), IdempotencyConflict)
  await assert.rejects(
    posting(
      transfer(
        'deposit',
        [
          ['lightning', -6n],
          [me, 6n],
        ],
        next.idem,
      ),
    ),
    IdempotencyConflict,
  )
  assert.deepEqual(await readAll(me), [5n])
})

test('a transfer that is rolled back leaves nothing, and its key is free', async () => {
  const me = userAccount(newId())
  const next = transfer('deposit', [
    ['lightning', -5n],
    [me, 5n],
  ])
  const failing = database.transaction(async (tx) => {
    await post(tx, next)
    throw new Error('later')
  })
  await assert.rejects(failing, /later/)
  assert.deepEqual([await readAll(me), await readTransfer(database.read, next.idem)], [[0n], []])
  assert.equal((await posting(next)).isNew, true)
})

test('many concurrent transfers between the same users cause neither deadlocks nor losses', async () => {
  const userIds = await Promise.all(Array.from({ length: 4 }, () => userWith(10_000n)))
  const payments = Array.from({ length: 200 }, (_, index) => {
    const from = userAccount(userIds[index % 4]!)
    const to = userAccount(userIds[(index * 7 + 1) % 4]!)
    return moving('internal-payment', [from, -10n], [to, 10n])
  })
  await Promise.all(payments)
  const balances = await readAll(...userIds.map(userAccount))
  assert.equal(
    balances.reduce((sum, balance) => sum + balance, 0n),
    40_000n,
  )
})

test('of many concurrent attempts to spend a balance, one succeeds', async () => {
  const me = userAccount(await userWith(1_000n))
  const spend = () => moving('withdraw-reserve', [me, -1_000n], ['inflight', 1_000n])
  const results = await Promise.allSettled(Array.from({ length: 20 }, spend))
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') assert.ok(result.reason instanceof InsufficientFunds)
})

test('several transfers in one call are posted in order, and earlier ones are found', async () => {
  const [from, to] = [userAccount(await userWith(100n)), userAccount(newId())]
  const first = transfer('internal-payment', [
    [from, -100n],
    [to, 100n],
  ])
  const back = transfer('internal-payment', [
    [to, -60n],
    [from, 60n],
  ])
  const all = () => database.transaction((tx) => postAll(tx, [first, back, first]))
  const posted = await all()
  assert.deepEqual(
    posted.map(({ isNew }) => isNew),
    [true, true, false],
  )
  assert.equal(posted[0]!.txId, posted[2]!.txId)
  assert.deepEqual(await readAll(from, to), [60n, 40n])
  assert.ok((await all()).every(({ isNew }) => !isNew))
  const entries = await readTransfer(database.read, back.idem)
  assert.deepEqual(
    entries.map(({ balanceAfterMsat }) => balanceAfterMsat),
    [40n, 60n],
  )
})

test('of several transfers in one call, none is posted if one is not covered', async () => {
  const [from, to] = [userAccount(await userWith(100n)), userAccount(newId())]
  const pays = (amountMsat: bigint) =>
    transfer('internal-payment', [
      [from, -amountMsat],
      [to, amountMsat],
    ])
  await assert.rejects(
    database.transaction((tx) => postAll(tx, [pays(60n), pays(60n)])),
    InsufficientFunds,
  )
  assert.deepEqual(await readAll(from, to), [100n, 0n])
})

test('balances of several users are read and locked together; unknown users have 0', async () => {
  const [rich, poor] = [await userWith(7n), newId()]
  const balances = await database.transaction((tx) => lockUserBalances(tx, [poor, rich, rich]))
  assert.deepEqual([balances.size, balances.get(poor), balances.get(rich)], [2, 0n, 7n])
})

test('history cannot be changed, neither by the serving role nor by the owner', async () => {
  await userWith(1n)
  const changes = [
    'update tx set meta = null',
    'delete from tx',
    'truncate tx',
    'update entry set amount = 1',
    'delete from entry',
    'truncate entry',
  ]
  const owner = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 1 })
  try {
    for (const change of changes) {
      await assert.rejects(database.pool.query(change), (error) => sqlState(error) === '42501', change)
      await assert.rejects(owner.pool.query(change), (error) => sqlState(error) === 'PL005', change)
    }
    await assert.rejects(database.pool.query('delete from account'), (error) => sqlState(error) === 'PL005')
  } finally {
    await owner.close()
  }
})

test('a balance below zero is refused by the table itself', async () => {
  const me = userAccount(await userWith(5n))
  const change = `update account set balance = -1 where owner = '${me.userId}'`
  await assert.rejects(database.pool.query(change), (error) => sqlState(error) === '23514')
})

test('statements are returned newest first, from a cursor on, of all kinds or some', async () => {
  const me = userAccount(await userWith(1_000n))
  for (let index = 1n; index <= 5n; index++) {
    await moving('content-payment', [me, -10n * index], [userAccount(newId()), 10n * index])
    await moving('address-receipt', ['lightning', -index], [me, index])
  }
  const all = await readEntries(database.read, me, { limit: 100 })
  const amounts = (entries: typeof all) => entries.map((entry) => Number(entry.amountMsat))
  assert.deepEqual(amounts(all), [5, -50, 4, -40, 3, -30, 2, -20, 1, -10, 1_000])
  assert.deepEqual(amounts(await readEntries(database.read, me, { before: all[3]!, limit: 2 })), [3, -30])
  const kinds = ['zap-sent', 'deposit'] as const
  const sent = await readEntries(database.read, me, { kinds, limit: 4 })
  assert.deepEqual(amounts(sent), [-50, -40, -30, -20])
  const rest = await readEntries(database.read, me, { kinds, before: sent[2]!, limit: 4 })
  assert.deepEqual(amounts(rest), [-20, -10, 1_000])
  const sumAfter = async (kinds: readonly EntryKind[], { txId }: EntryPlace) =>
    (await sumEntriesAfter(database.read, me, kinds, txId)).sumMsat
  assert.equal(await sumAfter(['zap', 'zap-sent'], all.at(-1)!), -135n)
  assert.equal(await sumAfter(['zap'], all[1]!), 5n)
  assert.equal(await sumAfter(['zap'], all[0]!), 0n)
  assert.throws(() => readEntries(database.read, me, { limit: 101 }), RangeError)
  assert.equal(
    all.reduce((sum, entry) => sum + entry.amountMsat, 0n),
    await readBalance(database.read, me),
  )
})

test('the reference and the time of a transfer are stored', async () => {
  const ref = { type: 'invoice', id: newId() }
  const occurredAt = new Date('2026-02-03T04:05:06.789Z')
  const next = transfer('deposit', [
    ['lightning', -5n],
    [userAccount(newId()), 5n],
  ])
  await posting({ ...next, ref, occurredAt, meta: { note: 'ä"\\' } })
  const [entry] = await readTransfer(database.read, next.idem)
  assert.deepEqual(
    [entry?.refType, entry?.refId, entry?.occurredAt, entry?.meta],
    ['invoice', ref.id, occurredAt, { note: 'ä"\\' }],
  )
})
