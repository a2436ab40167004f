/** Preimages of payment hashes, in hex: generating, hashing and verifying them. */
import { createHash, randomBytes } from 'node:crypto'
import { HEX_32 } from '#protocols/hex.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'

export function choosePreimage(): string {
  return randomBytes(32).toString('hex')
}

export function hashOfPreimage(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
}

export function isPreimageOf(preimage: string, paymentHash: string): boolean {
  return HEX_32.test(preimage) && hashOfPreimage(preimage) === paymentHash
}

/** Null where the node does not keep the preimage: a payment must not fail for lack of a proof. */
export async function readCanceledPreimage({ node, log }: PaymentDeps, paymentHash: string): Promise<string | null> {
  const status = await node.lookupInvoice(paymentHash).catch((error: unknown) => {
    log.warn('preimage-not-read', { paymentHash, error })
    return null
  })
  // The preimage of an invoice that can still be paid would let a routing node claim the payment.
  if (status?.state !== 'canceled' && status?.state !== 'expired') return null
  return status.preimage !== undefined && isPreimageOf(status.preimage, paymentHash) ? status.preimage : null
}
