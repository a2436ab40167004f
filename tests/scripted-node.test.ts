/** The scripted node follows its script, and counts correctly what moved. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { SettledInvoice } from '#server/lightning/node.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'

const ORDER = { amountMsat: 5_000n, description: 'a zap', expirySeconds: 60, externalId: 'x' }

function pay(node: ScriptedNode, invoice: { bolt11: string; paymentHash: string }, signal?: AbortSignal) {
  const limits = { feeLimitMsat: 2_000n, timeoutSeconds: 5, signal: signal ?? new AbortController().signal }
  return node.pay({ ...limits, bolt11: invoice.bolt11, paymentHash: invoice.paymentHash })
}

describe('The scripted node', () => {
  it('pays as the script says and counts what moved', async () => {
    const node = createScriptedNode()
    node.script({ does: 'succeed', feeMsat: 7n }, { does: 'fail' }, { does: 'succeed', feeMsat: 2_001n })
    const [first, second, third] = [1, 2, 3].map(() => node.makeInvoice({ amountMsat: 1_000n }))
    const outcome = await pay(node, first!)
    assert.deepEqual(outcome, { state: 'succeeded', preimage: first!.preimage, feeMsat: 7n })
    assert.equal(createHash('sha256').update(Buffer.from(first!.preimage, 'hex')).digest('hex'), first!.paymentHash)
    assert.equal((await pay(node, second!)).state, 'failed')
    assert.equal((await pay(node, third!)).state, 'failed', 'over the fee cap')
    assert.deepEqual([node.truth.sentMsat, node.truth.feesMsat], [1_000n, 7n])
  })

  it('loses responses, and returns the outcome when looked up', async () => {
    const node = createScriptedNode()
    const invoices = [1, 2, 3, 4].map(() => node.makeInvoice({ amountMsat: 1_000n }))
    for (const truth of ['succeed', 'fail', 'in_flight', 'vanish'] as const) node.script({ does: 'unknown', truth })
    for (const invoice of invoices) assert.equal((await pay(node, invoice)).state, 'unknown')
    const states = await Promise.all(invoices.map(async (one) => (await node.lookupPayment(one.paymentHash)).state))
    assert.deepEqual(states, ['succeeded', 'failed', 'in_flight', 'not_found'])
    node.finishPayment(invoices[2]!.paymentHash, { does: 'succeed', feeMsat: 3n })
    assert.equal((await node.lookupPayment(invoices[2]!.paymentHash)).state, 'succeeded')
    assert.deepEqual([node.truth.sentMsat, node.truth.feesMsat], [2_000n, 3n])
  })

  it('hangs until the test ends the payment, or until the caller gives up', async () => {
    const node = createScriptedNode()
    node.script({ does: 'hang' }, { does: 'hang' })
    const [first, second] = [1, 2].map(() => node.makeInvoice({ amountMsat: 1_000n }))
    const paying = pay(node, first!)
    await new Promise((resolve) => setImmediate(resolve))
    node.finishPayment(first!.paymentHash, { does: 'fail', reason: 'rejected' })
    assert.equal((await paying).state, 'failed')
    assert.equal((await pay(node, second!, AbortSignal.timeout(10))).state, 'unknown')
    assert.equal((await node.lookupPayment(second!.paymentHash)).state, 'in_flight')
  })

  it('pays the same hash twice when called twice, and counts both', async () => {
    const node = createScriptedNode()
    const invoice = node.makeInvoice({ amountMsat: 1_000n })
    await pay(node, invoice)
    await pay(node, invoice)
    assert.equal(node.truth.payments.get(invoice.paymentHash), 2)
  })

  it('settles invoices late, repeatedly, and with more than their amount', async () => {
    let nowMs = Date.now()
    const node = createScriptedNode({ clock: { now: () => new Date(nowMs) } })
    const invoice = await node.createInvoice(ORDER)
    assert.equal(decodeInvoice(invoice.bolt11).amountMsat, 5_000n)
    nowMs += 61_000
    assert.equal((await node.lookupInvoice(invoice.paymentHash)).state, 'expired')
    const seen: SettledInvoice[] = []
    const stop = new AbortController()
    const on = async (event: SettledInvoice) => {
      seen.push(event)
      if (seen.length === 2) stop.abort()
    }
    const feed = node.subscribeInvoices(null, on, stop.signal)
    await node.settleInvoice(invoice.bolt11, 7_000n)
    await node.settle(invoice.paymentHash)
    await feed
    assert.deepEqual(seen[0], seen[1])
    assert.equal((await node.lookupInvoice(invoice.paymentHash)).receivedMsat, 7_000n)
    assert.equal(node.truth.receivedMsat, 7_000n)
  })

  it('breaks feeds, becomes unreachable and comes back', async () => {
    const node = createScriptedNode()
    const feed = node.subscribeInvoices(null, async () => undefined, new AbortController().signal)
    node.breakFeeds()
    await assert.rejects(feed)
    node.isAway = true
    await assert.rejects(node.createInvoice(ORDER))
    assert.equal((await pay(node, node.makeInvoice({ amountMsat: 1n }))).state, 'unknown')
    node.isAway = false
    const invoice = await node.createInvoice(ORDER)
    assert.equal(await node.cancelInvoice(invoice.paymentHash), 'canceled')
    await assert.rejects(node.settle(invoice.paymentHash))
  })
})
