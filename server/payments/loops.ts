/** What the payments room does by itself: follow the node's feed, sweep invoices, bring payouts to an end. */
import type { PaymentDeps } from './deps.ts'
import { reconcilePayouts } from './payout.ts'
import { makePayoutsDue } from './queries.ts'
import { followFeed, sweepInvoices } from './receive.ts'

const ROUND_MS = 500

export type PaymentLoops = { stop(): Promise<void> }

export async function startPaymentLoops(deps: PaymentDeps): Promise<PaymentLoops> {
  await makePayoutsDue(deps.database.read, deps.clock.now())
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    followFeed(deps, signal),
    repeat(deps, signal, 'payouts', () => reconcilePayouts(deps)),
    repeat(deps, signal, 'invoices', () => sweepInvoices(deps)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(deps: PaymentDeps, signal: AbortSignal, name: string, round: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    await round().catch((error: unknown) => deps.log.warn('payment-loop-failed', { name, error }))
    await deps.signals.wait(`loop:${name}`, ROUND_MS, signal)
  }
}
