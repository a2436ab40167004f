/** Batches: no delay to fill one, first in first out, and failures stay with their own item. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatches } from './batches.ts'
import { type Outcome, runTogether } from './together.ts'
import { AppError } from '#server/platform/errors.ts'

/** Work that is held until it is released, and records its input. */
function heldWork() {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const work = async (items: readonly number[]): Promise<Outcome<string>[]> => {
    batches.push([...items])
    await new Promise<void>((resolve) => gates.push(resolve))
    return items.map((item) => (item < 0 ? { error: new Error(`no ${item}`) } : { result: `did ${item}` }))
  }
  return { batches, work, letGo: () => gates.shift()?.() }
}

test('a single request starts immediately, and those that arrive meanwhile form a batch, first in first out', async () => {
  const { batches, work, letGo } = heldWork()
  const request = createBatches({ work, sizeMax: 3, laneCount: 1, waitingMax: 10 })
  const responses = [1, 2, 3, 4, 5].map((item) => request(item))
  assert.deepEqual(batches, [[1]])
  for (let count = 0; count < 3; count++) {
    letGo()
    await turn()
  }
  assert.deepEqual(await Promise.all(responses), ['did 1', 'did 2', 'did 3', 'did 4', 'did 5'])
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]])
})

test('there is one concurrent batch per lane', async () => {
  const { batches, work, letGo } = heldWork()
  const request = createBatches({ work, sizeMax: 2, laneCount: 2, waitingMax: 10 })
  const responses = [1, 2, 3, 4].map((item) => request(item))
  assert.deepEqual(batches, [[1], [2]])
  letGo()
  await turn()
  assert.deepEqual(batches, [[1], [2], [3, 4]])
  letGo()
  letGo()
  assert.equal((await Promise.all(responses)).length, 4)
})

test('each caller gets its own result or error', async () => {
  const { work, letGo } = heldWork()
  const request = createBatches({ work, sizeMax: 10, laneCount: 1, waitingMax: 10 })
  const all = Promise.allSettled([1, -2, 3].map((item) => request(item)))
  letGo()
  await turn()
  letGo()
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('when a batch fails, each item is processed alone, in order', async () => {
  const done: number[] = []
  const outcomes = await runTogether([1, 2, 3], async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('two is bad')
    done.push(...items)
    return items.map((item) => ({ result: item }))
  })
  assert.deepEqual(done, [1, 3])
  assert.deepEqual(
    outcomes.map((outcome) => ('error' in outcome ? String(outcome.error) : outcome.result)),
    [1, 'Error: two is bad', 3],
  )
})

test('a lane continues after a failure', async () => {
  const request = createBatches<number, number>({
    work: async (items) => {
      if (items.includes(1)) throw new Error('no')
      return items.map((item) => ({ result: item }))
    },
    sizeMax: 5,
    laneCount: 1,
    waitingMax: 5,
  })
  await assert.rejects(request(1), /no/)
  assert.equal(await request(2), 2)
})

test('requests beyond the waiting limit are refused with a retry time', async () => {
  const { work, letGo } = heldWork()
  const request = createBatches({ work, sizeMax: 5, laneCount: 1, waitingMax: 2 })
  const responses = [1, 2, 3].map((item) => request(item))
  await assert.rejects(request(4), (error) => error instanceof AppError && error.status === 503)
  letGo()
  await turn()
  letGo()
  assert.equal((await Promise.all(responses)).length, 3)
})
