/** How much an account can withdraw now, and from which amount on a proof is needed. Apart from payments.ts, which public
 * pages load. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { Msat } from './money.ts'

const WithdrawalLimits = z.object({
  /** Of 24 hours, fees not included. It does not hold within this server. */
  msatLimit: Msat,
  /** What is left of it now. */
  msatRemaining: Msat,
  /** A new account: when its limit rises, and to what. Null of all others. */
  rises: z.nullable(z.object({ at: Instant, msatLimit: Msat })),
  /** What may leave in 24 hours without a proof, fees and zaps included. */
  msatStepUp: Msat,
  /** What is left of it now. */
  msatWithoutProof: Msat,
  /** Something of how I log in changed in the last 24 hours: every withdrawal needs a proof. */
  hasChangedLogin: z.boolean(),
})

export const getWithdrawalLimits = {
  method: 'GET',
  path: '/withdraw/limits',
  access: 'user',
  summary: 'How much I can withdraw now, and from which amount on a proof is needed',
  data: WithdrawalLimits,
} as const satisfies Endpoint
