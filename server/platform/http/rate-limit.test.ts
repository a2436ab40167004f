/** Counters against a real database: several in one call, returned, shared, and deleted with their window. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFileDatabase } from '#tests/file-database.ts'
import type { AppError } from '#server/platform/errors.ts'
import { countUse, countUses, returnUses } from './rate-limit.ts'

const AT = new Date('2030-01-01T00:00:10Z')
const perMinute = (max: number) => ({ max, windowSeconds: 60 })

const database = await openFileDatabase()

const outcome = (work: Promise<void>) =>
  work.then(() => 'counted').catch((error: AppError) => `${error.status} after ${error.retryAfterSeconds} s`)

test('uses beyond the limit are refused with the remaining seconds, and the next window starts from zero', async () => {
  const use = (at: Date) => outcome(countUse(database.read, 'a', perMinute(2), at))
  assert.deepEqual([await use(AT), await use(AT), await use(AT)], ['counted', 'counted', '429 after 50 s'])
  assert.equal(await use(new Date('2030-01-01T00:01:00Z')), 'counted')
  const { rows } = await database.pool.query(`SELECT count FROM rate_limit WHERE key = 'a'`)
  assert.deepEqual(rows, [{ count: 1 }])
})

test('of a hundred concurrent uses exactly the allowed number succeeds, in any order of their keys', async () => {
  const [one, other] = [
    { key: 'one', rate: perMinute(10) },
    { key: 'other', rate: { max: 50, windowSeconds: 3_600 } },
  ]
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      outcome(countUses(database.read, index % 2 === 0 ? [one, other] : [other, one], AT)),
    ),
  )
  assert.equal(all.filter((each) => each === 'counted').length, 10)
  assert.ok(all.includes('429 after 50 s') && all.includes('429 after 3590 s'))
})

test('returned uses can be used again, and no more than that', async () => {
  const use = { key: 'b', rate: perMinute(1) }
  await countUses(database.read, [use], AT)
  await returnUses(database.read, [use], AT)
  await returnUses(database.read, [use], AT)
  assert.equal(await outcome(countUses(database.read, [use], AT)), 'counted')
  assert.equal(await outcome(countUses(database.read, [use], AT)), '429 after 50 s')
})
