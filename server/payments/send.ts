/** Zaps from the balance. Those that come at once are booked in one transaction, so that an artist whom everybody zaps is
 * one row locked once for many. */
import { errorCodes } from '#contract/errors.ts'
import { readPeople } from '#server/accounts/people.ts'
import { lockUserBalances } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { createBatches, type Outcome } from '#server/platform/batches.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { refusalOfStop } from './outgoing-stop.ts'
import { mustBeWithinLimits, readManyPayableTerms, type PayableTerms } from './terms.ts'
import { bookZaps, type Booking, type ZapRequest } from './zap.ts'
import { selectBookedZaps } from './zap-queries.ts'

const BATCH_MAX = 20
/** Two: while one batch is being flushed to disk, the next one is put together. */
const LANES = 2
const WAITING_MAX = 1_000

type SendDeps = Pick<PaymentDeps, 'database' | 'clock' | 'signals' | 'limits' | 'failpoint'>

export type Sent = { paymentId: string; state: 'settled' }
type Send = { operationId: string; payerId: string; request: ZapRequest }

export type SendFromBalance = (who: Who, operationId: string, request: ZapRequest) => Promise<Sent>

/** Settled when it resolves. One of these a process: what comes at once must meet. */
export function createBalanceSends(deps: SendDeps): SendFromBalance {
  const send = createBatches<Send, Sent>({
    work: (sends) => sendTogether(deps, sends),
    sizeMax: BATCH_MAX,
    laneCount: LANES,
    waitingMax: WAITING_MAX,
  })
  return async (who, operationId, request) => {
    mustBeUser(who)
    mustBeWithinLimits(deps, request.msatAmount)
    return send({ operationId, payerId: who.userId, request })
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

/** Everything that can be refused is refused before the ledger is asked, so that nothing of the others is undone. */
async function checkSends(deps: SendDeps, tx: Tx, sends: readonly Send[]): Promise<Checked> {
  const terms = await readManyPayableTerms(
    deps,
    tx,
    sends.map(({ request }) => request),
  )
  const payers = new Set(sends.map(({ payerId }) => payerId))
  const recipients = terms.flatMap((one) => ('error' in one ? [] : recipientsOf(one.result)))
  const balances = await lockUserBalances(tx, [...payers, ...recipients])
  // After the locks: whoever holds outgoing money waits for us or we for them. And a repeat, also one whose first run was
  // still under way, finds its own zap, whatever has changed since.
  const booked = await selectBookedZaps(
    tx,
    sends.map(({ operationId }) => operationId),
  )
  const people = await readPeople(tx, [...payers])
  const stopped = await refusalOfStop(tx)
  const bookings: Booking[] = []
  const checked = sends.map((send, index): Outcome<Sent> => {
    const { operationId, payerId, request } = send
    const result = { paymentId: operationId, state: 'settled' } as const
    if (booked.has(operationId)) return { result }
    const one = terms[index]!
    if ('error' in one) return one
    if (stopped !== null) return { error: stopped }
    const isHeld = people.get(payerId)?.isLocked ?? true
    if (isHeld) return { error: new AppError(403, 'withdrawals-held', errorCodes['withdrawals-held']) }
    const leftMsat = balances.get(payerId)! - request.msatAmount
    if (leftMsat < 0n) return { error: new InsufficientFunds(`${-leftMsat} msat are missing`) }
    balances.set(payerId, leftMsat)
    booked.add(operationId)
    bookings.push(bookingOf(deps, send, one.result))
    return { result }
  })
  return { checked, bookings }
}

function recipientsOf({ terms }: PayableTerms): string[] {
  return [...terms.recipients, ...(terms.timeSplit?.recipients ?? [])].map(({ key }) => key)
}

function bookingOf({ clock }: SendDeps, { operationId, payerId, request }: Send, { content, terms }: PayableTerms) {
  return {
    id: operationId,
    idem: `send:${operationId}`,
    debit: { account: { kind: 'user', userId: payerId }, amountMsat: -request.msatAmount },
    payerId,
    amountMsat: request.msatAmount,
    contentId: content.contentId,
    contentType: content.contentType,
    contentTitle: content.title,
    terms,
    comment: request.comment || null,
    contentTimeSeconds: request.contentTime ?? null,
    isNameless: request.withoutName ?? false,
    settledAt: clock.now(),
  } satisfies Booking
}
