/** The outgoing half of the scripted node: each payment ends as its script says, and what really moved is counted. A
 * second payment of the same hash is up to the script too: this node prevents nothing. */
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { Capabilities, FailReason, Keysend, NodePayment, Payment, PayOutcome } from '#server/lightning/node.ts'
import type { Clock } from '#server/platform/clock.ts'

/** What one call of pay() does. */
export type PayScript =
  | { does: 'succeed'; feeMsat?: bigint }
  | { does: 'fail'; reason?: FailReason }
  /** The response is lost. `truth` is what happened; 'vanish': the node never received the payment. */
  | { does: 'unknown'; truth: 'succeed' | 'fail' | 'in_flight' | 'vanish'; feeMsat?: bigint }
  /** Resolves only when finishPayment() is called or the caller gives up (unknown). */
  | { does: 'hang' }
  | { does: 'in_flight' }

/** What really moved, regardless of the responses. */
export type Truth = { receivedMsat: bigint; sentMsat: bigint; feesMsat: bigint; payments: Map<string, number> }

type Sent = NodePayment & { createdAt: Date }
type Ending = { does: 'succeed'; feeMsat?: bigint } | { does: 'fail'; reason?: FailReason }
type Limits = Pick<Payment, 'paymentHash' | 'feeLimitMsat' | 'timeoutSeconds' | 'signal'>

export function createOutgoing(clock: Clock, truth: Truth, capabilities: Capabilities) {
  const payments = new Map<string, Sent>()
  const hanging = new Map<string, (outcome: PayOutcome) => void>()
  const preimages = new Map<string, string>()
  const scripts: PayScript[] = []

  const end = (sent: Sent, how: Ending) => endPayment(sent, how, truth, preimages)

  const play = (payment: Limits, sent: Sent, script: PayScript): PayOutcome | Promise<PayOutcome> => {
    const feeMsat = ('feeMsat' in script ? script.feeMsat : undefined) ?? 0n
    if (feeMsat > payment.feeLimitMsat && capabilities.feeLimit === 'exact') return end(sent, { does: 'fail' })
    if (script.does === 'succeed' || script.does === 'fail') return end(sent, script)
    if (script.does === 'hang') return hang(payment, hanging)
    if (script.does === 'in_flight') return { state: 'in_flight' }
    if (script.truth === 'succeed') end(sent, { does: 'succeed', feeMsat })
    if (script.truth === 'fail') end(sent, { does: 'fail' })
    return { state: 'unknown', cause: 'As the script says' }
  }

  const send = async (payment: Limits, amountMsat: bigint, expiresAt: Date): Promise<PayOutcome> => {
    const { paymentHash } = payment
    const known = payments.get(paymentHash)
    if (known && capabilities.dedupesByHash && known.outcome.state !== 'failed') return known.outcome
    const script = scripts.shift() ?? { does: 'succeed' }
    if (script.does === 'unknown' && script.truth === 'vanish') return { state: 'unknown', cause: 'It never arrived' }
    const sent: Sent = { paymentHash, amountMsat, outcome: { state: 'in_flight' }, createdAt: clock.now() }
    if (expiresAt <= clock.now()) return end(sent, { does: 'fail', reason: 'expired' })
    payments.set(paymentHash, sent)
    return play(payment, sent, script)
  }

  return {
    scripts,
    preimages,
    calls: [] as Payment[],
    keysends: [] as Keysend[],
    find: (paymentHash: string) => payments.get(paymentHash),
    list: (since: Date): NodePayment[] =>
      [...payments.values()]
        .filter(({ createdAt }) => createdAt >= since)
        .map(({ paymentHash, amountMsat, outcome }) => ({ paymentHash, amountMsat, outcome })),
    async pay(payment: Payment): Promise<PayOutcome> {
      const invoice = decodeInvoice(payment.bolt11)
      return send(payment, invoice.amountMsat ?? payment.amountMsat ?? 0n, invoice.expiresAt)
    },
    async keysend(keysend: Keysend): Promise<PayOutcome> {
      preimages.set(keysend.paymentHash, keysend.preimage)
      return send(keysend, keysend.amountMsat, keysend.expiresAt)
    },
    /** As if it had never existed. */
    forget(paymentHash: string): void {
      payments.delete(paymentHash)
    },
    finish(paymentHash: string, how: Ending): void {
      const sent = payments.get(paymentHash)
      // A payment that was reported as failed may still be paid; a paid one stays paid.
      if (sent === undefined || sent.outcome.state === 'succeeded') throw new Error('No such payment can end')
      const outcome = end(sent, how)
      hanging.get(paymentHash)?.(outcome)
      hanging.delete(paymentHash)
    },
  }
}

function endPayment(sent: Sent, how: Ending, truth: Truth, preimages: ReadonlyMap<string, string>): PayOutcome {
  if (how.does === 'fail') {
    sent.outcome = { state: 'failed', reason: how.reason ?? 'no-route', detail: 'As the script says' }
    return sent.outcome
  }
  const feeMsat = how.feeMsat ?? 0n
  truth.sentMsat += sent.amountMsat
  truth.feesMsat += feeMsat
  truth.payments.set(sent.paymentHash, (truth.payments.get(sent.paymentHash) ?? 0) + 1)
  // The preimage of an external invoice is unknown here; such a payment proves nothing.
  sent.outcome = { state: 'succeeded', preimage: preimages.get(sent.paymentHash) ?? '00'.repeat(32), feeMsat }
  return sent.outcome
}

/** Waits for finishPayment(), or until the caller gives up. */
function hang(payment: Limits, hanging: Map<string, (outcome: PayOutcome) => void>): Promise<PayOutcome> {
  return new Promise((resolve) => {
    const answer = (outcome: PayOutcome) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const giveUp = () => answer({ state: 'unknown', cause: 'The caller gave up' })
    const timer = setTimeout(giveUp, payment.timeoutSeconds * 1000)
    hanging.set(payment.paymentHash, answer)
    if (payment.signal.aborted) giveUp()
    payment.signal.addEventListener('abort', giveUp, { once: true })
  })
}
