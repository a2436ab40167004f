/** Internal transfers: payments from one balance to another, by an invoice this server's node has made or to one of
 * its addresses. The node must cancel such an invoice first, so that it cannot be paid over Lightning as well. Only
 * then is its preimage requested, which the payer can show as proof. */
import { findDeletedUsers, requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { type HeldAccount, userAccount } from '#server/ledger/accounts.ts'
import { lockBalance, readUserBalance } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { topics, type ReceiptCredited } from '#server/events.ts'
import { AppError } from '#server/platform/errors.ts'
import { zappedBy } from '#server/payments/invoices/invoice.ts'
import { type Addressee, findAddressee } from '#server/payments/recipients/addressee.ts'
import { zapOf } from '#server/payments/recipients/terms.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { type Destination, refuse } from './destination.ts'
import { insertInternalPayment, readInternalPayment } from './internal-transfer-queries.ts'
import type { InSameTx } from './reserve.ts'
import {
  findInvoiceByHash,
  lockInvoiceByHash,
  moveInvoice,
  type InvoiceRow,
} from '#server/payments/invoices/queries.ts'
import { orderKindOf } from '#server/payments/order-kinds.ts'
import type { PaidOrder } from '#server/payments/orders/order.ts'
import { recordOrigins } from '#server/payments/zaps/origins.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { readCanceledPreimage } from '#server/payments/invoices/preimage.ts'
import { type BoostOf, changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { insertLines, type LineRow } from '#server/payments/statements/queries.ts'
import { invoiceMoves } from '#server/payments/state.ts'
import { bookZap } from '#server/payments/zaps/booking.ts'
import { notifyZapsPaid } from '#server/payments/zaps/paid.ts'
import { selectBookedZaps } from '#server/payments/zaps/queries.ts'

export type InternalTransferResult = { paymentId: string; state: 'settled'; feeReserveMsat: bigint }

export type InternalTransferTerms = {
  /** Refuses before an invoice is cancelled, which cannot be undone. `inSameTx` makes the final check. */
  mayTake?: (costMsat: bigint) => Promise<void>
  inSameTx: InSameTx
}

type OwnInvoice = Extract<Destination, { to: 'own-invoice' }>
type OwnAddress = Extract<Destination, { to: 'own-address' }>

/** Settled when this returns. No reserve and no routing fee. */
export async function payOwnInvoice(
  deps: PaymentDeps,
  payerId: string,
  operationId: string,
  { paymentHash, amountMsat }: OwnInvoice,
  { mayTake, inSameTx }: InternalTransferTerms,
): Promise<InternalTransferResult> {
  const { database, node, signals, failpoint } = deps
  const invoice = await findInvoiceByHash(database.read, paymentHash)
  // The purse is filled from the platform's fees or by an external wallet, never from a balance.
  if (invoice === undefined || invoice.purpose === 'purse') refuse('invoice-own-node')
  const order = orderKindOf(invoice)
  // Zaps and orders have the id of their invoice, however they are paid.
  const paymentId = invoice.purpose === 'zap' || order !== null ? invoice.id : operationId
  if (invoice.paid_inside_as === operationId) return settled(paymentId)
  if (invoice.owner_id === payerId) refuse('invoice-own')
  if (invoice.state === 'paid') refuse('invoice-already-paid', 409)
  // Its owner's account is deleted, so there is no balance to pay into.
  if (invoice.owner_id !== null && (await findDeletedUsers(database.read, [invoice.owner_id])).size > 0) {
    refuse('invoice-own-node')
  }
  await requireNotStopped(database.read)
  await order?.requireFulfillable(deps, database.read, invoice)
  // Cancelling cannot be undone, so a payer without the money must not make the invoice unpayable for others.
  if ((await readUserBalance(database.read, payerId)) < amountMsat) throw new InsufficientFunds('before cancelling')
  await mayTake?.(amountMsat)
  const canceled = await node.cancelInvoice(paymentHash).catch((error: unknown) => {
    deps.log.warn('invoice-not-cancelled', { invoiceId: invoice.id, error })
    return refuse('lightning-unavailable', 503)
  })
  if (canceled === 'already_paid') refuse('invoice-already-paid', 409)
  if (canceled === 'unsupported') refuse('invoice-own-node')
  failpoint('inside:canceled')
  const preimage = await readCanceledPreimage(deps, paymentHash)
  const woken = await database.transaction(async (tx) => {
    const locked = await lockInvoiceByHash(tx, paymentHash)
    if (locked?.paid_inside_as === operationId) return []
    const paidAt = deps.clock.now()
    const isPaidNow = await moveInvoice(tx, invoice.id, invoiceMoves.payInternally, {
      received_msat: amountMsat,
      settled_at: paidAt,
      paid_inside_as: operationId,
      preimage,
    })
    if (!isPaidNow) refuse('invoice-already-paid', 409)
    const paid = { invoice: locked ?? invoice, payerId, operationId, amountMsat, paidAt }
    const names =
      order !== null
        ? (await order.fulfil(deps, tx, orderOf(paid))).map(signalOf.user)
        : invoice.purpose === 'zap'
          ? await payZap(tx, paid)
          : await payUser(tx, paid)
    await notifyZapsPaid(tx, [paid])
    await recordOrigins(tx, [paid])
    await requireWithdrawalsAllowed(tx, payerId)
    await requireNotStopped(tx)
    await inSameTx(tx, amountMsat)
    failpoint('inside:booking')
    return names
  })
  for (const name of [signalOf.invoice(invoice.id), signalOf.user(payerId), ...woken]) signals.wake(name)
  return settled(paymentId)
}

type PaidInvoice = { invoice: InvoiceRow; payerId: string; operationId: string; amountMsat: bigint; paidAt: Date }

/** An order that is paid from a balance: not necessarily the balance of the user who ordered. */
function orderOf({ invoice, payerId, amountMsat, paidAt }: PaidInvoice): PaidOrder {
  return {
    invoice,
    receivedMsat: amountMsat,
    debit: { account: { kind: 'user', userId: payerId }, amountMsat: -amountMsat, role: 'zap-sent' },
    payerId,
    idem: `invoice:${invoice.payment_hash}:internal`,
    settledAt: paidAt,
  }
}

/** The invoice of a zap is split like any payment to that content. */
async function payZap(tx: Tx, { invoice, payerId, amountMsat, paidAt }: PaidInvoice): Promise<string[]> {
  const legs = await bookZap(tx, {
    id: invoice.id,
    idem: `invoice:${invoice.payment_hash}:internal`,
    debit: { account: { kind: 'user', userId: payerId }, amountMsat: -amountMsat },
    payerId,
    isNameless: invoice.is_nameless,
    amountMsat,
    ...zappedBy(invoice),
    settledAt: paidAt,
  })
  return legs.flatMap((leg) => (leg.key === null ? [] : signalOf.user(leg.key)))
}

async function payUser(tx: Tx, { invoice, payerId, operationId, amountMsat, paidAt }: PaidInvoice): Promise<string[]> {
  const payeeId = invoice.owner_id!
  const isDeposit = invoice.purpose === 'deposit'
  await moveBetween(tx, {
    id: operationId,
    idem: `invoice:${invoice.payment_hash}:internal`,
    payerId,
    payeeId,
    amountMsat,
    paymentHash: invoice.payment_hash,
    address: null,
    comment: invoice.comment,
    receipt: { type: isDeposit ? 'Deposit' : 'Zap', paymentId: invoice.id },
    paidAt,
  })
  return [signalOf.user(payeeId)]
}

/** Pays `name@this-server`, of a user or of content, without an invoice. */
export async function payOwnAddress(
  deps: PaymentDeps,
  payerId: string,
  operationId: string,
  destination: OwnAddress,
  { inSameTx, boost, keptBy }: { inSameTx: InSameTx; boost?: BoostOf | undefined; keptBy?: HeldAccount },
): Promise<InternalTransferResult> {
  const { database, signals, failpoint } = deps
  const addressee = await readAddressee(deps, destination)
  if (addressee.kind === 'person' && addressee.userId === payerId) refuse('invoice-own')
  const woken = await database.transaction(async (tx) => {
    // A repeated request takes nothing: neither money nor what `inSameTx` counts.
    if (await isPaid(tx, operationId)) return []
    if (keptBy !== undefined) await lockBalance(tx, keptBy)
    const payment = { payerId, operationId, destination, boost, keptBy, paidAt: deps.clock.now() }
    const names = await payAddressee(tx, addressee, payment)
    await requireWithdrawalsAllowed(tx, payerId)
    await requireNotStopped(tx)
    await inSameTx(tx, destination.amountMsat)
    failpoint('inside:booking')
    return names
  })
  for (const name of new Set([signalOf.user(payerId), ...woken])) signals.wake(name)
  return settled(operationId)
}

const isPaid = async (tx: Tx, id: string): Promise<boolean> =>
  (await readInternalPayment(tx, id)) !== undefined || (await selectBookedZaps(tx, [id])).has(id)

async function readAddressee(deps: PaymentDeps, { username }: OwnAddress): Promise<Addressee> {
  try {
    return await findAddressee(deps, username, undefined)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) refuse('lightning-address-unreachable')
    throw error
  }
}

type AddressPayment = Pick<Move, 'payerId' | 'boost' | 'keptBy' | 'paidAt'> & {
  operationId: string
  destination: OwnAddress
}

async function payAddressee(
  tx: Tx,
  addressee: Addressee,
  { payerId, operationId, destination, boost, keptBy, paidAt }: AddressPayment,
): Promise<string[]> {
  const { address, amountMsat, comment } = destination
  const idem = `address:${operationId}`
  if (addressee.kind === 'content') {
    const legs = await bookZap(tx, {
      id: operationId,
      idem,
      debit: { account: keptBy ?? { kind: 'user', userId: payerId }, amountMsat: -amountMsat },
      payerId,
      amountMsat,
      ...zapOf(addressee, comment),
      settledAt: paidAt,
      boost: keptBy === undefined ? boost : null,
    })
    return legs.flatMap(({ key }) => (key === null ? [] : signalOf.user(key)))
  }
  const payeeId = addressee.userId
  await moveBetween(tx, {
    id: operationId,
    idem,
    payerId,
    payeeId,
    amountMsat,
    paymentHash: null,
    address,
    comment,
    receipt: { type: 'Zap', paymentId: operationId },
    boost,
    keptBy,
    paidAt,
  })
  return [signalOf.user(payeeId)]
}

type Move = {
  id: string
  idem: string
  payerId: string
  payeeId: string
  amountMsat: bigint
  paymentHash: string | null
  address: string | null
  comment: string | null
  /** The payee's statement line. */
  receipt: { type: 'Deposit' | 'Zap'; paymentId: string }
  /** The payer's line is that of this boost. */
  boost?: BoostOf | undefined
  /** The money is from this account and has left the balance before. The payer gets no line. */
  keptBy?: HeldAccount | undefined
  paidAt: Date
}

async function moveBetween(tx: Tx, move: Move): Promise<void> {
  const { payerId, payeeId, amountMsat, paidAt, receipt, keptBy } = move
  // Paying another user's deposit invoice is not a zap.
  const isZap = receipt.type === 'Zap'
  await post(tx, {
    idem: move.idem,
    kind: 'internal-payment',
    legs: [
      keptBy === undefined
        ? { account: userAccount(payerId), amountMsat: -amountMsat, role: isZap ? 'zap-sent' : 'withdraw' }
        : { account: keptBy, amountMsat: -amountMsat },
      { account: { kind: 'user', userId: payeeId }, amountMsat, role: isZap ? 'zap' : 'deposit' },
    ],
    ref: { type: 'internal-payment', id: move.id },
    occurredAt: paidAt,
  })
  await insertInternalPayment(tx, {
    id: move.id,
    payer_id: payerId,
    payee_id: payeeId,
    amount_msat: amountMsat,
    payment_hash: move.paymentHash,
    address: move.address,
    comment: move.comment,
    created_at: paidAt,
  })
  const line = { amount_msat: amountMsat, created_at: paidAt }
  const received = { ...line, id: newId(), user_id: payeeId, payment_id: receipt.paymentId, change_msat: amountMsat }
  const lines: LineRow[] = [{ ...received, type: receipt.type }]
  if (move.boost === undefined && keptBy === undefined) {
    const sent = { ...line, id: newId(), user_id: payerId, payment_id: move.id, change_msat: -amountMsat }
    lines.unshift({ ...sent, type: isZap ? 'Zap Sent' : 'Withdraw' })
  }
  await insertLines(tx, lines)
  if (move.boost !== undefined) await changeBoostLine(tx, move.boost, { amountMsat, changeMsat: -amountMsat }, paidAt)
  const event: ReceiptCredited = {
    ...receipt,
    userId: payeeId,
    amountMsat: Number(amountMsat),
    payerId,
    comment: move.comment,
    creditedAt: paidAt.toISOString(),
  }
  await publish(tx, topics.receiptCredited, receipt.paymentId, event)
}

const settled = (paymentId: string): InternalTransferResult => ({ paymentId, state: 'settled', feeReserveMsat: 0n })
