/** Pays several Lightning addresses together, such as those of a foreign feed's value block (money rule 31). Each is a payment of
 * its own, made like any withdrawal, and can be repeated alone. Who gets how much is up to the caller. */
import { createHash } from 'node:crypto'
import type { Data } from '#contract/endpoint.ts'
import type { getBoost } from '#contract/listening/foreign/boosts.ts'
import { hashOfTerms, type Operation } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { workInLanes } from '#server/platform/jobs/lanes.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { payFromBalance, readWithdrawal, type WithdrawResult } from '#server/payments/payouts/withdraw.ts'
import { chooseReserve } from '#server/payments/payouts/withdrawal-reserve.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import { requireProofForAll, requireProofToLeave } from '#server/payments/step-up.ts'
import {
  beginAttempt,
  type BoostRow,
  insertBoost,
  type LegRow,
  readBoostRow,
  selectLegs,
  setFailure,
} from './queries.ts'

const BOOSTS_PER_MINUTE = { max: 20, windowSeconds: 60 }
const RETRIES_PER_MINUTE = { max: 10, windowSeconds: 60 }
const AT_ONCE = 4

/** Only legs that can be paid. */
export type BoostOrder = {
  itemId: string
  title: string
  amountMsat: bigint
  message: string | null
  legs: readonly { name: string | null; address: string; amountMsat: bigint }[]
}
type Boost = Data<typeof getBoost>

/** Requires a signed-in user. Responds when each leg was reserved or refused; the node is called in the background. */
export async function startBoost(
  deps: PaymentDeps,
  caller: Caller,
  boostId: string,
  order: BoostOrder,
): Promise<Boost> {
  requireUser(caller)
  const { database, clock, limits } = deps
  if ((await readBoostRow(database.read, boostId)) !== undefined) return readBoost(deps, caller, boostId)
  await countUse(database.read, `boost:${caller.userId}`, BOOSTS_PER_MINUTE, clock.now())
  requireWithinLimits(deps, order.amountMsat)
  await requireMoneyRegion(database.read, limits, caller)
  const { boost, legs } = await recordBoost(deps, caller, boostId, order)
  deps.failpoint('boost:recorded')
  await payLegs(deps, caller, boost, legs)
  return readBoost(deps, caller, boostId)
}

/** Checks and proves the sum, and stores who is to be paid before anybody is. */
function recordBoost(deps: PaymentDeps, caller: AuthenticatedUser, boostId: string, order: BoostOrder) {
  const { itemId, title, amountMsat, message } = order
  const costMsat = order.legs.reduce(
    (sum, leg) => sum + leg.amountMsat + chooseReserve(deps, leg.amountMsat, undefined),
    0n,
  )
  return deps.database.transaction(async (tx) => {
    const balanceMsat = await lockUserBalance(tx, caller.userId)
    await requireWithdrawalsAllowed(tx, caller.userId)
    await requireNotStopped(tx)
    if (balanceMsat < costMsat) throw new AppError(422, 'insufficient-balance')
    const operation = operationOf(order)
    const isProven = await requireProofForAll(deps, tx, caller, { operation, costMsat })
    const id = { id: boostId, user_id: caller.userId, item_id: itemId }
    const boost: BoostRow = {
      ...id,
      title,
      amount_msat: amountMsat,
      message,
      is_proven: isProven,
      created_at: deps.clock.now(),
    }
    const legs: LegRow[] = order.legs.map(({ name, address, amountMsat: msat }, position) => {
      return { boost_id: boostId, position, name, address, amount_msat: msat, attempt: 0, failure: null }
    })
    await insertBoost(tx, boost, legs)
    return { boost, legs }
  })
}

function operationOf({ legs, title }: Pick<BoostOrder, 'legs' | 'title'>): Operation {
  const amountMsat = legs.reduce((sum, leg) => sum + leg.amountMsat, 0n)
  const exact = legs.map(({ address, amountMsat: msat }) => [address, msat])
  return { action: 'keysend', amountMsat, destination: hashOfTerms(exact), label: title.slice(0, 200) }
}

async function payLegs(deps: PaymentDeps, caller: AuthenticatedUser, boost: BoostRow, legs: LegRow[]): Promise<void> {
  const waiting = [...legs]
  await workInLanes({
    laneCount: AT_ONCE,
    max: legs.length,
    claim: async () => waiting.shift(),
    work: (leg) => payLeg(deps, caller, boost, leg),
  })
}

async function payLeg(deps: PaymentDeps, caller: AuthenticatedUser, boost: BoostRow, leg: LegRow): Promise<void> {
  const { database } = deps
  const { address } = leg
  const request = {
    lightningAddress: address,
    msatAmount: leg.amount_msat,
    comment: boost.message,
    description: boost.title,
  }
  const operation = operationOf({
    legs: [{ name: leg.name, address, amountMsat: leg.amount_msat }],
    title: boost.title,
  })
  try {
    await payFromBalance(deps, boost.user_id, idOfLeg(leg), request, {
      mayPay: async () => undefined,
      inSameTx: (tx) => (boost.is_proven ? Promise.resolve() : requireProofToLeave(deps, tx, caller, operation)),
    })
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error('boost-leg-failed', { boostId: boost.id, error })
    await setFailure(database.read, leg, error instanceof AppError ? error.code : 'internal')
  }
}

/** The user's own. */
export async function readBoost(deps: PaymentDeps, caller: Caller, boostId: string): Promise<Boost> {
  requireUser(caller)
  const { boost, legs } = await readOwn(deps, caller, boostId)
  return {
    id: boost.id,
    itemId: boost.item_id,
    title: boost.title,
    message: boost.message,
    createdAt: boost.created_at,
    legs: legs.map(({ leg, payment }) => ({
      position: leg.position,
      name: leg.name,
      address: leg.address,
      msatAmount: leg.amount_msat,
      state: payment?.state ?? ('unpaid' as const),
      reason: payment === null ? leg.failure : null,
      paymentId: idOfLeg(leg),
    })),
  }
}

/** The user's own. Legs that are paid, or whose outcome is not known, are left as they are. */
export async function retryBoost(deps: PaymentDeps, caller: Caller, boostId: string): Promise<Boost> {
  requireUser(caller)
  const { database, clock, limits } = deps
  const { boost, legs } = await readOwn(deps, caller, boostId)
  await countUse(database.read, `boost-retry:${caller.userId}`, RETRIES_PER_MINUTE, clock.now())
  await requireMoneyRegion(database.read, limits, caller)
  const again: LegRow[] = []
  for (const { leg, payment } of legs) {
    if (payment === null) again.push(leg)
    else if (payment.state === 'failed')
      again.push(...[await beginAttempt(database.read, leg)].filter((one) => one !== undefined))
  }
  for (const leg of again) await setFailure(database.read, leg, null)
  await payLegs(deps, caller, boost, again)
  return readBoost(deps, caller, boostId)
}

type Outcome = { leg: LegRow; payment: WithdrawResult | null }

async function readOwn({ database }: PaymentDeps, caller: AuthenticatedUser, boostId: string) {
  const boost = await readBoostRow(database.read, boostId)
  if (boost === undefined || boost.user_id !== caller.userId) throw notFound()
  const legs: Outcome[] = []
  for (const leg of await selectLegs(database.read, boostId)) {
    legs.push({ leg, payment: await readWithdrawal(database.read, idOfLeg(leg)) })
  }
  return { boost, legs }
}

/** Derived, so that a repeat finds the payment of the first run. Version 8 of RFC 9562: a custom UUID. */
function idOfLeg({ boost_id: boostId, position, attempt }: LegRow): string {
  const hex = createHash('sha256').update(`boost ${boostId} ${position} ${attempt}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
