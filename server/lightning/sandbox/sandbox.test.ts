/** The sandbox: two real LDK nodes in a separate process that is killed, replaced and shared. What every Lightning node
 * must do is in node.conformance.ts; this tests what only the sandbox guarantees. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { silentLog } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { describeLightningNode } from '../node.conformance.ts'
import type { PayOutcome, SettledInvoice } from '../node.ts'
import { createSandboxNode, type SandboxNode } from './adapter.ts'

type Sandbox = { node: SandboxNode; dataDir: string; database: TestDatabase; stop(): Promise<void> }

const KILL_ROUNDS = 4

async function startSandbox(): Promise<Sandbox> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'peal-sandbox-'))
  const node = await createSandboxNode({ databaseUrl: database.url, role: database.role, dataDir, log: silentLog })
  const stop = async () => {
    await node.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { node, dataDir, database, stop }
}

async function killProcess(node: SandboxNode): Promise<void> {
  process.kill(await node.processId(), 'SIGKILL')
}

function pay(node: SandboxNode, invoice: { bolt11: string; paymentHash: string }, timeoutSeconds = 15) {
  return node.pay({ ...invoice, feeLimitMsat: 0n, timeoutSeconds, signal: new AbortController().signal })
}

describeLightningNode('The sandbox', async () => {
  const { node, stop } = await startSandbox()
  const counterparty = { ...node.outside, pubkey: async () => (await node.outside.state()).outsidePubkey }
  return { node, counterparty, routingFeeMsat: 0n, kill: () => killProcess(node), stop }
})

describe('The sandbox process', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox?.stop())
  const owner = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: sandbox.database.ownerUrl })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  it('loses nothing when it is killed repeatedly while it pays', async () => {
    const { node } = sandbox
    const { spendableMsat } = await node.balance()
    const reported = new Map<string, PayOutcome>()
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const invoices = await Promise.all(
        Array.from({ length: 8 }, () => node.outside.makeInvoice({ amountMsat: 1_000n + BigInt(round) })),
      )
      const paying = invoices.map(async (invoice) => reported.set(invoice.paymentHash, await pay(node, invoice)))
      await new Promise((resolve) => setTimeout(resolve, 20 + round * 60))
      await killProcess(node)
      await Promise.all(paying)
    }
    let sentMsat = 0n
    for (const [paymentHash, outcome] of reported) {
      await until(async () => (await node.lookupPayment(paymentHash)).state !== 'in_flight')
      const truth = await node.lookupPayment(paymentHash)
      if (outcome.state === 'succeeded') assert.deepEqual(truth, outcome)
      else assert.ok(outcome.state === 'unknown' && ['succeeded', 'not_found'].includes(truth.state), truth.state)
    }
    for (const { amountMsat, outcome } of await node.listPayments(new Date(0))) {
      assert.equal(outcome.state, 'succeeded')
      sentMsat += amountMsat
    }
    assert.equal((await node.balance()).spendableMsat, spendableMsat - sentMsat)
    const after = await node.outside.makeInvoice({ amountMsat: 1_000n })
    assert.equal((await pay(node, after)).state, 'succeeded')
  })

  it('loses no invoice that was returned to the server, and credits none twice', async () => {
    const { node } = sandbox
    const order = { amountMsat: 2_000n, description: '', expirySeconds: 600, externalId: '' }
    const invoices = await Promise.all(Array.from({ length: 6 }, () => node.createInvoice(order)))
    const paying = invoices.map(({ bolt11 }) => node.outside.payInvoice(bolt11))
    await new Promise((resolve) => setTimeout(resolve, 60))
    await killProcess(node)
    for (const outcome of await Promise.all(paying)) assert.equal(outcome.state, 'succeeded')
    const seen: string[] = []
    const stop = new AbortController()
    let last: string | null = null
    const on = async ({ paymentHash, cursor }: SettledInvoice) => {
      seen.push(paymentHash)
      last = cursor
      if (invoices.every((invoice) => seen.includes(invoice.paymentHash))) stop.abort()
    }
    // The feed may have been connected to the process that is just exiting.
    while (!stop.signal.aborted) await node.subscribeInvoices(last, on, stop.signal).catch(() => undefined)
    assert.equal(new Set(seen).size, seen.length)
  })

  it('keeps its behaviour after a kill: held payments stay held', async () => {
    const { node } = sandbox
    await node.outside.setBehaviour('hold')
    const invoice = await node.outside.makeInvoice({ amountMsat: 3_000n })
    assert.equal((await pay(node, invoice, 1)).state, 'in_flight')
    await killProcess(node)
    assert.equal((await node.outside.state()).behaviour, 'hold')
    assert.equal((await node.lookupPayment(invoice.paymentHash)).state, 'in_flight')
    await node.outside.setBehaviour('slow')
    await killProcess(node)
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'succeeded')
    await node.outside.setBehaviour('normal')
  })

  it('serves a second server that attaches, and continues when the first one stops', async () => {
    const { node, dataDir, database } = sandbox
    const options = { databaseUrl: database.url, role: database.role, dataDir, log: silentLog }
    const [second, third] = await Promise.all([createSandboxNode(options), createSandboxNode(options)])
    assert.equal(await second.processId(), await node.processId())
    assert.equal(await third.processId(), await node.processId())
    await third.close()
    const invoice = await second.outside.makeInvoice({ amountMsat: 1_500n })
    assert.equal((await pay(node, invoice)).state, 'succeeded')
    assert.equal((await second.lookupPayment(invoice.paymentHash)).state, 'succeeded')
    await second.close()
  })

  it('is started once when two servers start at the same time', async () => {
    const { node, dataDir, database } = sandbox
    await killProcess(node)
    const options = { databaseUrl: database.url, role: database.role, dataDir, log: silentLog }
    const [second, third] = await Promise.all([createSandboxNode(options), createSandboxNode(options)])
    assert.equal(await second.processId(), await third.processId())
    assert.equal(await second.processId(), await node.processId())
    await Promise.all([second.close(), third.close()])
  })

  it('stops without an error when another process has taken the lease', async () => {
    const { node } = sandbox
    const old = await node.processId()
    await owner(`UPDATE sandbox_lightning SET epoch = epoch + 1`)
    const invoice = await node.outside.makeInvoice({ amountMsat: 1_500n })
    assert.notEqual(await node.processId(), old)
    assert.equal((await pay(node, invoice)).state, 'succeeded')
  })

  it('keeps its identity and its records when the channels become unreadable', async () => {
    const { node } = sandbox
    const ids = await node.outside.state()
    const paid = await node.outside.makeInvoice({ amountMsat: 1_500n })
    assert.equal((await pay(node, paid)).state, 'succeeded')
    await node.outside.setBehaviour('hold')
    const held = await node.outside.makeInvoice({ amountMsat: 1_500n })
    assert.equal((await pay(node, held, 1)).state, 'in_flight')
    await killProcess(node)
    await owner(`UPDATE sandbox_snapshot SET bytes = '\\x00' WHERE name = 'platform/manager'`)
    const { platformPubkey, outsidePubkey } = await node.outside.state()
    assert.deepEqual([platformPubkey, outsidePubkey], [ids.platformPubkey, ids.outsidePubkey])
    assert.equal((await node.lookupPayment(paid.paymentHash)).state, 'succeeded')
    assert.equal((await node.lookupPayment(held.paymentHash)).state, 'unknown')
    const next = await node.outside.makeInvoice({ amountMsat: 1_500n })
    assert.equal((await pay(node, next)).state, 'succeeded')
  })

  it('opens a new channel when one side has no liquidity left', async () => {
    const { node } = sandbox
    const before = await node.balance()
    for (let round = 0; round < 4; round++) {
      const invoice = await node.outside.makeInvoice({ amountMsat: 20_000_000_000n })
      assert.equal((await pay(node, invoice)).state, 'succeeded', `round ${round}`)
    }
    const { spendableMsat } = await node.balance()
    assert.ok(spendableMsat >= before.spendableMsat - 40_000_000_000n)
    await killProcess(node)
    assert.equal((await node.balance()).spendableMsat, spendableMsat)
    const names = await owner<{ name: string }>(`SELECT name FROM sandbox_snapshot WHERE name LIKE 'platform/%'`)
    assert.equal(names.length, 2, 'one manager and the monitor of one channel')
  })
})
