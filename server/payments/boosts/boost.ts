/** Pays several Lightning addresses together, such as those of a foreign feed's value block (money rule 31). Each is a payment of
 * its own, made like any withdrawal, and can be repeated alone. Who gets how much is up to the caller. */
import type { Data } from '#contract/endpoint.ts'
import type { getBoost, ShareRole } from '#contract/listening/foreign/boosts.ts'
import { type Actor, hashOfTerms, type Operation } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import { formatRssPayment } from '#protocols/lightning/rss-payment.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { workInLanes } from '#server/platform/jobs/lanes.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { payFromBalance } from '#server/payments/payouts/withdraw.ts'
import { chooseReserve } from '#server/payments/payouts/withdrawal-reserve.ts'
import { ownUsername } from '#server/payments/addresses/external.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import { publicPayoutState } from '#server/payments/state.ts'
import { changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { requireProofForAll, requireProofToLeave } from '#server/payments/step-up.ts'
import { keep, lockKeptOf } from './kept.ts'
import { idOfLeg } from './leg-id.ts'
import {
  beginAttempt,
  type BoostRow,
  insertBoost,
  type LegPayout,
  type LegRow,
  readBoostRow,
  selectLegs,
  selectPayouts,
  setFailure,
  setPaidInside,
} from './queries.ts'

const BOOSTS_PER_MINUTE = { max: 20, windowSeconds: 60 }
const RETRIES_PER_MINUTE = { max: 10, windowSeconds: 60 }
const AT_ONCE = 4

/** Only legs that can be paid, or kept until they can. */
export type BoostOrder = {
  itemId: string
  title: string
  amountMsat: bigint
  message: string | null
  /** It is paid while it is heard. */
  isStream?: boolean
  /** `place`: among these and the legs. */
  leftOut?: readonly { name: string | null; role: ShareRole; amountMsat: bigint; place: number }[]
  legs: readonly { name: string | null; address: string; role: ShareRole; amountMsat: bigint }[]
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
  await countUse(database.read, `boost:${caller.userId}`, BOOSTS_PER_MINUTE, clock.now())
  requireWithinLimits(deps, order.amountMsat)
  await requireMoneyRegion(database.read, limits, caller)
  const { boost, legs } = await recordBoost(deps, caller.userId, boostId, order, (tx, proven) =>
    requireProofForAll(deps, tx, caller, proven),
  )
  deps.failpoint('boost:recorded')
  await payLegs(
    deps,
    caller,
    boost,
    legs.filter(({ kept }) => kept === null),
  )
  return readBoost(deps, caller, boostId)
}

/** Null when nothing was recorded under this id. */
export async function findBoost(deps: PaymentDeps, caller: Caller, boostId: string): Promise<Boost | null> {
  requireUser(caller)
  const isKnown = (await readBoostRow(deps.database.read, boostId)) !== undefined
  return isKnown ? readBoost(deps, caller, boostId) : null
}

/** Checks and proves the sum, and stores who is to be paid before anybody is. What is too small is moved to where it is kept. */
export function recordBoost(
  deps: PaymentDeps,
  userId: string,
  boostId: string,
  order: BoostOrder,
  prove: (tx: Tx, proven: { operation: Operation; costMsat: bigint }) => Promise<boolean>,
) {
  const { itemId, title, amountMsat, message, isStream = false, leftOut = [] } = order
  const isSmall = (msat: bigint) => msat < deps.limits.minPaymentMsat
  const reserveOf = (msat: bigint) => (isSmall(msat) ? 0n : chooseReserve(deps, msat, undefined))
  const costMsat = order.legs.reduce((sum, leg) => sum + leg.amountMsat + reserveOf(leg.amountMsat), 0n)
  const keptMsat = order.legs.reduce((sum, leg) => (isSmall(leg.amountMsat) ? sum + leg.amountMsat : sum), 0n)
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    if (keptMsat > 0n) await lockKeptOf(tx, userId)
    const balanceMsat = await lockUserBalance(tx, userId)
    await requireWithdrawalsAllowed(tx, userId)
    await requireNotStopped(tx)
    if (balanceMsat < costMsat) throw new AppError(422, 'insufficient-balance')
    const isProven = await prove(tx, { operation: operationOf(order), costMsat })
    const id = { id: boostId, user_id: userId, item_id: itemId }
    const boost: BoostRow = {
      ...id,
      title,
      amount_msat: amountMsat,
      message,
      is_proven: isProven,
      is_stream: isStream,
      left_out: leftOut.map(({ name, role, amountMsat: msat, place }) => ({ name, role, msat: String(msat), place })),
      created_at: now,
    }
    const legs: LegRow[] = order.legs.map(({ amountMsat: msat, ...about }, position) => {
      const nothing = { attempt: 0, failure: null, paid_inside_at: null }
      const kept = isSmall(msat) ? ({ kept: 'waiting', next_try_at: now } as const) : { kept: null, next_try_at: null }
      return { boost_id: boostId, position, ...about, amount_msat: msat, ...nothing, ...kept }
    })
    await insertBoost(tx, boost, legs)
    // The first change of the line says what it is for.
    const line = { id: boostId, userId, title, note: isStream ? ('stream' as const) : ('boost' as const) }
    if (isStream) await changeBoostLine(tx, line, { changeMsat: 0n }, now)
    if (keptMsat > 0n) await keep(tx, line, keptMsat, now)
    return { boost, legs }
  })
}

type Proven = { title: string; legs: readonly { address: string; amountMsat: bigint }[] }

function operationOf({ legs, title }: Proven): Operation {
  const amountMsat = legs.reduce((sum, leg) => sum + leg.amountMsat, 0n)
  const exact = legs.map(({ address, amountMsat: msat }) => [address, msat])
  return { action: 'keysend', amountMsat, destination: hashOfTerms(exact), label: title.slice(0, 200) }
}

export async function payLegs(deps: PaymentDeps, caller: Actor, boost: BoostRow, legs: LegRow[]): Promise<void> {
  const waiting = [...legs]
  await workInLanes({
    laneCount: AT_ONCE,
    max: legs.length,
    claim: async () => waiting.shift(),
    work: (leg) => payLeg(deps, caller, boost, leg),
  })
}

async function payLeg(deps: PaymentDeps, caller: Actor, boost: BoostRow, leg: LegRow): Promise<void> {
  const { database } = deps
  const { address } = leg
  const request = {
    lightningAddress: address,
    msatAmount: leg.amount_msat,
    comment: commentOf(deps, boost, address),
    description: boost.title,
  }
  const operation = operationOf({
    legs: [{ address, amountMsat: leg.amount_msat }],
    title: boost.title,
  })
  try {
    await payFromBalance(deps, boost.user_id, idOfLeg(leg), request, {
      mayPay: async () => undefined,
      inSameTx: async (tx) => {
        if (ownUsername(deps, address) !== null) await setPaidInside(tx, leg, deps.clock.now())
        if (!boost.is_proven) await requireProofToLeave(deps, tx, caller, operation)
      },
      boostId: boost.id,
    })
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error('boost-leg-failed', { boostId: boost.id, error })
    await setFailure(database.read, leg, error instanceof AppError ? error.code : 'internal')
  }
}

/** Not to addresses here: a comment would be shown with the payment. */
function commentOf(deps: PaymentDeps, { is_stream: isStream, message }: BoostRow, address: string): string | null {
  if (!isStream) return message
  return ownUsername(deps, address) === null ? formatRssPayment({ action: 'stream', url: null, message: null }) : null
}

/** The user's own. */
export async function readBoost(deps: PaymentDeps, caller: Caller, boostId: string): Promise<Boost> {
  requireUser(caller)
  const { boost, legs, late } = await readOwn(deps, caller, boostId)
  const leftOut = boost.left_out ?? []
  const places = placesOf(legs.length, leftOut)
  return {
    id: boost.id,
    itemId: boost.item_id,
    title: boost.title,
    message: boost.message,
    createdAt: boost.created_at,
    leftOut: leftOut.map(({ name, role, msat, place = places.length + leftOut.length }) => ({
      name,
      role,
      msatAmount: BigInt(msat),
      place,
    })),
    legs: [...legs, ...late].map(({ leg, state, payout }) => ({
      name: leg.name,
      address: leg.address,
      role: leg.role,
      msatAmount: leg.amount_msat,
      msatFee: payout === undefined || payout.state === 'failed' ? 0n : payout.costMsat - leg.amount_msat,
      state,
      reason: payout === undefined ? leg.failure : payout.failureReason,
      paymentId: payout?.id ?? idOfLeg(leg),
      place: places[leg.position] ?? leg.position,
    })),
  }
}

/** Of the legs, in their order: all that no left-out recipient has. */
function placesOf(legCount: number, leftOut: NonNullable<BoostRow['left_out']>): number[] {
  const others = new Set(leftOut.map(({ place }) => place))
  const all = Array.from({ length: legCount + leftOut.length }, (_, place) => place)
  return all.filter((place) => !others.has(place))
}

/** The user's own. Legs that are paid, or whose outcome is not known, are left as they are. */
export async function retryBoost(deps: PaymentDeps, caller: Caller, boostId: string): Promise<Boost> {
  requireUser(caller)
  const { database, clock, limits } = deps
  const { boost, legs } = await readOwn(deps, caller, boostId)
  await countUse(database.read, `boost-retry:${caller.userId}`, RETRIES_PER_MINUTE, clock.now())
  await requireMoneyRegion(database.read, limits, caller)
  const again: LegRow[] = []
  for (const { leg, state } of legs) {
    if (state === 'unpaid') again.push(leg)
    else if (state === 'failed')
      again.push(...[await beginAttempt(database.read, leg)].filter((one) => one !== undefined))
  }
  for (const leg of again) await setFailure(database.read, leg, null)
  await payLegs(deps, caller, boost, again)
  return readBoost(deps, caller, boostId)
}

const STATE_OF_KEPT = { waiting: 'waiting', sending: 'pending', paid: 'settled', returned: 'returned' } as const

type Outcome = { leg: LegRow; state: Boost['legs'][number]['state']; payout: LegPayout | undefined }

/** The newest attempt of each leg, and earlier ones that turned out to be paid after they had failed. */
async function readOwn({ database }: PaymentDeps, caller: AuthenticatedUser, boostId: string) {
  const boost = await readBoostRow(database.read, boostId)
  if (boost === undefined || boost.user_id !== caller.userId) throw notFound()
  const payouts = await selectPayouts(database.read, boostId)
  const outcomeOf = (leg: LegRow): Outcome => {
    const payout = payouts.get(idOfLeg(leg))
    if (leg.kept !== null) return { leg, payout: undefined, state: STATE_OF_KEPT[leg.kept] }
    const inside = leg.paid_inside_at === null ? 'unpaid' : 'settled'
    return { leg, payout, state: payout === undefined ? inside : publicPayoutState(payout.state) }
  }
  const legs: Outcome[] = []
  const late: Outcome[] = []
  for (const leg of await selectLegs(database.read, boostId)) {
    legs.push(outcomeOf(leg))
    for (let attempt = 0; attempt < leg.attempt; attempt += 1) {
      const earlier = outcomeOf({ ...leg, attempt, paid_inside_at: null })
      if (earlier.state === 'settled') late.push(earlier)
    }
  }
  return { boost, legs, late }
}
