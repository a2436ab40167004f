/** What the payments room does by itself: follow the node's feed, sweep invoices, bring payouts to an end,
 * and keep the roll-up of the ledger's busiest accounts near. */
import { rollUpAppendOnly } from '#server/ledger/rollup.ts'
import type { PaymentDeps } from './deps.ts'
import { reconcilePayouts, reviewFailedPayouts } from './payout.ts'
import { makePayoutsDue } from './queries.ts'
import { followFeed, sweepInvoices } from './receive.ts'

const ROUND_MS = 500
const LATE_MS = 5_000
const ROLL_UP_MS = 60_000

export type PaymentLoops = { stop(): Promise<void> }

export async function startPaymentLoops(deps: PaymentDeps): Promise<PaymentLoops> {
  await makePayoutsDue(deps.database.read, deps.clock.now())
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    followFeed(deps, signal),
    repeat(deps, signal, 'payouts', ROUND_MS, () => reconcilePayouts(deps)),
    repeat(deps, signal, 'invoices', ROUND_MS, () => sweepInvoices(deps)),
    repeat(deps, signal, 'late', LATE_MS, () => reviewFailedPayouts(deps)),
    repeat(deps, signal, 'roll-up', ROLL_UP_MS, () => deps.database.transaction(rollUpAppendOnly)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(
  deps: PaymentDeps,
  signal: AbortSignal,
  name: string,
  everyMs: number,
  round: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await round().catch((error: unknown) => deps.log.warn('payment-loop-failed', { name, error }))
    await deps.signals.wait(`loop:${name}`, everyMs, signal)
  }
}
