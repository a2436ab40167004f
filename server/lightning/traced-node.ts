/** A node whose calls are spans (platform/traces.ts). Without traces it is the node itself. */
import { inNewTrace, inSpan, tracesAreOn } from '#server/platform/traces.ts'
import type { LightningNode } from './node.ts'

/** Loops send payments: each is a trace of its own unless a request waits for it. Hashes and amounts are not recorded,
 * because traces may be stored by somebody else. */
export function traceNode(node: LightningNode): LightningNode {
  if (!tracesAreOn()) return node
  const attributes = { 'peal.node': node.kind }
  const step = <Result>(name: string, work: () => Promise<Result>) => inSpan(`node ${name}`, attributes, work)
  const { keysend } = node
  return Object.assign(Object.create(node) as LightningNode, {
    info: (signal) => step('info', () => node.info(signal)),
    createInvoice: (invoice) => step('createInvoice', () => node.createInvoice(invoice)),
    lookupInvoice: (hash) => step('lookupInvoice', () => node.lookupInvoice(hash)),
    cancelInvoice: (hash) => step('cancelInvoice', () => node.cancelInvoice(hash)),
    lookupPayment: (hash) => step('lookupPayment', () => node.lookupPayment(hash)),
    listPayments: (since) => step('listPayments', () => node.listPayments(since)),
    balance: () => step('balance', () => node.balance()),
    pay: (payment) => inNewTrace('node pay', attributes, () => node.pay(payment)),
    ...(keysend && { keysend: (sent) => inNewTrace('node keysend', attributes, () => keysend.call(node, sent)) }),
  } satisfies Partial<LightningNode>)
}
