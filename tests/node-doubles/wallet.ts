/** The wallet behind the doubles of nodes that are not available here, with real invoices, and an external user who
 * pays it, is paid by it, holds, refuses or is unreachable. The interfaces are cln.ts and phoenixd.ts. */
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { Counterparty } from '#server/lightning/node.conformance.ts'
import type { FailReason, PayOutcome } from '#server/lightning/node.ts'
import { createScriptedNode, type ScriptedNode } from '#tests/scripted-node.ts'

export type Wallet = {
  readonly node: ScriptedNode
  readonly counterparty: Counterparty
  /** When the payment was made, for lists. */
  madeAt(paymentHash: string): number
  bolt11Of(paymentHash: string): string
  /** Resolves when the payment has ended; for a held one, when it is released. */
  pay(bolt11: string, amountMsat: bigint | undefined, feeLimitMsat: bigint): Promise<PayOutcome>
}

const CAPACITY_MSAT = 10n ** 14n
const CHECK_MS = 10

/** The fee of each outgoing payment. */
export function createWallet(feeMsat: bigint): Wallet {
  const node = createScriptedNode({ capabilities: { dedupesByHash: true } })
  const outside = new Set<string>()
  const held = new Set<string>()
  const made = new Map<string, { atMs: number; bolt11: string }>()
  const begun = new Set<string>()
  let behaviour: Parameters<Counterparty['setBehaviour']>[0] = 'normal'

  const refusalOf = (paymentHash: string, amountMsat: bigint, feeLimitMsat: bigint): FailReason | null => {
    const isThere = outside.has(paymentHash) && behaviour !== 'offline'
    if (!isThere || amountMsat > CAPACITY_MSAT || feeLimitMsat < feeMsat) return 'no-route'
    return behaviour === 'reject' ? 'rejected' : null
  }
  const settleHeld = (how: Parameters<ScriptedNode['finishPayment']>[1]) => {
    for (const paymentHash of held) node.finishPayment(paymentHash, how)
    held.clear()
  }
  return {
    node,
    madeAt: (paymentHash) => made.get(paymentHash)?.atMs ?? 0,
    bolt11Of: (paymentHash) => made.get(paymentHash)?.bolt11 ?? '',
    async pay(bolt11, amountMsat, feeLimitMsat) {
      const { paymentHash, amountMsat: asked } = decodeInvoice(bolt11)
      const known = await node.lookupPayment(paymentHash)
      if ((known.state === 'not_found' || known.state === 'failed') && !begun.has(paymentHash)) {
        begun.add(paymentHash)
        const reason = refusalOf(paymentHash, asked ?? amountMsat ?? 0n, feeLimitMsat)
        if (reason !== null) node.script({ does: 'fail', reason })
        else if (behaviour === 'hold') node.script({ does: 'in_flight' })
        else node.script({ does: 'succeed', feeMsat })
        if (reason === null && behaviour === 'hold') held.add(paymentHash)
        made.set(paymentHash, { atMs: Date.now(), bolt11 })
        const limits = { feeLimitMsat, timeoutSeconds: 60, signal: new AbortController().signal }
        await node.pay({ bolt11, paymentHash, ...(amountMsat === undefined ? {} : { amountMsat }), ...limits })
        begun.delete(paymentHash)
      }
      for (;;) {
        const outcome = await node.lookupPayment(paymentHash)
        if (outcome.state === 'not_found') throw new Error('A payment that was made is not known')
        if (outcome.state !== 'in_flight') return outcome
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS).unref())
      }
    },
    counterparty: {
      async payInvoice(bolt11, amountMsat) {
        const { paymentHash } = decodeInvoice(bolt11)
        const { state } = await node.lookupInvoice(paymentHash)
        if (state !== 'open') return { state: 'failed', reason: 'rejected', detail: state }
        await node.settle(paymentHash, amountMsat)
        const { preimage } = await node.lookupInvoice(paymentHash)
        return { state: 'succeeded', preimage: preimage!, feeMsat: 0n }
      },
      async makeInvoice(invoice) {
        const { bolt11, paymentHash } = node.makeInvoice(invoice)
        outside.add(paymentHash)
        return { bolt11, paymentHash }
      },
      async setBehaviour(next) {
        behaviour = next
        if (next === 'normal') settleHeld({ does: 'succeed', feeMsat })
        if (next === 'reject') settleHeld({ does: 'fail', reason: 'rejected' })
      },
    },
  }
}
