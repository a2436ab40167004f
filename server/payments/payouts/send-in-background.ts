/** Sends payouts without anybody waiting for them: a payment that hangs delays nothing else. If this process ends, the reconciler
 * takes over. */
import { isDatabaseClosed } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { sendPayout } from './payout.ts'

/** Resolves when the node has answered, or has failed to, which is logged. */
export async function sendInBackground(deps: PaymentDeps, payoutId: string): Promise<void> {
  try {
    await sendPayout(deps, payoutId)
  } catch (error) {
    // This process is stopping.
    if (!isDatabaseClosed(error)) deps.log.error('payout-send-failed', { error })
  }
}
