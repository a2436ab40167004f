/** Jobs are repeated, outlive their failures, and end with the server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { startJobs } from './jobs.ts'

const silent = { warn: () => undefined }

test('a job is done again and again, also after it has failed, and the log says which one did', async () => {
  const told: unknown[] = []
  let rounds = 0
  const enough = Promise.withResolvers<void>()
  const jobs = startJobs({ warn: (...line: unknown[]) => told.push(line) }, [
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

test('one job does not wait for another', async () => {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const jobs = startJobs(silent, [
    { name: 'slow', pauseMs: 1, work: () => released.promise },
    { name: 'quick', pauseMs: 1, work: async () => started.resolve() },
  ])
  await started.promise
  released.resolve()
  await jobs.stop()
})

test('stopping ends the pause at once, tells a round that is under way, and waits for it', async () => {
  const started = Promise.withResolvers<void>()
  let isDone = false
  const jobs = startJobs(silent, [
    { name: 'resting', pauseMs: 3_600_000, work: async () => undefined },
    {
      name: 'working',
      pauseMs: 3_600_000,
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
