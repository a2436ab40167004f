/** Posts the tables of docs/ledger.md in order and compares each balance with the page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import type { AccountRef, PersonalAccount, PlatformAccount } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { openAccount, readBalance } from './balances.ts'
import { readTransfer } from './statement.ts'
import { type TransferKind } from './kinds.ts'
import { listOwed, sumOwedByOthers } from './owed.ts'
import { post } from './transfer.ts'

type Row = { account: string; line: string; amountMsat: bigint; afterMsat: bigint }
type Example = { transfers: { kind: TransferKind; rows: Row[] }[]; ending: { account: string; balanceMsat: bigint }[] }

const userIds = new Map<string, string>()

function accountNamed(name: string): AccountRef {
  const [kind, user] = name.split(':')
  if (user === undefined) return name as PlatformAccount
  if (!userIds.has(user)) userIds.set(user, newId())
  const id = userIds.get(user)!
  if (kind === 'waiting') return { kind, versionId: id, position: 1 }
  return kind === 'promo' || kind === 'event' || kind === 'outside' || kind === 'boost'
    ? { kind, id }
    : ({ kind, userId: id } as PersonalAccount)
}

const msat = (cell: string) => BigInt(cell.replaceAll(' ', '').replace('−', '-') || '0')

function readExample(): Example {
  const example: Example = { transfers: [], ending: [] }
  for (const line of readFileSync(new URL('../../docs/ledger.md', import.meta.url), 'utf8').split('\n')) {
    const kind = /^`([a-z-]+)`$/.exec(line)?.[1]
    if (kind !== undefined) example.transfers.push({ kind: kind as TransferKind, rows: [] })
    const cells = line.split('|').map((cell) => cell.trim())
    if (!/^\|.*\| [−\d ]*\d \|$/.test(line)) continue
    const [, account = '', entryKind = '', out = '', into = '', afterwards = ''] = cells
    if (cells.length === 4) example.ending.push({ account, balanceMsat: msat(entryKind) })
    if (cells.length !== 7) continue
    const amountMsat = msat(into) - msat(out)
    example.transfers.at(-1)!.rows.push({ account, line: entryKind, amountMsat, afterMsat: msat(afterwards) })
  }
  return example
}

test('the example of docs/ledger.md has the documented results, table by table', async () => {
  await using testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase)
  const { transfers, ending } = readExample()
  assert.equal(transfers.length, 58)
  for (const [index, { kind, rows }] of transfers.entries()) {
    const name = `table ${index + 1}, ${kind}`
    const legs = rows.map(({ account, amountMsat }) => ({ account: accountNamed(account), amountMsat }))
    const idem = newId()
    await database.transaction(async (tx) => {
      for (const { account } of legs) {
        if (typeof account === 'object' && account.kind !== 'receivable') await openAccount(tx, account)
      }
      await post(tx, { idem, kind, legs })
    })
    const entries = await readTransfer(database.read, idem)
    assert.equal(entries.length, rows.length, name)
    for (const [place, entry] of entries.entries()) {
      const row = rows[place]!
      const afterMsat = entry.balanceAfterMsat ?? (await readBalance(database.read, accountNamed(row.account)))
      assert.deepEqual([entry.amountMsat, entry.kind, afterMsat], [row.amountMsat, row.line, row.afterMsat], name)
    }
  }
  assert.equal(ending.length, 29)
  for (const { account, balanceMsat } of ending) {
    assert.equal(await readBalance(database.read, accountNamed(account)), balanceMsat, account)
  }
  assert.equal(
    ending.reduce((sum, { balanceMsat }) => sum + balanceMsat, 0n),
    0n,
  )
  // "What is owed", below the tables.
  const owed = await listOwed(database.read, null, 100)
  const owedMsat = owed.reduce((sum, { balanceMsat }) => sum + balanceMsat, 0n)
  assert.deepEqual([owedMsat, await sumOwedByOthers(database.read)], [244_187n, 244_187n])
  assert.equal((await auditLedger(database.read)).isSound, true)
  await database.close()
})
