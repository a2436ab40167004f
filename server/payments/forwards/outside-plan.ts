/** When a recipient of a split on another server is paid, how much, and when what waits goes back to the owner. Decides only;
 * outside.ts acts. docs/splits.md has the rules. */
import { readUser } from '#server/accounts/users.ts'
import { readVerification } from '#server/accounts/region.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { OutsideHeldBack, OutsideRow } from '#server/payments/outside/queries.ts'
import { isOutgoingHeld } from '#server/payments/outgoing-stop.ts'
import { chooseAmount, fullReserve, reasonOf } from './plan.ts'

const DAY_MS = 86_400_000
const AT_ONCE_MSAT = 100_000n
const LATER_MSAT = 10_000n
const LATER_MS = 30 * DAY_MS
const UNCLAIMED_MS = 180 * DAY_MS
/** An address that has failed for so long is given up, once the last failure is a day old: it could still succeed. */
const GIVE_UP_MS = 30 * DAY_MS
const LAST_FAILURE_MS = DAY_MS

export type Step = { do: 'wait'; until: Date } | { do: 'pay' } | { do: 'return'; isGivenUp: boolean }

export function nextStep(row: OutsideRow, heldMsat: bigint, now: Date): Step {
  const wait = (since: Date, ms: number): Date => new Date(since.getTime() + ms)
  if (row.is_sending) return { do: 'wait', until: wait(now, 60_000) }
  const { failing_since: failingSince, failed_at: failedAt } = row
  if (failingSince !== null && failedAt !== null && failedAt >= wait(failingSince, GIVE_UP_MS)) {
    const until = wait(failedAt, LAST_FAILURE_MS)
    return now >= until ? { do: 'return', isGivenUp: true } : { do: 'wait', until }
  }
  if (heldMsat >= AT_ONCE_MSAT || (heldMsat >= LATER_MSAT && failingSince !== null)) return { do: 'pay' }
  const isEnough = heldMsat >= LATER_MSAT
  const until = isEnough ? wait(row.waiting_since ?? now, LATER_MS) : wait(row.last_leg_at, UNCLAIMED_MS)
  if (now >= until) return heldMsat === 0n ? { do: 'wait', until: wait(now, UNCLAIMED_MS) } : due(isEnough)
  return { do: 'wait', until }
}

const due = (isEnough: boolean): Step => (isEnough ? { do: 'pay' } : { do: 'return', isGivenUp: false })

/** The largest amount in whole sats that is covered with the fee of its routing, which the recipient pays. */
export function amountOf(deps: PaymentDeps, heldMsat: bigint, maxMsat: bigint): bigint {
  const { maxPaymentMsat } = deps.limits
  const most = [heldMsat, maxMsat, maxPaymentMsat].reduce((a, b) => (a < b ? a : b))
  return chooseAmount(most, heldMsat, (msat) => fullReserve(deps, msat))
}

/** Why the owner's recipients may not be paid now, or null. */
export async function findReasonToHold(deps: PaymentDeps, tx: Tx, ownerId: string): Promise<OutsideHeldBack | null> {
  if (await isOutgoingHeld(tx)) return 'halted'
  const { regionAllow, regionDeny, requireVerifiedWallet } = deps.limits
  const user = await readUser(tx, ownerId)
  const reason = reasonOf(user)
  if (reason === 'locked' || reason === 'email-not-verified') return reason
  if (requireVerifiedWallet && user?.isRegionVerified !== true) return 'region'
  const country = (await readVerification(tx, ownerId))?.country ?? null
  const isDenied =
    country !== null && (regionDeny.includes(country) || (regionAllow.length > 0 && !regionAllow.includes(country)))
  return isDenied ? 'region' : null
}
