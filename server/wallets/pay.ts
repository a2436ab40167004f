/** `pay_invoice`: pays from the balance, within the limits of the connection, by the same steps as any withdrawal.
 * An unknown outcome is not a failure: the response is sent when the outcome is known. */
import * as z from 'zod/mini'
import { signalOf } from '#server/payments/deps.ts'
import { type PaymentOutcome, readOutcome } from '#server/payments/outcome.ts'
import { payFromBalance } from '#server/payments/payouts/withdraw.ts'
import { lockConnection } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { type Requested, decode, InvoiceText, requireVerified, readParams } from './methods.ts'
import { requirePermission } from './permission.ts'
import { WalletRefused } from './refusal.ts'
import { beginPaying } from './request-queries.ts'

const PayInvoice = z.object({ invoice: InvoiceText, amount: z.optional(z.nullable(z.int().check(z.minimum(1)))) })

/** Resolves when the money is reserved or booked. Throws WalletRefused or AppError when nothing was done. */
export async function beginPayment(deps: WalletDeps, eventId: string, requested: Requested): Promise<string> {
  const { invoice, amount } = readParams(PayInvoice, requested.params)
  const { amountMsat, paymentHash, description: said } = decode(invoice)
  const description = said === undefined ? null : said.replaceAll('\0', '').toWellFormed()
  if (amountMsat === null) throw new WalletRefused('OTHER', 'An invoice without an amount cannot be paid here.')
  if (amount !== undefined && amount !== null && BigInt(amount) !== amountMsat) {
    throw new WalletRefused('OTHER', 'The amount of the invoice is different.')
  }
  const { connection, operationId } = requested
  const { id: connectionId, user_id: userId } = connection
  // Checked again when the money is taken. This first check prevents cancelling an invoice for a payment that will be
  // refused.
  const method = 'pay_invoice'
  await requirePermission(deps, deps.database.read, connection, { method, amountMsat, costMsat: amountMsat })
  await payFromBalance(
    deps.payments,
    userId,
    operationId,
    { invoice },
    {
      mayPay: () => requireVerified(deps, userId),
      async inSameTx(tx, costMsat) {
        // Locked until the transaction ends, so that the second of two concurrent payments counts the first.
        const locked = await lockConnection(tx, connectionId)
        await requirePermission(deps, tx, locked, { method, amountMsat, costMsat })
        const spending = { method, amountMsat, spentMsat: costMsat, paymentHash, description, preimage: null } as const
        const isBegun = await beginPaying(tx, eventId, spending)
        if (!isBegun) throw new Error(`The request ${eventId} is in progress in another process`)
      },
    },
  )
  return paymentHash
}

const POLL_MS = 1_000

/** Waits for the outcome until the signal aborts. Returns `pending` when there is none by then. */
export async function awaitOutcome(
  { database, payments }: WalletDeps,
  { operationId, paymentHash, userId }: { operationId: string; paymentHash: string; userId: string },
  signal: AbortSignal,
): Promise<PaymentOutcome> {
  for (;;) {
    const waited = payments.signals.wait(signalOf.user(userId), POLL_MS, signal)
    const outcome = await readOutcome(database.read, operationId, paymentHash)
    if ((outcome !== null && outcome.state !== 'pending') || signal.aborted) return outcome ?? { state: 'pending' }
    await waited
  }
}
