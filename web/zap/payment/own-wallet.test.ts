/** Responses of the payer's own wallet and what follows: only a definite refusal leads back to the form. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { OPEN_INVOICE, ZAP_TERMS, ZAPPED_TRACK } from '#tests/zap-terms.ts'
import { createCall, type Transport } from '#web/data/api.ts'
import { deleteStoredWallet, storeWallet, readStoredWallet, type StoredWallet } from '#web/nostr/stored-wallet.ts'
import { attemptFor, beginAttempt, applyInvoice, useAttempts, type Attempt } from './attempts.ts'
import { outcomeOfError } from './own-wallet.ts'

const INVOICE = { ...OPEN_INVOICE, expiresAt: new Date(Date.now() + 600_000).toISOString() }

function serverOf() {
  const paths: string[] = []
  const transport: Transport = async (path) => {
    paths.push(path)
    return { status: 200, json: { data: INVOICE } }
  }
  return { call: createCall(transport), paths }
}

const begun = (method: Attempt['method'], msatAmount = 5_000) => ({
  method,
  payerId: null,
  shortfallMsat: null,
  onNostr: null,
  request: { contentId: ZAPPED_TRACK, msatAmount },
  title: 'Kite String',
  terms: ZAP_TERMS,
})
const current = () => {
  const { stage, wallet, refusal } = attemptFor(ZAPPED_TRACK)!
  return { stage, wallet, refusal }
}

type Provider = { enable: () => Promise<unknown>; sendPayment: (bolt11: string) => Promise<unknown> }

/** Pays with this provider in place of an extension, until it has responded. */
async function payWith(webln: Provider, call = serverOf().call): Promise<void> {
  Object.assign(globalThis, { webln })
  await beginAttempt(call, begun('browser'))
  for (let turns = 0; attemptFor(ZAPPED_TRACK)?.wallet === 'asked' && turns < 1_000; turns++)
    await new Promise((resolve) => setTimeout(resolve, 1))
}

const agrees = async () => ({})
const refuses = async () => Promise.reject(new Error('User rejected'))

beforeEach(() => {
  useAttempts.setState({ byContent: {} })
  Object.assign(globalThis, { webln: undefined })
})

test("a wallet's report of payment is stored, and nothing more, until the invoice is paid", async () => {
  const { call } = serverOf()
  await payWith({ enable: agrees, sendPayment: agrees }, call)
  assert.deepEqual(current(), { stage: 'waiting', wallet: 'says-paid', refusal: null })
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'paid', msatReceived: 5_000 })
  assert.equal(current().stage, 'paid')
})

test('a refusal returns to the choice; a payment that arrives nevertheless counts, and an open invoice stays open', async () => {
  const { call } = serverOf()
  for (const webln of [
    { enable: refuses, sendPayment: agrees },
    { enable: agrees, sendPayment: refuses },
  ]) {
    useAttempts.setState({ byContent: {} })
    await payWith(webln, call)
    assert.deepEqual(current(), { stage: 'asking', wallet: null, refusal: 'browser-refused' })
  }
  applyInvoice(call, ZAPPED_TRACK, INVOICE)
  assert.equal(current().stage, 'asking')
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'paid', msatReceived: 5_000 })
  assert.equal(current().stage, 'paid')
})

test('a failure of the wallet is logged with its reason, and without the invoice', async (told) => {
  const warn = told.mock.method(console, 'warn', () => undefined)
  await payWith({ enable: refuses, sendPayment: agrees })
  useAttempts.setState({ byContent: {} })
  await payWith({ enable: agrees, sendPayment: refuses })
  const lines = warn.mock.calls.map(({ arguments: said }) => said.map(String).join(' '))
  assert.deepEqual(lines, [
    'WebLN enable failed: Error: User rejected',
    'WebLN sendPayment failed: Error: User rejected',
  ])
  assert.ok(lines.every((line) => !line.includes(INVOICE.request)))
})

test('a wallet removed meanwhile is a refusal, and an invoice that expires meanwhile is dropped', async () => {
  const { call } = serverOf()
  await payWith({} as Provider, call)
  assert.equal(current().refusal, 'browser-absent')
  applyInvoice(call, ZAPPED_TRACK, { ...INVOICE, state: 'expired' })
  assert.equal(attemptFor(ZAPPED_TRACK), undefined)
})

test('the same zap continues with the same invoice, another zap gets its own', async () => {
  const { call, paths } = serverOf()
  await payWith({ enable: refuses, sendPayment: agrees }, call)
  await beginAttempt(call, begun('invoice'))
  assert.deepEqual(current(), { stage: 'waiting', wallet: null, refusal: null })
  assert.equal(paths.length, 1)
  useAttempts.setState({ byContent: {} })
  await payWith({ enable: refuses, sendPayment: agrees }, call)
  await beginAttempt(call, begun('invoice', 6_000))
  assert.equal(paths.length, 3)
})

test('only error codes that the standard defines as certain count as refused', () => {
  const certain = ['INSUFFICIENT_BALANCE', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'UNAUTHORIZED', 'RESTRICTED']
  for (const code of [...certain, 'NOT_IMPLEMENTED', 'UNSUPPORTED_ENCRYPTION'])
    assert.equal(outcomeOfError(code).is, 'refused', code)
  for (const code of ['PAYMENT_FAILED', 'INTERNAL', 'OTHER', 'NOT_FOUND', 'constructor', ''])
    assert.equal(outcomeOfError(code).is, 'unsure', code)
})

test('a wallet is stored for one user alone, and logging out deletes it', () => {
  const stored = new Map<string, string>()
  const store = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  const wallet: StoredWallet = {
    accountId: ZAPPED_TRACK,
    uri: 'nostr+walletconnect://x',
    encryption: 'nip04',
    name: null,
  }
  assert.equal(storeWallet(wallet, store), true)
  assert.deepEqual(readStoredWallet(ZAPPED_TRACK, store), wallet)
  assert.equal(readStoredWallet('somebody else', store), null)
  deleteStoredWallet(store)
  assert.equal(readStoredWallet(ZAPPED_TRACK, store), null)
  for (const text of ['', '{', 'null', '7', `{"accountId":"${ZAPPED_TRACK}"}`]) {
    store.setItem('peal.wallet', text)
    assert.equal(readStoredWallet(ZAPPED_TRACK, store), null, text)
  }
})
