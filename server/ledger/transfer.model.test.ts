/** Random sequences of transfers against a small in-memory model. LEDGER_RUNS sets the number of sequences (default
 * 25). A failure prints its seed and path. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { type AccountRef, userAccount } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { readBalance } from './balances.ts'
import { IdempotencyConflict, InsufficientFunds } from './errors.ts'
import { rollUpAppendOnly } from './rollup.ts'
import { type TransferKind } from './kinds.ts'
import { type NewTransfer, post, postAll, type Posted } from './transfer.ts'

const testDatabase = await createTestDatabase()
const database = connectDatabase(testDatabase)
after(async () => {
  await database.close()
  await testDatabase.drop()
})

const posting = (transfer: NewTransfer) => database.transaction((tx) => post(tx, transfer))

const USERS = ['ana', 'ben', 'cem', 'dia'] as const
type Name = (typeof USERS)[number] | 'lightning' | 'inflight' | 'platform_fee' | 'house' | 'suspense' | 'routing_fees'
const MAY_BE_NEGATIVE = new Set<Name>(['lightning', 'inflight', 'house', 'routing_fees'])
type Move = readonly [Name, bigint]

/** What the ledger should contain: balances by name, and every posted transfer. */
type Model = { balances: Map<Name, bigint>; posted: { transfer: NewTransfer; result: Posted }[] }
type Ledger = { accounts: Map<Name, AccountRef> }
type Command = fc.AsyncCommand<Model, Ledger>

const isCovered = (model: Model, moves: readonly Move[]) => {
  const debits = new Map<Name, bigint>()
  for (const [name, amount] of moves) if (amount < 0n) debits.set(name, (debits.get(name) ?? 0n) - amount)
  return [...debits].every(([name, debit]) => MAY_BE_NEGATIVE.has(name) || model.balances.get(name)! >= debit)
}

class Transfer implements Command {
  readonly kind: TransferKind
  readonly moves: readonly Move[]

  constructor(kind: TransferKind, moves: readonly Move[]) {
    this.kind = kind
    this.moves = moves
  }

  /** Only reserved money is ever settled. The payout states ensure this, not the ledger. */
  check = (model: Readonly<Model>) => {
    const held = this.moves.reduce((sum, [name, amount]) => (name === 'inflight' ? sum + amount : sum), 0n)
    return held >= 0n || model.balances.get('inflight')! >= -held
  }

  async run(model: Model, { accounts }: Ledger) {
    const legs = this.moves.map(([name, amountMsat]) => ({ account: accounts.get(name)!, amountMsat }))
    const transfer = { idem: newId(), kind: this.kind, legs }
    if (!isCovered(model, this.moves)) return assert.rejects(posting(transfer), InsufficientFunds)
    const result = await posting(transfer)
    assert.equal(result.isNew, true)
    model.posted.push({ transfer, result })
    for (const [name, amount] of this.moves) model.balances.set(name, model.balances.get(name)! + amount)
  }

  toString = () => `${this.kind} ${this.moves.map(([name, amount]) => `${name} ${amount}`).join(', ')}`
}

/** Posts an earlier transfer again, several times concurrently, or another transfer with its key. */
class Repeat implements Command {
  readonly pick: number
  readonly isChanged: boolean

  constructor(pick: number, isChanged: boolean) {
    this.pick = pick
    this.isChanged = isChanged
  }

  check = (model: Readonly<Model>) => model.posted.length > 0

  async run(model: Model) {
    const { transfer, result } = model.posted[this.pick % model.posted.length]!
    if (this.isChanged) {
      const legs = transfer.legs.map((leg) => ({ ...leg, amountMsat: leg.amountMsat * 2n }))
      return assert.rejects(posting({ ...transfer, legs }), IdempotencyConflict)
    }
    const responses = await Promise.all([posting(transfer), posting(transfer)])
    for (const response of responses) assert.deepEqual(response, { txId: result.txId, isNew: false })
  }

  toString = () => `repeat ${this.pick}${this.isChanged ? ' changed' : ''}`
}

/** Posts several transfers in one call, one of them twice: all in order, or none. */
class Together implements Command {
  readonly parts: readonly Transfer[]

  constructor(parts: readonly Transfer[]) {
    this.parts = parts
  }

  check = () => true

  async run(model: Model, { accounts }: Ledger) {
    const after: Model = { ...model, balances: new Map(model.balances) }
    let areCovered = true
    const transfers = this.parts.map(({ kind, moves }) => {
      areCovered &&= isCovered(after, moves)
      for (const [name, amount] of moves) after.balances.set(name, after.balances.get(name)! + amount)
      return {
        idem: newId(),
        kind,
        legs: moves.map(([name, amountMsat]) => ({ account: accounts.get(name)!, amountMsat })),
      }
    })
    const posting = database.transaction((tx) => postAll(tx, [...transfers, transfers[0]!]))
    if (!areCovered) return assert.rejects(posting, InsufficientFunds)
    const results = await posting
    assert.deepEqual(results.pop(), { txId: results[0]!.txId, isNew: false })
    for (const [index, result] of results.entries()) {
      assert.equal(result.isNew, true)
      model.posted.push({ transfer: transfers[index]!, result })
    }
    model.balances = after.balances
  }

  toString = () => `together ${this.parts.join(' + ')}`
}

class RollUp implements Command {
  check = () => true
  async run() {
    await database.transaction(rollUpAppendOnly)
  }
  toString = () => 'roll up'
}

class ReadAll implements Command {
  check = () => true
  async run(model: Model, { accounts }: Ledger) {
    for (const [name, balance] of model.balances) {
      assert.equal(await readBalance(database.read, accounts.get(name)!), balance, name)
    }
  }
  toString = () => 'read all'
}

const user = fc.constantFrom(...USERS)
const amountMsat = fc.bigInt(1n, 5_000n)
const payees = fc.array(fc.tuple(user, amountMsat), { minLength: 1, maxLength: 4 })

/** A user pays several users, possibly themselves, and a fee. */
const payment = (from: fc.Arbitrary<Name>) =>
  fc.tuple(from, payees, fc.bigInt(0n, 500n)).map(([payer, shares, feeMsat]) => {
    const totalMsat = shares.reduce((sum, [, amount]) => sum + amount, feeMsat)
    return new Transfer('content-payment', [...shares, ['platform_fee', feeMsat], [payer, -totalMsat]])
  })
const simple = (kind: TransferKind, from: fc.Arbitrary<Name>, to: fc.Arbitrary<Name>) =>
  fc.tuple(from, to, amountMsat).map(([debit, credit, amount]) => {
    return new Transfer(kind, [
      [debit, -amount],
      [credit, amount],
    ])
  })
const settlement = fc.tuple(user, amountMsat, fc.bigInt(0n, 100n)).map(([payee, amount, feeMsat]) => {
  const moves: Move[] = [
    ['inflight', -amount - feeMsat - 1n],
    ['lightning', amount],
    ['routing_fees', feeMsat],
    [payee, 1n],
  ]
  return new Transfer('withdraw-settle', moves)
})

const only = <Value extends Name>(name: Value) => fc.constant(name)
const commands = [
  simple('deposit', only('lightning'), user),
  payment(user),
  payment(only('lightning')),
  simple('internal-payment', user, user),
  simple('withdraw-reserve', user, only('inflight')),
  simple('withdraw-reserve', only('platform_fee'), only('inflight')),
  simple('forward-reserve', only('house'), only('inflight')),
  simple('correction', only('suspense'), user),
  simple('suspense', only('lightning'), only('suspense')),
  settlement,
  fc
    .array(fc.oneof(payment(user), payment(only('lightning')), simple('internal-payment', user, user)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => new Together(parts)),
  fc.tuple(fc.nat(50), fc.boolean()).map(([pick, isChanged]) => new Repeat(pick, isChanged)),
  fc.constant(new RollUp()),
  fc.constant(new ReadAll()),
]

const PLATFORM: readonly Name[] = ['lightning', 'inflight', 'platform_fee', 'house', 'suspense', 'routing_fees']

async function start(): Promise<{ model: Model; real: Ledger }> {
  const accounts = new Map<Name, AccountRef>(USERS.map((name) => [name, userAccount(newId())]))
  const balances = new Map<Name, bigint>(USERS.map((name) => [name, 0n]))
  for (const name of PLATFORM) {
    accounts.set(name, name as AccountRef)
    balances.set(name, await readBalance(database.read, name as AccountRef))
  }
  return { model: { balances, posted: [] }, real: { accounts } }
}

test('no sequence of transfers creates, loses or overdraws money', async () => {
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: '+1' }), async (sequence) => {
    const { model, real } = await start()
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    await new ReadAll().run(model, real)
  })
  await fc.assert(property, { numRuns: Number(process.env['LEDGER_RUNS'] ?? 25) })
  const { isSound, entryCount } = await auditLedger(database.read)
  assert.ok(isSound && entryCount > 0)
  await replay()
})

type Line = { code: string; amount: bigint; balance_after: bigint | null; overdraft: boolean; tx_id: string }

/** All entries from zero sum to the balances, every entry of a user's account has its running balance, and none is
 * below zero. */
async function replay(): Promise<void> {
  const { rows } = await database.pool.query<Line>(
    `select code, amount, balance_after, overdraft, tx_id from entry join account on account.id = account_id
     order by tx_id, seq`,
  )
  const balances = new Map<string, bigint>()
  const sums = new Map<string, bigint>()
  for (const line of rows) {
    const balance = (balances.get(line.code) ?? 0n) + line.amount
    balances.set(line.code, balance)
    sums.set(line.tx_id, (sums.get(line.tx_id) ?? 0n) + line.amount)
    if (line.balance_after !== null) assert.equal(line.balance_after, balance)
    if (!line.overdraft) assert.ok(balance >= 0n, line.code)
  }
  for (const sum of sums.values()) assert.equal(sum, 0n)
  const stored = await database.pool.query<{ code: string; balance: bigint }>(
    'select code, account_balance(id) as balance from account',
  )
  for (const { code, balance } of stored.rows) assert.equal(balance, balances.get(code) ?? 0n, code)
}
