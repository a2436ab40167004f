/** What the adapters of operators' nodes share: reading the network once, the checks before a payment is sent, and fees that are
 * assumed. HTTP requests to the node are in node-http.ts. */
import { shareMsat } from '#contract/split.ts'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { LightningNode, Payment, PayOutcome } from './node.ts'
import { findRefusal } from './refusal.ts'

const TIMEOUT_MS = 10_000

/** Requests the network once. A failed request is repeated at the next call. */
export function rememberNetwork(readInfo: LightningNode['info']): () => Promise<InvoiceNetwork> {
  let pending: ReturnType<LightningNode['info']> | null = null
  return async () => {
    pending ??= readInfo(AbortSignal.timeout(TIMEOUT_MS))
    pending.catch(() => (pending = null))
    return (await pending).network
  }
}

export type Paying = {
  payment: Payment
  readNetwork: () => Promise<InvoiceNetwork>
  lookup: LightningNode['lookupPayment']
  send: (payment: Payment) => Promise<PayOutcome>
}

/** An invoice that is refused now may have been sent earlier, while it was still valid, so the node is queried first.
 * Connection problems are not a failure. */
export async function payUnlessRefused({ payment, readNetwork, lookup, send }: Paying): Promise<PayOutcome> {
  try {
    payment.signal.throwIfAborted()
    const refusal = findRefusal(payment, await readNetwork(), new Date())
    payment.signal.throwIfAborted()
    if (refusal === null) return await send(payment)
    const found = await lookup(payment.paymentHash)
    return found.state === 'not_found' ? { state: 'failed', ...refusal } : found
  } catch (error) {
    return { state: 'unknown', cause: (error as Error).message }
  }
}

export type AssumedFee = { ppm: number; baseMsat: bigint }

/** Of a backend that takes no fee limit. */
export const assumedFee =
  ({ ppm, baseMsat }: AssumedFee) =>
  (amountMsat: bigint): bigint =>
    shareMsat(amountMsat, ppm) + baseMsat
