/** The stages of a zap attempt and their transitions, against a server with scripted responses. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { OPEN_INVOICE as INVOICE, ZAP_TERMS, ZAPPED_TRACK } from '#tests/zap-terms.ts'
import { createCall, type Transport } from '#web/data/api.ts'
import {
  attemptFor,
  beginAttempt,
  markUnknown,
  repeatAttempt,
  resumeAttempt,
  applyInvoice,
  useAttempts,
  type Attempt,
} from './attempts.ts'

type Answer = { status: number; json: unknown } | Error
const SETTLED = { status: 200, json: { data: { paymentId: INVOICE.invoiceId, state: 'settled' } } }
const SIGNED_OUT = { status: 401, json: { error: 'User must be logged in', code: 'unauthorized' } }

function serverOf(...responses: Answer[]) {
  const keys: (string | null)[] = []
  const paths: string[] = []
  const transport: Transport = async (path, init) => {
    paths.push(path)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    const response = responses.shift()
    if (response === undefined || response instanceof Error) throw response ?? new Error('no answer left')
    return response
  }
  return { call: createCall(transport), keys, paths }
}
const begun = (method: Attempt['method']) => ({
  method,
  payerId: null,
  shortfallMsat: method === 'rest' ? 2_000 : null,
  onNostr: null,
  request: { contentId: ZAPPED_TRACK, msatAmount: 5_000 },
  title: 'Kite String',
  terms: ZAP_TERMS,
})
const current = (): Attempt => {
  const attempt = attemptFor(ZAPPED_TRACK)
  assert.ok(attempt)
  return attempt
}

beforeEach(() => useAttempts.setState({ byContent: {} }))

test('a balance zap without a response is unknown, and a repeat carries the same key', async () => {
  const { call, keys } = serverOf(new Error('line broke'), SETTLED)
  await beginAttempt(call, begun('balance'))
  assert.equal(current().stage, 'unknown')
  await repeatAttempt(call, current())
  assert.equal(current().stage, 'paid')
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
})

test("a refused zap fails with the server's message, and the next try is a new one", async () => {
  const refusal = { status: 422, json: { error: 'Your balance is too low for this.', code: 'insufficient-balance' } }
  const { call, keys } = serverOf(refusal, refusal)
  await beginAttempt(call, begun('balance'))
  assert.equal(current().stage, 'failed')
  assert.equal(current().reason, 'Your balance is too low for this.')
  await repeatAttempt(call, current())
  assert.notEqual(keys[0], keys[1])
})

test('an invoice that could not be created is a failure, because nothing was paid', async () => {
  const { call } = serverOf(new Error('line broke'))
  await beginAttempt(call, begun('invoice'))
  assert.equal(current().stage, 'failed')
})

test('an invoice waits, expires, and may still be paid; paid is final', async () => {
  const { call } = serverOf({ status: 200, json: { data: INVOICE } })
  await beginAttempt(call, begun('invoice'))
  assert.equal(current().stage, 'waiting')
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'expired' })
  assert.equal(current().stage, 'expired')
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'paid', msatReceived: 5_000 })
  assert.equal(current().stage, 'paid')
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'expired' })
  assert.equal(current().stage, 'paid')
})

test('an event about another invoice changes nothing', async () => {
  const { call } = serverOf({ status: 200, json: { data: INVOICE } })
  await beginAttempt(call, begun('invoice'))
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, invoiceId: ZAPPED_TRACK, state: 'paid' })
  markUnknown(ZAPPED_TRACK, ZAPPED_TRACK)
  assert.equal(current().stage, 'waiting')
  markUnknown(ZAPPED_TRACK, INVOICE.invoiceId)
  assert.equal(current().stage, 'unknown')
})

test('pressing twice makes one zap', async () => {
  const { call, paths } = serverOf(SETTLED, SETTLED)
  await Promise.all([beginAttempt(call, begun('balance')), beginAttempt(call, begun('balance'))])
  assert.equal(paths.length, 1)
})

test('a shortfall is deposited first, and the zap follows once', async () => {
  const deposit = { ...INVOICE, msatAmount: 2_000 }
  const made = { invoiceId: deposit.invoiceId, request: deposit.request, uri: `lightning:${deposit.request}` }
  const responses = [made, { invoice: deposit }].map((data) => ({ status: 200, json: { data } }))
  const { call, paths } = serverOf(...responses, SETTLED)
  await beginAttempt(call, begun('rest'))
  assert.deepEqual([current().stage, current().invoice?.msatAmount], ['waiting', 2_000])
  const arrived = { ...deposit, state: 'paid' as const, msatReceived: 2_000 }
  applyInvoice(call, ZAPPED_TRACK, arrived)
  applyInvoice(call, ZAPPED_TRACK, arrived)
  await new Promise(setImmediate)
  assert.deepEqual([current().stage, current().method], ['paid', 'balance'])
  assert.deepEqual(paths, ['/v1/deposit', `/v1/deposit/${deposit.invoiceId}`, '/v1/send'])
})

test('after a log-out before anything was paid, the zap is chosen again after logging in', async () => {
  const { call } = serverOf(SIGNED_OUT)
  await beginAttempt(call, begun('balance'))
  assert.equal(current().stage, 'signed-out')
  resumeAttempt(ZAPPED_TRACK)
  assert.equal(attemptFor(ZAPPED_TRACK), undefined)
})

test('after a log-out with an unknown outcome, the zap is requested under its key after logging in', async () => {
  const { call, keys } = serverOf(new Error('line broke'), SIGNED_OUT, SETTLED)
  await beginAttempt(call, begun('balance'))
  await repeatAttempt(call, current())
  assert.equal(current().stage, 'signed-out')
  resumeAttempt(ZAPPED_TRACK)
  assert.equal(current().stage, 'unknown')
  await repeatAttempt(call, current())
  assert.equal(current().stage, 'paid')
  assert.equal(new Set(keys).size, 1)
})
