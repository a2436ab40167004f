/** The background jobs of the payments module: following the node's feed, sweeping invoices, reconciling payouts,
 * forwarding earnings, the audit, the price, and rolling up the ledger's busiest accounts. */
import { rollUpAppendOnly } from '#server/ledger/rollup.ts'
import { NOT_DUE, type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { runDueAudit } from './audit/job.ts'
import { dueInvoices } from './invoices/queries.ts'
import { dueOutside } from './outside/queries.ts'
import { expiredHolds } from './tickets/queries.ts'
import { payKept, returnKept } from './boosts/kept.ts'
import { expireOffers } from './consent/answer.ts'
import type { PaymentDeps } from './deps.ts'
import { forwardEarnings } from './forwards/forward.ts'
import { payOutside } from './forwards/outside.ts'
import { reconcilePayouts, reviewFailedPayouts } from './payouts/payout.ts'
import { duePayouts, makePayoutsDue } from './payouts/queries.ts'
import { fillFromSandbox, deleteNetworks } from './gifts/jobs.ts'
import { promoJobs } from './promos/jobs.ts'
import { refreshPrice } from './price.ts'
import { deleteAddresses } from './purchases/delivery.ts'
import { followFeed, sweepInvoices } from './incoming/receive.ts'
import { dueBatches, duePlans, makePlansDue } from './payouts/forward-queries.ts'
import { releaseExpiredHolds } from './tickets/hold.ts'
import { payOutTickets } from './tickets/payout.ts'
import { refundCancelled } from './tickets/refund.ts'

const ROUND_MS = 1_000
const LATE_MS = 5_000
const ROLL_UP_MS = 60_000

/** Pays out tickets, and immediately checks what of it can be forwarded. */
async function forwardTickets(deps: PaymentDeps): Promise<void> {
  await makePlansDue(deps.database.read, await payOutTickets(deps), deps.clock.now())
}

export async function startPaymentLoops(deps: PaymentDeps): Promise<RunningJobs> {
  await makePayoutsDue(deps.database.read, deps.clock.now())
  const stopping = new AbortController()
  const following = followFeed(deps, stopping.signal)
  const jobs = startJobs(deps, [
    { name: 'payouts', pauseMs: ROUND_MS, due: [duePayouts], work: () => reconcilePayouts(deps) },
    { name: 'invoices', pauseMs: ROUND_MS, due: [dueInvoices], work: () => sweepInvoices(deps) },
    {
      name: 'forwards',
      pauseMs: ROUND_MS,
      due: [duePlans, dueBatches],
      work: (stopping) => forwardEarnings(deps, stopping),
    },
    {
      name: 'outside-recipients',
      pauseMs: ROUND_MS,
      due: [dueOutside],
      work: (stopping) => payOutside(deps, stopping),
    },
    { name: 'kept-shares', pauseMs: ROLL_UP_MS, work: (stopping) => payKept(deps, stopping) },
    { name: 'kept-shares-back', pauseMs: ROLL_UP_MS, work: () => returnKept(deps) },
    { name: 'audit', pauseMs: LATE_MS, work: async () => (await runDueAudit(deps)) || NOT_DUE },
    { name: 'late-payouts', pauseMs: LATE_MS, work: () => reviewFailedPayouts(deps) },
    { name: 'price', pauseMs: LATE_MS, work: () => refreshPrice(deps) },
    { name: 'gift-networks', pauseMs: ROLL_UP_MS, work: () => deleteNetworks(deps) },
    { name: 'gift-purse', pauseMs: ROLL_UP_MS, work: () => fillFromSandbox(deps) },
    ...promoJobs(deps),
    { name: 'split-offers', pauseMs: ROLL_UP_MS, work: () => expireOffers(deps) },
    { name: 'purchase-mails', pauseMs: ROLL_UP_MS, work: () => deleteAddresses(deps) },
    {
      name: 'ticket-holds',
      pauseMs: ROUND_MS,
      due: [expiredHolds],
      work: () => releaseExpiredHolds(deps),
    },
    { name: 'ticket-payouts', pauseMs: LATE_MS, work: () => forwardTickets(deps) },
    { name: 'ticket-refunds', pauseMs: LATE_MS, work: () => refundCancelled(deps) },
    { name: 'ledger-roll-up', pauseMs: ROLL_UP_MS, work: () => deps.database.transaction(rollUpAppendOnly) },
  ])
  return {
    ...jobs,
    async stop() {
      stopping.abort()
      await Promise.all([following, jobs.stop()])
    },
  }
}
