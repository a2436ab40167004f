/** Refused requests: their headers, the envelope while the server stops, and log lines without secrets. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { withdraw } from '#contract/payments/payments.ts'
import { fillBalance, createTestUser, until } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld } from '../world.ts'

test('a stopping server refuses with the usual envelope, and says when to retry', async () => {
  const world = await createTestWorld()
  const port = Number(new URL(world.origin).port)
  let text = ''
  const socket = net.connect(port, '127.0.0.1').on('data', (chunk) => (text += String(chunk)))
  // A connection with an incomplete request is not idle, so it is still open when the stop begins.
  socket.write('GET /v1/settings HTTP/1.1\r\nHost: x\r\n')
  await until(() => socket.bytesWritten > 0 && socket.readyState === 'open')
  await fetch(`${world.origin}/livez`)
  const stopped = world.app.stop()
  await until(() => isRefused(port))
  socket.write('\r\n')
  await until(() => text.includes('}'))
  await stopped
  const [head = '', body = ''] = text.split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 503 /)
  assert.match(head, /\r\nretry-after: 5\b/i)
  assert.match(head, /\r\nconnection: close/i)
  const { success, code, error } = JSON.parse(body) as Record<string, unknown>
  assert.deepEqual([success, code, typeof error], [false, 'unavailable', 'string'])
  await world[Symbol.asyncDispose]()
})

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}

test('an intended refusal has no stack in the log, and no line contains a query string', async () => {
  await using world = await createTestWorld()
  const user = await createTestUser(world)
  await fillBalance(world, user, 50_000)
  const format = await fetch(`${world.origin}/oembed?url=https://peal.example/track/1&format=xml&token=peal-query`)
  assert.equal(format.status, 501)
  await world.world.database.pool.query('UPDATE audit_state SET halted_at = now()')
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  const { status, code: halted } = await refusalOf(user.call(withdraw, { body: { invoice } }))
  assert.deepEqual([status, halted], [503, 'withdrawals-halted'])
  await world.world.database.pool.query('UPDATE audit_state SET halted_at = NULL')
  const refused = world.logLines().filter((line) => line.includes('"request-'))
  assert.deepEqual(
    refused.map((line) => {
      const { level, event, code, error } = JSON.parse(line) as Record<string, unknown>
      return [level, event, code, error]
    }),
    [
      ['info', 'request-refused', 'format-not-offered', undefined],
      ['info', 'request-refused', 'withdrawals-halted', undefined],
    ],
  )
  assert.deepEqual(
    world.logLines().filter((line) => line.includes('peal-query')),
    [],
  )
})

test('pages and files state which device features they may use', async () => {
  await using world = await createTestWorld({ pages: true })
  const policy = (await fetch(world.origin)).headers.get('permissions-policy') ?? ''
  for (const part of ['camera=(self)', 'geolocation=()', 'microphone=()', 'payment=()', 'usb=()']) {
    assert.ok(policy.includes(part), part)
  }
})
