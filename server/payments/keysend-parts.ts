/** What a payment to a node without an invoice becomes: a payout, or where the node is our own, a payment to the content it
 * names; and all of them held at once. Who may, and what travels with them, is for keysend.ts and keysend-by-app.ts. */
import { CONTENT_RECORD, isNodeKey, readContentRecord } from '#protocols/lightning/boostagram.ts'
import { mustBeFreeToWithdraw } from '#server/accounts/people.ts'
import { lockUserBalances } from '#server/ledger/balances.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database.ts'
import type { PaymentDeps } from './deps.ts'
import { refuse } from './destination.ts'
import type { Alongside } from './inside.ts'
import { requireNotStopped } from './outgoing-stop.ts'
import { sendPayout } from './payout.ts'
import { choosePreimage, hashOfPreimage } from './preimage.ts'
import type { OutsideInvoice } from './reserve.ts'
import { mustBeWithinLimits, readPayableTerms } from './terms.ts'
import { chooseReserve, holdWithdrawal } from './withdraw.ts'
import { bookZaps, type Booking } from './zap.ts'

/** How long the money waits for a node that is away before it comes back; nothing is sent from then on. */
const EXPIRY_MS = 600_000

export type Part = {
  /** Of the payout or payment. */
  id: string
  pubkey: string
  amountMsat: bigint
  /** Everything that travels with it. */
  records: CustomRecords
  message: string | null
  /** In what is paid for, in seconds. */
  position: number | null
  /** Chosen here unless whoever pays did. */
  preimage?: string
}

export type Send = { payoutId: string; invoice: OutsideInvoice; message: string | null; feeReserveMsat: bigint }
export type Parts = { sends: Send[]; bookings: Booking[] }

/** Refuses whatever is wrong with any of them before anything is held. */
export async function readParts(deps: PaymentDeps, userId: string, parts: readonly Part[]): Promise<Parts> {
  const read: Parts = { sends: [], bookings: [] }
  for (const part of parts) {
    mustBeWithinLimits(deps, part.amountMsat)
    if (!isNodeKey(part.pubkey)) refuse('node-key-invalid')
    if (part.pubkey === deps.nodePubkey) read.bookings.push(await bookingOf(deps, userId, part))
    else read.sends.push(sendOf(deps, part))
  }
  return read
}

/** The preimage is known before any node hears of it, and stored with the money that is held. */
function sendOf(deps: PaymentDeps, part: Part): Send {
  const { node, clock } = deps
  const { id, pubkey, amountMsat, records, message, preimage = choosePreimage() } = part
  if (!node.capabilities.keysend) refuse('keysend-unsupported')
  const invoice: OutsideInvoice = {
    bolt11: null,
    keysend: { pubkey, preimage, customRecords: records },
    paymentHash: hashOfPreimage(preimage),
    amountMsat,
    expiresAt: new Date(clock.now().getTime() + EXPIRY_MS),
    address: pubkey,
  }
  return { payoutId: id, invoice, message, feeReserveMsat: chooseReserve(deps, amountMsat, undefined) }
}

/** To our own node: what it would be credited as, had it gone round over Lightning. */
async function bookingOf(deps: PaymentDeps, userId: string, part: Part): Promise<Booking> {
  const { id, amountMsat, records, message, position } = part
  const contentId = readContentRecord({ [CONTENT_RECORD]: records[CONTENT_RECORD] ?? '' })
  if (contentId === null) refuse('content-not-payable')
  // Without the position: the value block of the feed has split what is paid by time already.
  const { content, terms } = await readPayableTerms(deps, deps.database.read, contentId)
  return {
    id,
    idem: `send:${id}`,
    debit: { account: { kind: 'user', userId }, amountMsat: -amountMsat },
    payerId: userId,
    amountMsat,
    contentId: content.contentId,
    contentType: content.contentType,
    contentTitle: content.title,
    terms,
    comment: message,
    contentTimeSeconds: position,
    settledAt: deps.clock.now(),
  }
}

/** Answers whose balance has changed besides. `alongside` is called with each that was not held before. */
export async function holdAll(
  deps: PaymentDeps,
  tx: Tx,
  userId: string,
  { sends, bookings }: Parts,
  alongside: Alongside,
): Promise<string[]> {
  const recipients = bookings.flatMap(({ terms }) => [...terms.recipients, ...(terms.timeSplit?.recipients ?? [])])
  // Everybody's at once and in one order: what follows takes them one after the other.
  await lockUserBalances(tx, [userId, ...recipients.map(({ key }) => key)])
  await mustBeFreeToWithdraw(tx, userId)
  await requireNotStopped(tx)
  for (const { payoutId, invoice, message, feeReserveMsat } of sends) {
    const request = { description: message }
    await holdWithdrawal(deps, tx, { payoutId, userId, invoice, request, feeReserveMsat, alongside })
  }
  const booked = await bookZaps(tx, bookings)
  for (const [index, legs] of booked.entries()) {
    if (legs.length > 0) await alongside(tx, bookings[index]!.amountMsat)
  }
  return booked.flat().flatMap(({ key }) => key ?? [])
}

/** One call of the node for each. Goes on by itself, and the reconciler takes over if this process dies. */
export function sendAll(deps: PaymentDeps, sends: readonly Send[]): Promise<void[]> {
  return Promise.all(
    sends.map(({ payoutId }) =>
      sendPayout(deps, payoutId).catch((error: unknown) => deps.log.error('payout-send-failed', { error })),
    ),
  )
}
