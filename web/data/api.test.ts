/** The typed client against a transport with scripted responses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { readLanguageWith, writeIn } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { describeFailure } from './failures.ts'
import { ApiError, createCall, fetchTransport, REQUEST_TIMEOUT_MS, urlOf, type Transport } from './api.ts'

const read = {
  method: 'GET',
  path: '/things/:id',
  access: 'public',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ deep: z.optional(z.string()) }),
  data: z.object({ name: z.string() }),
} as const satisfies Endpoint
const write = {
  method: 'POST',
  path: '/things',
  access: 'user',
  summary: '',
  body: z.object({ name: z.string() }),
  data: z.object({ id: z.string() }),
  fallback: 'Error making thing',
} as const satisfies Endpoint

function answering(status: number, json: unknown) {
  const seen: { path: string; init: RequestInit }[] = []
  const transport: Transport = async (path, init) => {
    seen.push({ path, init })
    return { status, json }
  }
  return { seen, transport }
}

test('a call returns the contents of data', async () => {
  const { transport, seen } = answering(200, { success: true, data: { name: 'bell' } })
  assert.deepEqual(await createCall(transport)(read, { params: { id: 'a/b' }, query: {} }), { name: 'bell' })
  assert.equal(seen[0]?.path, '/v1/things/a%2Fb')
})

test('a 2xx response with an error is a failure', async () => {
  const { transport } = answering(200, { error: 'No.', code: 'conflict' })
  await assert.rejects(
    createCall(transport)(read, { params: { id: 'a' }, query: {} }),
    (error) => error instanceof ApiError && error.code === 'conflict' && error.message === 'No.',
  )
})

test('a failure without a message gets the fallback of its call', async () => {
  const { transport } = answering(500, null)
  await assert.rejects(createCall(transport)(write, { body: { name: 'x' } }), /Error making thing/)
})

test('a failure without a message of the server is said in the language of the page', async () => {
  readLanguageWith(() => 'de')
  try {
    const saidBy = (transport: Transport) =>
      createCall(transport)(write, { body: { name: 'x' } }).catch(describeFailure)
    assert.equal(await saidBy(answering(502, null).transport), t('failure.unknown'))
    assert.notEqual(
      t('failure.unknown'),
      writeIn('en', () => t('failure.unknown')),
    )
    // Nothing listens on port 1.
    const closed: Transport = (_path, init) => fetchTransport('http://127.0.0.1:1/v1/things', init)
    assert.equal(await saidBy(closed), t('failure.offline'))
  } finally {
    readLanguageWith(() => 'en')
  }
})

test('a write has the token and a new Idempotency-Key, a read has no key', async () => {
  const { transport, seen } = answering(200, { data: {} })
  const call = createCall(transport, () => 'secret')
  await call(write, { body: { name: 'x' } })
  await call(write, { body: { name: 'x' } })
  await call(read, { params: { id: 'a' }, query: {} })
  const keys = seen.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key'])
  assert.deepEqual(seen[0] && new Headers(seen[0].init.headers).get('authorization'), 'Bearer secret')
  assert.notEqual(keys[0], keys[1])
  assert.equal(keys[2], undefined)
})

test('undefined values are left out of the query', () => {
  assert.equal(urlOf(read, { params: { id: '1' }, query: { deep: undefined } }), '/v1/things/1')
  assert.equal(urlOf(read, { params: { id: '1' }, query: { deep: 'true' } }), '/v1/things/1?deep=true')
})

test('a call waits longer for files, at least as long as 80 kbit/s need, or if its contract says so', async ({
  mock,
}) => {
  const limits = mock.method(AbortSignal, 'timeout').mock
  const limitOf = async (endpoint: Endpoint, body: object) => {
    await createCall(answering(200, { data: {} }).transport)(endpoint, { body })
    return Number(limits.calls.at(-1)?.arguments[0])
  }
  assert.equal(await limitOf(write, { name: 'x' }), REQUEST_TIMEOUT_MS)
  const form = { ...write, isForm: true } as const
  const artwork = new Blob([new Uint8Array(1_500_000)])
  const sendingMs = (1_500_000 * 8) / 80
  assert.ok((await limitOf(form, { name: 'x', artwork })) >= REQUEST_TIMEOUT_MS + sendingMs)
  assert.equal(await limitOf({ ...write, timeoutMs: 20_000 }, { name: 'x' }), 20_000)
})
