/** Two concurrent processes: the same transfers are posted once, and one balance is spent once. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { userAccount } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { readUserBalance } from './balances.ts'
import { readTransfer } from './statement.ts'
import { post } from './transfer.ts'
import type { RaceResult, RaceTask } from './transfer.race.ts'

const SCRIPT = fileURLToPath(new URL('./transfer.race.ts', import.meta.url))
const DEPOSIT_COUNT = 150
const SPEND_COUNT = 30
const START_MSAT = 10_000n

test('two processes with the same transfers: each is posted once, and the balance is spent once', async () => {
  await using testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase)
  const userId = newId()
  const legs = [
    { account: 'lightning', amountMsat: -START_MSAT },
    { account: userAccount(userId), amountMsat: START_MSAT },
  ] as const
  await database.transaction((tx) => post(tx, { idem: newId(), kind: 'deposit', legs }))

  const idems = Array.from({ length: DEPOSIT_COUNT }, () => newId())
  const task = { url: testDatabase.url, role: testDatabase.role, userId, idems, balanceMsat: String(START_MSAT) }
  const spends = () => Array.from({ length: SPEND_COUNT }, () => newId())
  const children = [startChild({ ...task, spends: spends() }), startChild({ ...task, spends: spends() })]
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  for (const child of children) child.stdin.end('go\n')
  const results = await Promise.all(children.map(async (child) => JSON.parse(await text(child.stdout)) as RaceResult))

  assert.deepEqual(results.flatMap((result) => result.newIdems).sort(), idems.toSorted())
  assert.equal(results.flatMap((result) => result.spentIdems).length, 1)
  assert.equal(await readUserBalance(database.read, userId), BigInt(DEPOSIT_COUNT))
  assert.equal((await readTransfer(database.read, idems[0]!)).length, 2)
  assert.equal((await auditLedger(database.read)).isSound, true)
  await database.close()
})

function startChild(task: RaceTask) {
  return spawn(process.execPath, [SCRIPT, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] })
}
