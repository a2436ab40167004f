/** A demo catalogue that cannot be made. That it is made is tested by a whole server: tests/journeys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDemo } from '#contract/operator/demo.ts'
import { startHttpDouble } from '#tests/http-double.ts'
import { createTestWorld } from '#tests/world.ts'
import type { DemoPayments } from './demo-payments.ts'
import { makeDemo } from './demo.ts'

test('a demo catalogue has stopped when the seed fails, and when anything else does', async () => {
  await using world = await createTestWorld({
    lightning: 'sandbox',
    settings: { DEMO: 'on' },
    expectedLogs: ['demo-not-made'],
  })
  await using refusing = await startHttpDouble()
  refusing.answerWith(() => ({ status: 500, text: JSON.stringify({ error: 'internal', code: 'internal' }) }))
  // The state is read before and after a change.
  world.app.http.visitorResponses = null
  const { database, log, payments, sandbox } = world.world
  const broken = {
    get payments(): never {
      throw new Error('no payments')
    },
    sandbox: sandbox!,
  }
  const state = () => world.call(getDemo, {})
  const make = async (paying: DemoPayments) => {
    const lines: string[] = []
    const ending = new AbortController()
    const { signal } = ending
    const print = (line: string) => void lines.push(line)
    assert.equal(await makeDemo({ database, origin: refusing.url, log, print, signal, paying }), false)
    // The seed may still be there.
    ending.abort()
    assert.equal(lines.at(-1), 'The demo catalogue is not complete. The next start continues it.')
  }
  assert.deepEqual(await state(), { isMaking: true, isStopped: false })
  await make({ payments, sandbox: sandbox! })
  assert.deepEqual(await state(), { isMaking: false, isStopped: true })
  await database.pool.query('UPDATE demo SET stopped_at = NULL')
  await make(broken)
  assert.deepEqual(await state(), { isMaking: false, isStopped: true })
})
