/** How much an account can withdraw now, and above which amount a proof is needed. Separate from payments.ts, which
 * public pages load. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

const WithdrawalLimits = z.object({
  /** The limit for 24 hours, without fees. It does not apply to internal transfers. */
  msatLimit: Msat,
  /** What remains of it now. */
  msatRemaining: Msat,
  /** For a new account: when its limit rises, and to what. Null for all others. */
  rises: z.nullable(z.object({ at: Instant, msatLimit: Msat })),
  /** What may leave in 24 hours without a proof, including fees and zaps. */
  msatStepUp: Msat,
  /** What remains of it now. */
  msatWithoutProof: Msat,
  /** A log-in method changed in the last 24 hours, so every withdrawal needs a proof. */
  hasChangedLogin: z.boolean(),
})

export const getWithdrawalLimits = {
  method: 'GET',
  path: '/withdraw/limits',
  access: 'user',
  summary: 'How much the caller can withdraw now, and above which amount a proof is needed',
  data: WithdrawalLimits,
} as const satisfies Endpoint
