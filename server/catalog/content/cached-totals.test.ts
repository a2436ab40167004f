/** Counts are cached for half a minute, computed once for concurrent callers, and nobody waits
 * while an older one is usable. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '#server/catalog/catalog.ts'
import { clearCachedTotals, cachedTotal } from './cached-totals.ts'

function openCounting() {
  let nowMs = 0
  const database = {} as Catalog['database']
  const catalog = { database, clock: { now: () => new Date(nowMs) } }
  const counts: PromiseWithResolvers<number>[] = []
  const ask = () =>
    cachedTotal(catalog, 'things', () => {
      const count = Promise.withResolvers<number>()
      counts.push(count)
      return count.promise
    })
  return { catalog, counts, ask, step: (ms: number) => (nowMs += ms) }
}

test('concurrent requests cause one count, which is cached for half a minute', async () => {
  const { counts, ask, step } = openCounting()
  const asked = [ask(), ask()]
  counts[0]!.resolve(3)
  assert.deepEqual(await Promise.all(asked), [3, 3])
  step(29_999)
  assert.equal(await ask(), 3)
  assert.equal(counts.length, 1)
})

test('after that, the old count is returned while a new one is computed', async () => {
  const { counts, ask, step } = openCounting()
  const first = ask()
  counts[0]!.resolve(3)
  await first
  step(30_000)
  assert.deepEqual([await ask(), await ask()], [3, 3])
  assert.equal(counts.length, 2)
  counts[1]!.resolve(4)
  await counts[1]!.promise
  await Promise.resolve()
  assert.equal(await ask(), 4)
  step(300_000)
  const late = ask()
  counts[2]!.resolve(5)
  assert.equal(await late, 5)
})

test('a failed count is repeated, and a cleared count is not returned', async () => {
  const { catalog, counts, ask } = openCounting()
  const failing = ask()
  counts[0]!.reject(new Error('no'))
  await assert.rejects(failing)
  const counted = ask()
  counts[1]!.resolve(1)
  assert.equal(await counted, 1)
  clearCachedTotals(catalog)
  const anew = ask()
  counts[2]!.resolve(2)
  assert.equal(await anew, 2)
})
