/** Event streams of settlements. Signals within the process make them fast; each stream also polls every second, so
 * that it sees what other processes settled. */
import type * as z from 'zod/mini'
import type { Invoice, UserEvent } from '#contract/payments/payments.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { describeInvoice, readPublicInvoice } from '#server/payments/invoices/invoice.ts'
import { ALL_TYPES, stateOf } from '#server/payments/statements/history.ts'
import { readStatement } from '#server/payments/statements/queries.ts'

const POLL_MS = 1_000
/** A page that stays open reconnects after this time. */
const STREAM_MAX_MS = 2 * 3_600_000

/** The invoice now and at each change, until it is paid. */
export async function* watchZapInvoice(
  deps: PaymentDeps,
  invoiceId: string,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof Invoice>> {
  const until = deps.clock.now().getTime() + STREAM_MAX_MS
  let reported = ''
  while (!signal.aborted && deps.clock.now().getTime() < until) {
    const waiting = deps.signals.wait(signalOf.invoice(invoiceId), POLL_MS, signal)
    const invoice = describeInvoice(await readPublicInvoice(deps, invoiceId), deps.clock.now())
    if (invoice.state !== reported) {
      reported = invoice.state
      yield invoice
    }
    if (invoice.state === 'paid') return
    await waiting
  }
}

/** The balance and the newest lines of the statement, at each change. */
export async function* watchOwnAccount(
  deps: PaymentDeps,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof UserEvent>> {
  requireUser(caller)
  const { database, signals, clock } = deps
  const until = clock.now().getTime() + STREAM_MAX_MS
  let sentBalance: bigint | null = null
  const sentStates = new Map<string, string>()
  let isFirst = true
  while (!signal.aborted && clock.now().getTime() < until) {
    const waiting = signals.wait(signalOf.user(caller.userId), POLL_MS, signal)
    const msatBalance = await readUserBalance(database.read, caller.userId)
    if (msatBalance !== sentBalance) {
      sentBalance = msatBalance
      yield { kind: 'balance', msatBalance, paymentId: null, state: null, notify: null }
    }
    for (const { paymentId, state } of await newestStates(deps, caller.userId)) {
      const isNews = sentStates.get(paymentId) !== state
      sentStates.set(paymentId, state)
      if (isNews && !isFirst) yield { kind: 'payment', msatBalance, paymentId, state, notify: null }
    }
    isFirst = false
    await waiting
  }
}

const NEWEST = 10

async function newestStates(deps: PaymentDeps, userId: string) {
  const rows = await readStatement(deps.database.read, userId, { types: ALL_TYPES, offset: 0, limit: NEWEST })
  return rows.map((row) => ({ paymentId: row.payment_id, state: stateOf(row) }))
}
