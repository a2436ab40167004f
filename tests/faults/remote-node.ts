/** A LightningNode over HTTP to the fake node, as a real backend's adapter would be written: every call has a time-out,
 * and any uncertain outcome of pay() is unknown. */
import {
  COMMON_CAPABILITIES,
  type Keysend,
  type LightningNode,
  type Payment,
  type PayOutcome,
  type SettledInvoice,
} from '#server/lightning/node.ts'
import { fromWire, toWire } from './wire.ts'

const CALL_TIMEOUT_MS = 2_000

export function connectRemoteNode(origin: string): LightningNode {
  const ask = async (name: string, body: unknown, signal = AbortSignal.timeout(CALL_TIMEOUT_MS)): Promise<unknown> => {
    const response = await fetch(`${origin}/node/${name}`, { method: 'POST', body: toWire(body), signal })
    const text = await response.text()
    if (!response.ok) throw new Error(`The node responded with ${response.status}`)
    return fromWire(text)
  }
  const send = async (name: 'pay' | 'keysend', { signal, ...order }: Payment | Keysend): Promise<PayOutcome> => {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(order.timeoutSeconds * 1_000)])
    try {
      return (await ask(name, order, timeout)) as PayOutcome
    } catch (error) {
      return { state: 'unknown', cause: String(error) }
    }
  }
  return {
    kind: 'scripted',
    capabilities: COMMON_CAPABILITIES,
    info: (signal) => ask('info', {}, signal) as ReturnType<LightningNode['info']>,
    createInvoice: (invoice) => ask('create-invoice', invoice) as ReturnType<LightningNode['createInvoice']>,
    lookupInvoice: (paymentHash) => ask('lookup-invoice', paymentHash) as ReturnType<LightningNode['lookupInvoice']>,
    cancelInvoice: (paymentHash) => ask('cancel-invoice', paymentHash) as ReturnType<LightningNode['cancelInvoice']>,
    pay: (payment) => send('pay', payment),
    keysend: (keysend) => send('keysend', keysend),
    lookupPayment: (paymentHash) => ask('lookup-payment', paymentHash) as ReturnType<LightningNode['lookupPayment']>,
    listPayments: (since) => ask('list-payments', since) as ReturnType<LightningNode['listPayments']>,
    async subscribeInvoices(cursor, on, signal) {
      const response = await fetch(`${origin}/node/feed`, { method: 'POST', body: toWire(cursor), signal })
      if (!response.ok || response.body === null) throw new Error(`The node responded with ${response.status}`)
      let rest = ''
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split('\n')
        rest = lines.pop()!
        for (const line of lines) await on(fromWire(line) as SettledInvoice)
      }
      throw new Error('The connection to the node broke')
    },
    balance: () => ask('balance', {}) as ReturnType<LightningNode['balance']>,
    minimumFeeMsat: () => 0n,
  }
}
