/** The lab's own requests to the fake node, which bypass all faults: its fault mode, external invoices and payments,
 * and what really happened. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { KeysendIn, NodeKeys, NodeSettings, NodeTruth } from './fake-node.ts'
import { fromWire, toWire } from './wire.ts'

export type NodeControl = {
  readonly origin: string
  set(how: NodeSettings): Promise<void>
  makeInvoice(invoice: { amountMsat: bigint; expirySeconds: number }): Promise<{ bolt11: string; paymentHash: string }>
  /** An external wallet pays an invoice of the platform. */
  settle(bolt11: string, receivedMsat?: bigint): Promise<void>
  /** An external wallet pays the platform's node without an invoice. */
  keysend(keysend: KeysendIn): Promise<void>
  keys(): Promise<NodeKeys>
  /** Releases held payments. */
  letGo(): Promise<void>
  breakFeeds(): Promise<void>
  truth(): Promise<NodeTruth>
}

export function controlNode(origin: string): NodeControl {
  const ask = async (name: string, body: unknown = null): Promise<unknown> => {
    const response = await fetch(`${origin}/control/${name}`, { method: 'POST', body: toWire(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`The fake node responded with ${response.status}: ${text}`)
    return fromWire(text)
  }
  return {
    origin,
    set: async (how) => void (await ask('set', how)),
    makeInvoice: (invoice) => ask('make-invoice', invoice) as ReturnType<NodeControl['makeInvoice']>,
    settle: async (bolt11, receivedMsat) => void (await ask('settle', { bolt11, receivedMsat })),
    keysend: async (keysend) => void (await ask('keysend', keysend)),
    keys: () => ask('keys') as Promise<NodeKeys>,
    letGo: async () => void (await ask('let-go')),
    breakFeeds: async () => void (await ask('break-feeds')),
    truth: () => ask('truth') as Promise<NodeTruth>,
  }
}

export type NodeProcess = NodeControl & { port: number; addressHost: string; stop(): Promise<void> }

/** The fake node in a separate process. */
export async function startNodeProcess(seed: number): Promise<NodeProcess> {
  const child = fork(fileURLToPath(new URL('fake-node-process.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', LAB_SEED: String(seed) },
  })
  const [{ port, addressHost }] = (await once(child, 'message')) as [{ port: number; addressHost: string }]
  return {
    ...controlNode(`http://127.0.0.1:${port}`),
    port,
    addressHost,
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
