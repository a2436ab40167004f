/** A test world reports unexpected log lines, and only those. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWatchedLog } from './watched-log.ts'

test('unexpected warn and error lines are reported; info lines and expected ones are not', () => {
  const { log, expect, unexpected } = createWatchedLog(() => [], false)
  expect('node-away')
  log.info('listening')
  log.warn('node-away')
  log.error('invoice-feed-lost')
  expect('invoice-feed-lost')
  assert.deepEqual(unexpected(), [])
  log.warn('job-failed', { name: 'audit' })
  log.error('request-failed')
  assert.deepEqual(
    unexpected().map((line) => (JSON.parse(line) as { event: string }).event),
    ['job-failed', 'request-failed'],
  )
})
