/** Which reads a page shares, and which always query the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from './database.ts'
import { readShared, sharingReads } from './shared-reads.ts'

test('calls of one page share equal reads; other pages, transactions and work after the page query the database', async () => {
  const [pool, transaction] = [{} as Tx, {} as Tx]
  let reads = 0
  const read = async () => ++reads
  let later: () => Promise<number> = read
  const page = async () => {
    const both = await Promise.all([readShared(pool, 'a', read), readShared(pool, 'a', read)])
    const other = await readShared(pool, 'b', read)
    const inTransaction = await readShared(transaction, 'a', read)
    later = () => readShared(pool, 'a', read)
    return [...both, other, inTransaction]
  }
  assert.deepEqual(await sharingReads(page), [1, 1, 2, 3])
  assert.deepEqual(await sharingReads(page), [4, 4, 5, 6])
  assert.equal(await later(), 7)
  assert.equal(await readShared(pool, 'a', read), 8)
})

test('work that a page started and that continues after it queries the database', async () => {
  let reads = 0
  const read = async () => ++reads
  const complete = Promise.withResolvers<void>()
  const pool = {} as Tx
  const { afterwards } = await sharingReads(async () => {
    await readShared(pool, 'a', read)
    return { afterwards: complete.promise.then(() => readShared(pool, 'a', read)) }
  })
  complete.resolve()
  assert.equal(await afterwards, 2)
})
