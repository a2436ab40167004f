/** Credits what arrived at the node: one invoice or several in one transaction. Each is credited once, however often it
 * is reported. receive.ts receives the reports. */
import { findDeletedUsers } from '#server/accounts/users.ts'
import { lockPurse } from '#server/ledger/balances.ts'
import { post, postAll, type NewTransfer } from '#server/ledger/transfer.ts'
import type { SettledInvoice } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { topics, type ReceiptCredited } from '#server/events.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { zappedBy } from '#server/payments/invoices/invoice.ts'
import { lockInvoicesByHash, payInvoices, writeCursor, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { insertPurseMove } from '#server/payments/gifts/purse-queries.ts'
import { openKeysends } from '#server/payments/keysend/receipt.ts'
import { orderKindOf } from '#server/payments/order-kinds.ts'
import type { PaidOrder } from '#server/payments/orders/order.ts'
import { recordOrigins } from '#server/payments/zaps/origins.ts'
import { insertLines, type LineRow } from '#server/payments/statements/queries.ts'
import { lockParties } from '#server/payments/consent/settle.ts'
import { findInSuspense, recordSuspense, type SuspenseReason } from '#server/payments/statements/suspense.ts'
import { bookZaps, type Booking } from '#server/payments/zaps/booking.ts'
import { notifyZapsPaid } from '#server/payments/zaps/paid.ts'

export type Arrival = Pick<SettledInvoice, 'paymentHash' | 'receivedMsat' | 'feeMsat' | 'settledAt' | 'customRecords'>
/** A feed of settled invoices of the node, and the position up to which it has been read. */
export type FeedPlace = { feed: string; cursor: string }

type Paid = { arrival: Arrival; invoice: InvoiceRow }

/** Credits all of them or none, and advances the feed in the same transaction. */
export async function creditArrivals(
  deps: PaymentDeps,
  arrivals: readonly Arrival[],
  place: FeedPlace | null,
  inSameTx: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { database, signals, failpoint } = deps
  const woken = await database.transaction(async (tx) => {
    await inSameTx(tx)
    const names = await credit(deps, tx, arrivals)
    if (place !== null) await writeCursor(tx, place.feed, place.cursor)
    failpoint('receive:crediting')
    return names
  })
  failpoint('receive:credited')
  for (const name of new Set(woken)) signals.wake(name)
}

async function credit(deps: PaymentDeps, tx: Tx, arrivals: readonly Arrival[]): Promise<string[]> {
  // A duplicate in the batch counts once.
  const byHash = new Map(withMoney(deps, arrivals).map((arrival) => [arrival.paymentHash, arrival]))
  const invoices = await lockInvoicesByHash(tx, [...byHash.keys()])
  // Before any other account, as gifts do.
  if ([...invoices.values()].some(({ purpose }) => purpose === 'purse')) await lockPurse(tx)
  const inSuspense = await findInSuspense(tx, [...byHash.keys()])
  const withoutInvoice = [...byHash.values()].filter(({ paymentHash }) => {
    return !invoices.has(paymentHash) && !inSuspense.has(paymentHash)
  })
  const unassigned = await openKeysends(deps, tx, withoutInvoice, invoices)
  const owners = [...new Set([...invoices.values()].flatMap((invoice) => invoice.owner_id ?? []))]
  const deletedUserIds = owners.length === 0 ? new Set<string>() : await findDeletedUsers(tx, owners)
  const paid: Paid[] = []
  for (const [paymentHash, arrival] of byHash) {
    const invoice = invoices.get(paymentHash)
    if (inSuspense.has(paymentHash) || (invoice?.state === 'paid' && invoice.paid_inside_as === null)) continue
    const isPayment = invoice !== undefined && invoice.state !== 'paid' && arrival.receivedMsat >= invoice.amount_msat
    const isUnowned = deletedUserIds.has(invoice?.owner_id ?? '')
    if (isPayment && isUnowned) await holdInSuspense(deps, tx, arrival, invoice, 'recipient-deleted')
    else if (isPayment) paid.push({ arrival, invoice })
    else await holdInSuspense(deps, tx, arrival, invoice, unassigned.get(paymentHash))
  }
  if (paid.length === 0) return []
  const paidCount = await payInvoices(
    tx,
    paid.map(({ invoice, arrival }) => ({ id: invoice.id, ...arrival })),
  )
  if (paidCount !== paid.length)
    throw new Error(`${paid.length} invoices were paid, but only ${paidCount} of them were in a payable state`)
  const zaps = paid.filter(({ invoice }) => invoice.purpose === 'zap')
  const orders = paid.filter(({ invoice }) => orderKindOf(invoice) !== null)
  // Each order locks what it needs, so it has a transaction of its own. `creditBatch` credits one by one after this.
  if (orders.length > 0 && byHash.size > 1) throw new Error('an order is credited alone')
  const receipts = paid.filter(({ invoice }) => invoice.owner_id !== null)
  const fillings = paid.filter(({ invoice }) => invoice.purpose === 'purse')
  // `postAll` locks its accounts in order. These are two calls, so the accounts of both are locked in advance.
  if (zaps.length > 0 && receipts.length > 0) {
    await lockParties(
      tx,
      zaps.map(({ invoice }) => invoice.terms!),
      receipts.flatMap(({ invoice }) => invoice.owner_id ?? []),
    )
  }
  const legs = await bookZaps(tx, zaps.map(bookingOf))
  await bookReceipts(tx, receipts)
  await bookFillings(tx, fillings)
  const orderUsers: string[] = []
  for (const order of orders) {
    orderUsers.push(...(await orderKindOf(order.invoice)!.fulfil(deps, tx, orderOf(order))))
  }
  await bookFees(
    tx,
    paid.map(({ arrival, invoice }) => feeOf(arrival, invoice)),
  )
  const settled = paid.map(({ invoice, arrival }) => ({ invoice, paidAt: arrival.settledAt }))
  await notifyZapsPaid(tx, settled)
  await recordOrigins(tx, settled)
  const userIds = [
    ...legs.flat().flatMap(({ key }) => key ?? []),
    ...receipts.flatMap(({ invoice }) => invoice.owner_id ?? []),
    ...orderUsers,
  ]
  return [...paid.map(({ invoice }) => signalOf.invoice(invoice.id)), ...userIds.map(signalOf.user)]
}

/** Drops receipts of zero msat: there is nothing to book, and the feed must advance past them. */
function withMoney({ log }: PaymentDeps, arrivals: readonly Arrival[]): Arrival[] {
  const [brought, empty] = [arrivals.filter(hasMoney), arrivals.filter((arrival) => !hasMoney(arrival))]
  for (const { paymentHash } of empty) log.warn('receipt-of-nothing', { paymentHash })
  return brought
}

const hasMoney = ({ receivedMsat }: Arrival) => receivedMsat > 0n

const idemOf = ({ paymentHash }: Arrival) => `invoice:${paymentHash}:node`

function bookingOf({ invoice, arrival }: Paid): Booking {
  return {
    id: invoice.id,
    idem: idemOf(arrival),
    debit: { account: 'lightning', amountMsat: -arrival.receivedMsat },
    payerId: null,
    amountMsat: arrival.receivedMsat,
    ...zappedBy(invoice),
    settledAt: arrival.settledAt,
  }
}

function orderOf({ invoice, arrival }: Paid): PaidOrder {
  const { receivedMsat, settledAt } = arrival
  const debit = { account: 'lightning', amountMsat: -receivedMsat } as const
  return { invoice, receivedMsat, debit, payerId: null, idem: idemOf(arrival), settledAt }
}

/** A fee that the backend deducted does not change what the recipients get. The house bears it, as it bears routing
 * fees. */
function feeOf({ paymentHash, feeMsat = 0n, settledAt }: Arrival, invoice: InvoiceRow | undefined): NewTransfer | null {
  if (feeMsat === 0n) return null
  return {
    idem: `invoice:${paymentHash}:fee`,
    kind: 'receive-fee',
    legs: [
      { account: 'house', amountMsat: -feeMsat },
      { account: 'routing_fees', amountMsat: feeMsat },
    ],
    ...(invoice === undefined ? {} : { ref: { type: 'invoice', id: invoice.id } }),
    occurredAt: settledAt,
  }
}

async function bookFees(tx: Tx, fees: readonly (NewTransfer | null)[]): Promise<void> {
  await postAll(
    tx,
    fees.filter((fee) => fee !== null),
  )
}

/** Books receipts to balances without a fee: a user's own deposits, and payments to their Lightning address. */
async function bookReceipts(tx: Tx, receipts: readonly Paid[]): Promise<void> {
  if (receipts.length === 0) return
  await postAll(
    tx,
    receipts.map(({ invoice, arrival }) => ({
      idem: idemOf(arrival),
      kind: invoice.purpose === 'deposit' ? 'deposit' : 'address-receipt',
      legs: [
        { account: 'lightning', amountMsat: -arrival.receivedMsat },
        { account: { kind: 'user', userId: invoice.owner_id! }, amountMsat: arrival.receivedMsat },
      ],
      ref: { type: 'invoice', id: invoice.id },
      occurredAt: arrival.settledAt,
    })),
  )
  await insertLines(tx, receipts.map(lineOf))
  const reported = receipts.map(({ invoice, arrival }) => ({ key: invoice.id, payload: eventOf(invoice, arrival) }))
  await publishAll(tx, topics.receiptCredited, reported)
}

/** The amount that arrived for an invoice of the purse, even if it is more than requested. */
async function bookFillings(tx: Tx, fillings: readonly Paid[]): Promise<void> {
  for (const { invoice, arrival } of fillings) {
    const { receivedMsat, settledAt } = arrival
    await post(tx, {
      idem: idemOf(arrival),
      kind: 'purse-fill',
      legs: [
        { account: 'lightning', amountMsat: -receivedMsat },
        { account: 'purse', amountMsat: receivedMsat },
      ],
      ref: { type: 'invoice', id: invoice.id },
      occurredAt: settledAt,
    })
    const move = { id: invoice.id, source: 'invoice', amountMsat: receivedMsat, adminId: null } as const
    await insertPurseMove(tx, { ...move, createdAt: settledAt })
  }
}

function eventOf(invoice: InvoiceRow, { receivedMsat, settledAt }: Arrival): ReceiptCredited {
  return {
    paymentId: invoice.id,
    userId: invoice.owner_id!,
    type: typeOf(invoice),
    amountMsat: Number(receivedMsat),
    payerId: null,
    comment: invoice.comment,
    creditedAt: settledAt.toISOString(),
  }
}

function typeOf({ purpose }: InvoiceRow): 'Deposit' | 'Zap' {
  return purpose === 'deposit' ? 'Deposit' : 'Zap'
}

function lineOf({ invoice, arrival: { receivedMsat, settledAt } }: Paid): LineRow {
  return {
    id: newId(settledAt.getTime()),
    user_id: invoice.owner_id!,
    type: typeOf(invoice),
    payment_id: invoice.id,
    amount_msat: receivedMsat,
    change_msat: receivedMsat,
    created_at: settledAt,
  }
}

/** The node settled it, but our rows do not say for whom. It is booked, so that the books equal the node, and
 * logged. */
async function holdInSuspense(
  deps: PaymentDeps,
  tx: Tx,
  arrival: Arrival,
  invoice: InvoiceRow | undefined,
  cause?: SuspenseReason,
): Promise<void> {
  const { paymentHash, receivedMsat: amountMsat, feeMsat = 0n, settledAt } = arrival
  const found = invoice === undefined ? 'unknown-invoice' : invoice.state === 'paid' ? 'paid-twice' : 'underpaid'
  const reason = cause ?? found
  const { isNew } = await post(tx, {
    idem: idemOf(arrival),
    kind: 'suspense',
    legs: [
      { account: 'lightning', amountMsat: -amountMsat },
      { account: 'suspense', amountMsat },
    ],
    occurredAt: settledAt,
    meta: { reason },
  })
  if (!isNew) return
  await bookFees(tx, [feeOf(arrival, invoice)])
  await recordSuspense(tx, {
    reason,
    amountMsat,
    feeMsat,
    paymentHash,
    paymentId: invoice?.id ?? null,
    userId: invoice?.owner_id ?? invoice?.buyer_id ?? null,
    createdAt: settledAt,
  })
  deps.log.error('money-in-suspense', { reason, paymentHash, amountMsat, feeMsat })
}

/** Posts a receipt that repeatedly failed to be credited to suspense, and advances the feed. The books still equal
 * the node, and the operator is notified. */
export async function creditSuspense(deps: PaymentDeps, arrival: Arrival, place: FeedPlace): Promise<void> {
  const { paymentHash } = arrival
  await deps.database.transaction(async (tx) => {
    const invoice = (await lockInvoicesByHash(tx, [paymentHash])).get(paymentHash)
    const isDone = invoice?.state === 'paid' && invoice.paid_inside_as === null
    const isKept = (await findInSuspense(tx, [paymentHash])).has(paymentHash)
    const isBooked = isDone || isKept || withMoney(deps, [arrival]).length === 0
    if (!isBooked) await holdInSuspense(deps, tx, arrival, invoice, 'unbookable')
    await writeCursor(tx, place.feed, place.cursor)
  })
}
