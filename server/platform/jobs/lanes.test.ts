/** Work in lanes: how much runs at the same time, and what ends a call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workInLanes } from './lanes.ts'

test('rows are worked on in order, at most as many at the same time as there are lanes, and at most so many in one call', async () => {
  const due = Array.from({ length: 30 }, (_, index) => index)
  const begun: number[] = []
  const running = new Set<number>()
  let most = 0
  const lanes = {
    laneCount: 4,
    max: 25,
    claim: async () => due.shift(),
    work: async (row: number) => {
      begun.push(row)
      most = Math.max(most, running.add(row).size)
      await new Promise(setImmediate)
      running.delete(row)
    },
  }
  assert.deepEqual([await workInLanes(lanes), most, due.length], [25, 4, 5])
  assert.deepEqual(
    begun,
    begun.toSorted((one, other) => one - other),
  )
  assert.deepEqual([await workInLanes(lanes), await workInLanes(lanes), due.length], [5, 0, 0])
  due.push(1)
  assert.equal(await workInLanes({ ...lanes, stopping: AbortSignal.abort() }), 0)
})

test('a round with nothing to do makes one claim', async () => {
  let claims = 0
  const claim = async () => void claims++
  assert.equal(await workInLanes({ laneCount: 8, max: 100, claim, work: async () => undefined }), 0)
  assert.equal(claims, 1)
})

test('one that hangs delays only its own lane', async () => {
  const due = ['hangs', 'a', 'b', 'c']
  const end = Promise.withResolvers<void>()
  const done: string[] = []
  const ended = workInLanes({
    laneCount: 2,
    max: 10,
    claim: async () => due.shift(),
    work: async (row) => {
      if (row === 'hangs') await end.promise
      done.push(row)
      if (row === 'c') end.resolve()
    },
  })
  assert.equal(await ended, 4)
  assert.deepEqual(done, ['a', 'b', 'c', 'hangs'])
})
