/** Payments at the node that nobody waits for: one that hangs must delay nothing else. If this process ends, the reconciler takes
 * over. */
import { isDatabaseClosed } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'

/** Resolves when the node has responded, or when that has failed, which is logged. */
export async function inBackground({ log }: Pick<PaymentDeps, 'log'>, sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    // This process is stopping.
    if (!isDatabaseClosed(error)) log.error('payout-send-failed', { error })
  }
}
