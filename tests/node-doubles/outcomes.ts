/** What the tests of all adapters need: the outcome of a payment in one line, and an invoice of another node. */
import { randomBytes } from 'node:crypto'
import { encodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { PayOutcome } from '#server/lightning/node.ts'

export function describeOutcome(outcome: PayOutcome): string {
  if (outcome.state === 'succeeded') return `succeeded ${outcome.feeMsat}`
  return outcome.state === 'failed' ? `failed ${outcome.reason}` : outcome.state
}

export function makeForeignInvoice(paymentHash: string, amountMsat: bigint | null): string {
  const paymentSecret = randomBytes(32).toString('hex')
  const fields = { network: 'bcrt' as const, amountMsat, paymentHash, paymentSecret, description: '' }
  return encodeInvoice({ ...fields, createdAt: new Date() }, randomBytes(32))
}
