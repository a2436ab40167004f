/** The background work of promos. */
import type { Job } from '#server/platform/jobs/jobs.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { endOrphanedPromos } from './end.ts'
import { deleteOldTraces, holdSuspicious, matureRewards } from './maturing.ts'

const MINUTE_MS = 60_000

export function promoJobs(deps: PaymentDeps): Job[] {
  return [
    // In this order: what stands out is held before anything matures.
    {
      name: 'promo-rewards',
      pauseMs: MINUTE_MS,
      work: async () => {
        await holdSuspicious(deps)
        await matureRewards(deps)
      },
    },
    { name: 'promo-ends', pauseMs: MINUTE_MS, work: () => endOrphanedPromos(deps) },
    { name: 'promo-networks', pauseMs: MINUTE_MS, work: () => deleteOldTraces(deps) },
  ]
}
