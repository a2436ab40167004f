/** A test world fails the file whose log holds a line that nobody expected, and only then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWatchedLog } from './watched-log.ts'

function exitCodeAfter(work: (watched: ReturnType<typeof createWatchedLog>) => void): unknown {
  const before = process.exitCode
  const watched = createWatchedLog(() => [], false)
  work(watched)
  watched.mustBeClean()
  const after = process.exitCode
  process.exitCode = before
  return after
}

test('a warn or error line that nobody expected fails the file; info and expected ones do not', () => {
  assert.equal(
    exitCodeAfter(({ log }) => log.warn('job-failed')),
    1,
  )
  assert.equal(
    exitCodeAfter(({ log, expect }) => {
      expect('node-away')
      log.error('request-failed')
    }),
    1,
  )
  assert.equal(
    exitCodeAfter(({ log, expect }) => {
      log.info('listening')
      log.warn('node-away')
      expect('node-away')
    }),
    undefined,
  )
})
