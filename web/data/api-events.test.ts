/** Reading server-sent events: split into chunks, with heartbeats between them, and after a reconnect. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchAccount } from '#contract/payments/payments.ts'
import { createEventDecoder, followEvents } from './api-events.ts'

const EVENT = { kind: 'balance', msatBalance: 1_000, paymentId: null, state: null }

function streamOf(...chunks: string[]): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
        controller.close()
      },
    }),
  )
}

test('events are complete however they were split, and heartbeats are not events', () => {
  const decode = createEventDecoder()
  assert.deepEqual(decode(':\n\ndata: {"a"'), [])
  assert.deepEqual(decode(':1}\n\ndata: 2\n'), [{ a: 1 }])
  assert.deepEqual(decode('\n'), [2])
  assert.deepEqual(decode('event: x\r\ndata: [1,\r\ndata: 2]\r\n\r\n'), [[1, 2]])
})

test('the token is sent in a header, and the stream reconnects when it ends', async () => {
  const stop = new AbortController()
  const seen: unknown[] = []
  const tokens: (string | null)[] = []
  const addresses: string[] = []
  await followEvents(
    watchAccount,
    {},
    {
      signal: stop.signal,
      readToken: () => 'secret',
      onEvent: (event) => {
        seen.push(event)
        if (seen.length === 2) stop.abort()
      },
      fetchStream: async (address, init) => {
        addresses.push(address instanceof Request ? address.url : address.toString())
        tokens.push(new Headers(init?.headers).get('authorization'))
        return streamOf(`:\n\ndata: ${JSON.stringify(EVENT)}\n\n`)
      },
    },
  )
  assert.deepEqual(seen, [EVENT, EVENT])
  assert.deepEqual(tokens, ['Bearer secret', 'Bearer secret'])
  assert.deepEqual(addresses, ['/v1/events', '/v1/events'])
})

test('a refusal is reported once and not retried', async () => {
  const refusals: number[] = []
  let calls = 0
  await followEvents(
    watchAccount,
    {},
    {
      signal: new AbortController().signal,
      onEvent: () => assert.fail('no event'),
      onRefused: (status) => refusals.push(status),
      fetchStream: async () => {
        calls++
        return new Response('{}', { status: 401 })
      },
    },
  )
  assert.deepEqual([calls, refusals], [1, [401]])
})
