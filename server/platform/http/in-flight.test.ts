/** A closing server waits for the work of disconnected clients, but not forever. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { trackHandlers } from './server.ts'
import { createInFlight } from './in-flight.ts'

test('the work of a disconnected client is awaited', async () => {
  const inFlight = createInFlight()
  const app = fastify()
  trackHandlers(app, inFlight)
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isDone = false
  app.get('/slow', async () => {
    started.resolve()
    await released.promise
    isDone = true
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const visitor = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  visitor.write('GET /slow HTTP/1.1\r\nHost: here\r\n\r\n')
  await started.promise
  visitor.destroy()
  await once(visitor, 'close')
  await app.close()
  assert.equal(await inFlight.rest(1), false)
  const resting = inFlight.rest(60_000)
  released.resolve()
  assert.equal(await resting, true)
  assert.ok(isDone)
})

test('failed work counts as ended, and without work in progress there is no wait', async () => {
  const inFlight = createInFlight()
  assert.equal(await inFlight.rest(0), true)
  await assert.rejects(inFlight.track(Promise.reject(new Error('no'))))
  assert.equal(await inFlight.rest(60_000), true)
})
