/** Traces: what a collector gets for a zap, and that one that is down affects no request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { startHttpDouble } from '../http-double.ts'
import { createTestUser, fillBalance, until } from '../users.ts'
import { createTestWorld } from '../world.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

test('a request, its statements and its call of the node are one trace; a collector that fails disturbs nobody', async () => {
  await using collector = await startHttpDouble()
  collector.answerWith(() => ({ json: {} }))
  const world = await createTestWorld({
    settings: {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=four%20words,x-team=peal',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    expectedLogs: ['traces-not-sent'],
  })
  const spans = () =>
    collector.asked.flatMap(({ body }) =>
      (JSON.parse(body) as Sent).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
    )
  const textOf = ({ attributes }: Span, key: string) => attributes.find((one) => one.key === key)?.value.stringValue
  try {
    const mara = await createTestUser(world, { name: 'mara' })
    const { id } = await mara.call(createArtist, { body: { name: 'Mara Okafor' } })
    const listener = await createTestUser(world, { name: 'robin' })
    await fillBalance(world, listener, 100_000_000)
    await listener.call(send, { body: { contentId: id, msatAmount: 17_553_981, comment: 'for Mara alone' } })
    await mara.call(createInvoice, {
      body: { contentId: id, msatAmount: 21_337_451, comment: 'what only Mara may read' },
    })
    // Deliveries are traces of their own. Proxies continue a trace; a visitor without a proxy cannot.
    const traceId = 'c0ffee00'.repeat(4)
    const traceparent = `00-${traceId}-00000000000000aa-01`
    await fetch(`${world.origin}/v1/settings`, { headers: { traceparent, 'x-forwarded-for': '203.0.113.9' } })
    await fetch(`${world.origin}/v1/settings`, {
      headers: { traceparent: traceparent.replaceAll('c0ffee00', 'deadbeef') },
    })
    await until(
      async () =>
        spans().some((span) => span.traceId === traceId) && spans().some(({ name }) => name.startsWith('event ')),
    )
    const invoice = spans().find(({ name }) => name === 'POST /v1/invoices')
    assert.ok(invoice, [...new Set(spans().map(({ name }) => name))].join(', '))
    assert.equal(invoice.parentSpanId, undefined)
    const parts = spans().filter((span) => span.traceId === invoice.traceId)
    const names = parts.map(({ name }) => name)
    assert.ok(names.includes('node createInvoice') && names.includes('SQL INSERT'), `${names}`)
    assert.ok(parts.every((span) => span.spanId === invoice.spanId || span.parentSpanId !== undefined))
    assert.match(textOf(invoice, 'peal.request_id') ?? '', /^[0-9a-f]{16}$/)
    assert.ok(
      spans().some(({ name }) => name.startsWith('event ')),
      'deliveries are traces of their own',
    )
    assert.equal(
      spans().some((span) => span.traceId.startsWith('deadbeef')),
      false,
    )
    // What people write, their amounts and their tokens are values, and values are not recorded.
    const everything = collector.asked.map(({ body }) => body).join()
    for (const value of ['only Mara may read', 'for Mara alone', '21337451', '17553981', 'mara@', mara.token])
      assert.ok(!everything.includes(value), value)
    assert.equal(collector.asked[0]?.headers['api-key'], 'four words')

    collector.answerWith(() => ({ status: 400, text: 'no' }))
    await mara.call(createInvoice, { body: { contentId: id, msatAmount: 22_000 } })
    await until(async () => world.logLines().some((line) => line.includes('traces-not-sent')))
  } finally {
    await world[Symbol.asyncDispose]()
  }
})
