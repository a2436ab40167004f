/** Jobs repeat, survive their failures, are listed when they keep failing, and end with the server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createTestDatabase } from '#tests/test-database.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { listFailingJobs } from './failures.ts'
import { NOT_DUE, startJobs } from './jobs.ts'

const HOUR_MS = 3_600_000
const silent = { warn: () => undefined }
const own = await createTestDatabase()
const database = connectDatabase({ url: own.url, role: own.role })
const deps = { database, clock: systemClock, log: silent }

after(async () => {
  await database.close()
  await own.drop()
})

test('a job runs repeatedly, also after a failure, and the log names the failed job', async () => {
  const told: unknown[] = []
  let rounds = 0
  const enough = Promise.withResolvers<void>()
  const jobs = startJobs({ ...deps, log: { warn: (...line: unknown[]) => told.push(line) } }, [
    {
      name: 'sweeping',
      pauseMs: 1,
      work: async () => {
        rounds++
        if (rounds === 1) throw new Error('no broom')
        if (rounds === 3) enough.resolve()
      },
    },
  ])
  await enough.promise
  await jobs.stop()
  assert.deepEqual(told, [['job-failed', { name: 'sweeping', error: new Error('no broom') }]])
})

test('a job that fails twice in a row counts as failing, across servers and restarts, until a round succeeds', async () => {
  let state: 'works' | 'fails' | 'not due' = 'not due'
  const work = async () => {
    if (state === 'fails') throw new Error('no paper')
    return state === 'not due' ? NOT_DUE : undefined
  }
  const start = () => startJobs(deps, [{ name: 'billing', pauseMs: HOUR_MS, work }])
  const failing = async () => (await listFailingJobs(database.read)).map(({ name, failures }) => `${name} ${failures}`)
  const one = start()
  const other = start()
  try {
    state = 'fails'
    assert.deepEqual(await one.runAll(), ['billing'])
    assert.deepEqual(await failing(), [])
    await other.runAll()
    assert.deepEqual(await failing(), ['billing 2'])
    state = 'not due'
    await one.runAll()
    assert.deepEqual(await failing(), ['billing 2'])
    assert.equal((await listFailingJobs(database.read))[0]?.error, 'no paper')
    state = 'works'
    await other.runAll()
    assert.deepEqual(await failing(), [])
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})

test('one job does not wait for another', async () => {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const jobs = startJobs(deps, [
    { name: 'slow', pauseMs: 1, work: () => released.promise },
    { name: 'quick', pauseMs: 1, work: async () => started.resolve() },
  ])
  await started.promise
  released.resolve()
  await jobs.stop()
})

test('stopping ends the pause immediately, aborts the running round, and waits for it', async () => {
  const started = Promise.withResolvers<void>()
  let isDone = false
  const jobs = startJobs(deps, [
    { name: 'resting', pauseMs: HOUR_MS, work: async () => undefined },
    {
      name: 'working',
      pauseMs: HOUR_MS,
      work: async (stopping) => {
        started.resolve()
        await once(stopping, 'abort')
        await new Promise((resolve) => setTimeout(resolve, 5))
        isDone = true
      },
    },
  ])
  await started.promise
  await jobs.stop()
  assert.ok(isDone)
})
