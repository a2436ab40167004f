/** The published total: everything that is owed is in it, each user's proof verifies, and nobody gets the proof of another. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { getBalanceProof } from '#contract/payments/liabilities.ts'
import { verifyBalance } from '#protocols/liabilities/proof.ts'
import { verifyTotal } from '#protocols/liabilities/signed-total.ts'
import { TOTAL_KIND } from '#protocols/liabilities/total.ts'
import { type AccountRef, userAccount } from '#server/ledger/accounts.ts'
import { openAccount } from '#server/ledger/balances.ts'
import { postAll, type TransferLeg } from '#server/ledger/transfer.ts'
import { publishTotal } from '#server/liabilities/publish.ts'
import { newId } from '#server/platform/ids.ts'
import { connectRelay } from '../relay-client.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let users: TestUser[]

before(async () => {
  // Tests credit accounts without the rows that belong to a payment.
  world = await createTestWorld({ expectedLogs: ['job-failed', 'books-differ', 'books-right-again'] })
  users = []
  for (const msat of [1, 12_345_678, 5_000_000]) {
    const user = await createTestUser(world)
    await fillBalance(world, user, Math.max(msat, 1_000))
    users.push(user)
  }
})
after(() => world[Symbol.asyncDispose]())

const depsOf = () => {
  const { payments, nostr, publicUrl, secret } = world.world
  return { ...payments, ...nostr, publicUrl, secret }
}
const publish = () => publishTotal(depsOf())
const today = () => world.clock.now().toISOString().slice(0, 10)
/** The total of the next day. The server's own job may be publishing it already. */
async function publishNext() {
  world.clock.step(DAY_MS)
  await until(async () => (await publish()) || (await fetch(addressOf(today()))).ok)
  return readPublished()
}
const addressOf = (day?: string) =>
  `${world.origin}/.well-known/peal/liabilities${day === undefined ? '' : `?day=${day}`}`
const readPublished = async (day?: string) => verifyTotal(await (await fetch(addressOf(day))).json())
async function proofOf(user: TestUser, day?: string) {
  const proof = await user.call(getBalanceProof, { query: day === undefined ? {} : { day } })
  assert.ok(proof)
  return proof
}

/** Moves money from the node to these accounts. */
async function credit(...credits: [account: AccountRef, amountMsat: bigint][]): Promise<void> {
  const transfers = credits.map(([account, amountMsat]) => {
    const legs: TransferLeg[] = [
      { account, amountMsat },
      { account: 'lightning', amountMsat: -amountMsat },
    ]
    return { idem: newId(), kind: 'correction' as const, legs }
  })
  await world.world.database.transaction((tx) => postAll(tx, transfers))
}

test('the total is what the ledger owes, in every kind of account, and each proof verifies', async () => {
  const held = [
    { kind: 'promo', id: newId() },
    { kind: 'event', id: newId() },
    { kind: 'waiting', versionId: newId(), position: 1 },
    { kind: 'maturing', userId: users[0]!.userId },
  ] as const
  await world.world.database.transaction(async (tx) => {
    for (const account of held) await openAccount(tx, account)
  })
  const before = (await publishNext()).total.msatOwed
  await credit(...held.map((account): [AccountRef, bigint] => [account, 7_000n]))
  await credit(['suspense', 300n], ['inflight', 20n], ['purse', 1n])
  // The operator's own, and what users owe, is no part of it.
  await credit(['platform_fee', 9_000n], ['house', 900n], [{ kind: 'receivable', userId: users[0]!.userId }, -50n])
  // Several blocks of leaves.
  for (let round = 0; round < 5; round++) {
    await credit(...Array.from({ length: 100 }, (): [AccountRef, bigint] => [userAccount(newId()), 1_000n]))
  }
  const { total, event } = await publishNext()
  assert.equal(total.msatOwed, before + 4 * 7_000 + 321 + 500 * 1_000)
  assert.equal(total.msatSpendable, Number((await world.node.balance()).spendableMsat))
  assert.equal(total.nodePubkey, world.world.payments.nodePubkey)
  assert.equal(event.pubkey, world.world.nostr.key.pubkey)
  assert.ok(total.depth > 10, 'there is more than one block')
  for (const user of users) {
    const proven = verifyBalance(await proofOf(user))
    assert.equal(proven.account, `user:${user.userId}`)
    assert.equal(proven.msatBalance, await user.balance())
    assert.equal(proven.event.id, event.id)
  }
})

test('a proof stays the same when the balance changes, and those of a week can be fetched', async () => {
  const [user] = users
  const { total } = await publishNext()
  const first = await proofOf(user!, total.day)
  await fillBalance(world, user!, 2_000_000)
  await publishNext()
  assert.deepEqual(await proofOf(user!, total.day), first)
  assert.notDeepEqual(await proofOf(user!), first)
  world.clock.step(5 * DAY_MS)
  await publishNext()
  assert.deepEqual(await refusalOf(proofOf(user!, total.day)), { status: 404, code: 'not-found' })
  assert.deepEqual((await readPublished(total.day)).total, total)
})

test('a day has one total, also when two servers begin concurrently; it is on the relay', async () => {
  world.clock.step(DAY_MS)
  await Promise.all([publish(), publish(), publish()])
  await until(async () => (await fetch(addressOf(today()))).ok)
  assert.equal(await publish(), false)
  const { total, event } = await readPublished(today())
  const relay = await connectRelay(world.origin)
  const found = await relay.list({ kinds: [TOTAL_KIND], '#d': [`peal-liabilities:${total.day}`] })
  relay.close()
  assert.deepEqual(found, [event])
})

test('nothing is signed while the ledger does not agree with itself, the books are unchecked or the node does not respond', async () => {
  const { database } = world.world
  const shift = (msat: number) =>
    database.pool.query(`UPDATE account SET balance = balance + $1 WHERE code = 'user:' || $2`, [
      msat,
      users[0]!.userId,
    ])
  await shift(1)
  world.clock.step(DAY_MS)
  await assert.rejects(publish(), /but the ledger owes/)
  assert.equal((await fetch(addressOf(today()))).status, 404)
  const unchecked = database.transaction(async (tx) => {
    await sql`UPDATE audit_state SET checked_database = 'restored'`.execute(tx)
    assert.equal(await publishTotal({ ...depsOf(), database: { ...database, read: tx } }), false)
    throw new Error('Undo')
  })
  await assert.rejects(unchecked, /^Error: Undo$/)
  const node = { balance: () => Promise.reject(new Error('Not now')) }
  assert.equal(await publishTotal({ ...depsOf(), node }), false)
  await shift(-1)
  await until(async () => (await publish()) || (await fetch(addressOf(today()))).ok)
})

test('everybody reads the total, and only the owner the proof of a balance; a new user has none', async () => {
  assert.deepEqual(await refusalOf(world.call(getBalanceProof, { query: {} })), { status: 401, code: 'unauthorized' })
  const newcomer = await createTestUser(world)
  assert.deepEqual((await proofOf(newcomer)).chunks, [])
  assert.deepEqual(await refusalOf(proofOf(users[0]!, '2020-01-01')), { status: 404, code: 'not-found' })
  assert.equal((await refusalOf(proofOf(users[0]!, 'yesterday'))).status, 400)
  assert.equal((await fetch(addressOf('yesterday'))).status, 400)
  assert.equal((await fetch(addressOf('2020-01-01'))).status, 404)
  assert.equal((await fetch(addressOf())).headers.get('access-control-allow-origin'), '*')
})

test('after an account is deleted, nothing in past trees names it, and the other proofs still verify', async () => {
  const leaver = await createTestUser(world)
  await fillBalance(world, leaver, 1_000)
  await publishNext()
  verifyBalance(await proofOf(leaver))
  await credit([userAccount(leaver.userId), -999n])
  await world.world.database.pool.query(
    `INSERT INTO statement_line (id, user_id, type, payment_id, amount_msat, change_msat, created_at)
     VALUES ($1, $2, 'Withdraw', $1, 999, -999, now())`,
    [newId(), leaver.userId],
  )
  await leaver.prove(deleteAccount, { body: { confirm: leaver.name, forfeitMsat: 1 } })
  const { rows } = await world.world.database.pool.query('SELECT 1 FROM counted_balance WHERE user_id = $1', [
    leaver.userId,
  ])
  assert.equal(rows.length, 0)
  for (const user of users) verifyBalance(await proofOf(user))
})

test('the command verifies a saved file, alone and against the server', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-proof-'))
  const run = (proof: unknown, ...more: string[]) => {
    const file = path.join(folder, 'proof.json')
    fs.writeFileSync(file, JSON.stringify(proof))
    const script = fileURLToPath(new URL('../../scripts/verify-liabilities.ts', import.meta.url))
    return new Promise<string>((resolve) => {
      const child = execFile(process.execPath, [script, file, ...more], (_error, stdout, stderr) =>
        resolve(`${child.exitCode} ${stdout}${stderr}`),
      )
    })
  }
  await publishNext()
  const proof = await proofOf(users[1]!)
  const amount = await users[1]!.balance()
  assert.match(await run(proof), new RegExp(`^0 Correct: ${amount} msat of user:${users[1]!.userId} `))
  assert.match(await run(proof, world.origin), /^0 Correct[^]*publishes the same total/)
  const [first, ...others] = proof.chunks
  const lower = { ...proof, chunks: [{ ...first!, msatAmount: first!.msatAmount - 1 }, ...others] }
  assert.match(await run(lower), /^1 WRONG: A part of the balance is not in the signed total\.\n$/)
  assert.match(await run('no proof'), /^1 WRONG: This is not a proof of a balance\.\n$/)
  assert.match(await run(proof, 'http://127.0.0.1:1'), /^1 Not verified: /)
  fs.rmSync(folder, { recursive: true })
})
