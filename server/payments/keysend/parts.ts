/** Turns a keysend payment into a payout or, where the destination is our own node, into a payment to the content it
 * names. All parts are reserved together. Authorization and records are up to keysend.ts and keysend/by-app.ts. */
import { CONTENT_RECORD, isNodeKey, parseContentRecord } from '#protocols/lightning/boostagram.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { refuse } from '#server/payments/payouts/destination.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { inBackground } from '#server/payments/payouts/in-background.ts'
import { sendPayout } from '#server/payments/payouts/payout.ts'
import { choosePreimage, hashOfPreimage } from '#server/payments/invoices/preimage.ts'
import type { ExternalInvoice, InSameTx } from '#server/payments/payouts/reserve.ts'
import { requireWithinLimits, readPayableTerms, zapOf } from '#server/payments/recipients/terms.ts'
import { chooseReserve, reserveWithdrawal } from '#server/payments/payouts/withdrawal-reserve.ts'
import { lockParties } from '#server/payments/consent/settle.ts'
import { bookZaps, type Booking } from '#server/payments/zaps/booking.ts'

/** How long the money is reserved while the node is unreachable. Nothing is sent after that. */
const EXPIRY_MS = 600_000

export type Part = {
  /** The id of the payout or zap. */
  id: string
  pubkey: string
  amountMsat: bigint
  /** Every record that travels with the payment. */
  records: CustomRecords
  message: string | null
  /** In the content paid for, in seconds. */
  position: number | null
  /** Chosen here unless the payer has chosen it. */
  preimage?: string
}

export type Send = { payoutId: string; invoice: ExternalInvoice; message: string | null; feeReserveMsat: bigint }
export type Parts = { sends: Send[]; bookings: Booking[] }

/** Refuses an invalid part before anything is reserved. */
export async function readParts(deps: PaymentDeps, userId: string, parts: readonly Part[]): Promise<Parts> {
  const read: Parts = { sends: [], bookings: [] }
  for (const part of parts) {
    requireWithinLimits(deps, part.amountMsat)
    if (!isNodeKey(part.pubkey)) refuse('node-key-invalid')
    if (part.pubkey === deps.nodePubkey) read.bookings.push(await bookingOf(deps, userId, part))
    else read.sends.push(sendOf(deps, part))
  }
  return read
}

/** The preimage is chosen before any node is called, and stored with the reserved money. */
function sendOf(deps: PaymentDeps, part: Part): Send {
  const { node, clock } = deps
  const { id, pubkey, amountMsat, records, message, preimage = choosePreimage() } = part
  if (!node.capabilities.keysend) refuse('keysend-unsupported')
  const invoice: ExternalInvoice = {
    bolt11: null,
    keysend: { pubkey, preimage, customRecords: records },
    paymentHash: hashOfPreimage(preimage),
    amountMsat,
    expiresAt: new Date(clock.now().getTime() + EXPIRY_MS),
    address: pubkey,
  }
  return { payoutId: id, invoice, message, feeReserveMsat: chooseReserve(deps, amountMsat, undefined) }
}

/** A payment to our own node is booked as it would be credited after a trip over Lightning. */
async function bookingOf(deps: PaymentDeps, userId: string, part: Part): Promise<Booking> {
  const { id, amountMsat, records, message, position } = part
  const contentId = parseContentRecord({ [CONTENT_RECORD]: records[CONTENT_RECORD] ?? '' })
  if (contentId === null) refuse('content-not-payable')
  // Without the position: the value block of the feed has already split by time.
  const payable = await readPayableTerms(deps, deps.database.read, contentId)
  return {
    id,
    idem: `send:${id}`,
    debit: { account: { kind: 'user', userId }, amountMsat: -amountMsat },
    payerId: userId,
    amountMsat,
    ...zapOf(payable, message, position),
    settledAt: deps.clock.now(),
  }
}

/** Returns the other users whose balance has changed. `inSameTx` is called for each part that was not reserved
 * before. */
export async function reserveAll(
  deps: PaymentDeps,
  tx: Tx,
  userId: string,
  { sends, bookings }: Parts,
  inSameTx: InSameTx,
): Promise<string[]> {
  // Lock all accounts together and in order; the calls below take them one after the other.
  await lockParties(
    tx,
    bookings.map(({ terms }) => terms),
    [userId],
  )
  await requireWithdrawalsAllowed(tx, userId)
  await requireNotStopped(tx)
  for (const { payoutId, invoice, message, feeReserveMsat } of sends) {
    const request = { description: message }
    await reserveWithdrawal(deps, tx, { payoutId, userId, invoice, request, feeReserveMsat, inSameTx })
  }
  const booked = await bookZaps(tx, bookings)
  for (const [index, legs] of booked.entries()) {
    if (legs.length > 0) await inSameTx(tx, bookings[index]!.amountMsat)
  }
  return booked.flat().flatMap(({ key }) => key ?? [])
}

/** Calls the node once for each part. Runs in the background; if this process dies, the reconciler takes over. */
export function sendAll(deps: PaymentDeps, sends: readonly Send[]): Promise<void[]> {
  return Promise.all(sends.map(({ payoutId }) => inBackground(deps, sendPayout(deps, payoutId))))
}
