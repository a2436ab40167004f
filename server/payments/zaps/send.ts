/** Zaps from a balance. Zaps that arrive together are booked in one transaction, so that the account row of an
 * artist with many zaps is locked once for many of them. */
import { proofRequired, consumeGrant } from '#server/accounts/grants.ts'
import { heldError, type User, readUsers } from '#server/accounts/users.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Outcome } from '#server/platform/jobs/together.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { refusalOfStop } from '#server/payments/outgoing-stop.ts'
import { lockParties } from '#server/payments/consent/settle.ts'
import { readLeft } from '#server/payments/step-up.ts'
import {
  requireWithinLimits,
  readManyPayableTerms,
  type PayableTerms,
  zapOf,
} from '#server/payments/recipients/terms.ts'
import { type ZapRequest } from './zap.ts'
import { bookZaps, type Booking } from './booking.ts'
import { selectBookedZaps } from './queries.ts'

const BATCH_MAX = 50
/** One batch at a time: while it is flushed to disk, the next one is collected. */
const LANES = 1
const WAITING_MAX = 1_000

type SendDeps = Pick<PaymentDeps, 'database' | 'clock' | 'signals' | 'limits' | 'failpoint'>

export type Sent = { paymentId: string; state: 'settled' }
/** `settledAt`: only for the demo; otherwise the present time. */
type Send = {
  operationId: string
  payerId: string
  grant: string | null
  request: ZapRequest
  settledAt?: Date | undefined
}

export type SendFromBalance = (
  caller: Caller,
  operationId: string,
  request: ZapRequest,
  settledAt?: Date,
) => Promise<Sent>

/** Resolves when the zap is settled. Create one per process, so that concurrent zaps share batches. */
export function createBalanceSends(deps: SendDeps): SendFromBalance {
  const send = createBatches<Send, Sent>({
    work: (sends) => sendTogether(deps, sends),
    sizeMax: BATCH_MAX,
    laneCount: LANES,
    waitingMax: WAITING_MAX,
  })
  return async (caller, operationId, request, settledAt) => {
    requireUser(caller)
    requireWithinLimits(deps, request.msatAmount)
    return send({ operationId, payerId: caller.userId, grant: caller.grant ?? null, request, settledAt })
  }
}

async function sendTogether(deps: SendDeps, sends: readonly Send[]): Promise<Outcome<Sent>[]> {
  const { database, signals, failpoint } = deps
  const woken = new Set<string>()
  const outcomes = await database.transaction(async (tx) => {
    woken.clear()
    const { checked, bookings } = await checkSends(deps, tx, sends)
    for (const legs of await bookZaps(tx, bookings)) for (const { key } of legs) if (key !== null) woken.add(key)
    failpoint('send:booking')
    return checked
  })
  failpoint('send:booked')
  for (const [index, outcome] of outcomes.entries()) if ('result' in outcome) woken.add(sends[index]!.payerId)
  for (const userId of woken) signals.wake(signalOf.user(userId))
  return outcomes
}

type Checked = { checked: Outcome<Sent>[]; bookings: Booking[] }

/** Makes every refusal before the ledger is called, so that one zap does not roll back the others. */
async function checkSends(deps: SendDeps, tx: Tx, sends: readonly Send[]): Promise<Checked> {
  const terms = await readManyPayableTerms(
    deps,
    tx,
    sends.map(({ request }) => request),
  )
  const payers = new Set(sends.map(({ payerId }) => payerId))
  const payable = terms.flatMap((one) => ('error' in one ? [] : one.result))
  const balances = await lockParties(
    tx,
    payable.map((one) => one.terms),
    payers,
  )
  // After the locks: a concurrent hold or stop either waits for us or is visible here. A repeat, even of a run that
  // was still in progress, finds its own zap even after changes.
  const booked = await selectBookedZaps(
    tx,
    sends.map(({ operationId }) => operationId),
  )
  const users = await readUsers(tx, [...payers])
  const stopped = await refusalOfStop(tx)
  const now = deps.clock.now()
  const left = await readLeft(tx, [...payers], now)
  const bookings: Booking[] = []
  const checked: Outcome<Sent>[] = []
  for (const [index, send] of sends.entries()) {
    const { operationId, payerId, request } = send
    const one = terms[index]!
    const result = { paymentId: operationId, state: 'settled' } as const
    if (booked.has(operationId)) {
      checked.push({ result })
      continue
    }
    const leftMsat = (left.get(payerId) ?? 0n) + request.msatAmount
    const error =
      'error' in one
        ? one.error
        : (stopped ??
          refusalOf(users.get(payerId), balances.get(payerId)! - request.msatAmount) ??
          (await proofRefusal(deps, tx, send, { content: one.result.content, leftMsat, now })))
    if (error !== null || 'error' in one) {
      checked.push({ error })
      continue
    }
    left.set(payerId, leftMsat)
    balances.set(payerId, balances.get(payerId)! - request.msatAmount)
    booked.add(operationId)
    bookings.push(bookingOf(deps, send, one.result))
    checked.push({ result })
  }
  return { checked, bookings }
}

function refusalOf(payer: User | undefined, balanceMsat: bigint): Error | null {
  if (payer === undefined) return new AppError(401, 'unauthorized')
  const holdError = heldError(payer)
  if (holdError !== null) return holdError
  return balanceMsat < 0n ? new InsufficientFunds(`${-balanceMsat} msat are missing`) : null
}

/** Above the step-up amount of 24 hours, a zap needs a grant for exactly this content and amount. */
async function proofRefusal(
  { limits }: SendDeps,
  tx: Tx,
  { payerId, grant, request }: Send,
  { content, leftMsat, now }: { content: PayableTerms['content']; leftMsat: bigint; now: Date },
): Promise<Error | null> {
  if (leftMsat <= limits.stepUpMsat) return null
  const { contentId, msatAmount: amountMsat } = request
  const operation = { action: 'zap', amountMsat, destination: contentId, label: content.title } as const
  return (await consumeGrant(tx, { userId: payerId, grant }, operation, now)) ? null : proofRequired(operation)
}

function bookingOf(
  { clock }: SendDeps,
  { operationId, payerId, request, settledAt = clock.now() }: Send,
  payable: PayableTerms,
) {
  return {
    id: operationId,
    idem: `send:${operationId}`,
    debit: { account: { kind: 'user', userId: payerId }, amountMsat: -request.msatAmount },
    payerId,
    amountMsat: request.msatAmount,
    ...zapOf(payable, request.comment || null, request.contentTime),
    isNameless: request.isAnonymous ?? false,
    settledAt,
  } satisfies Booking
}
