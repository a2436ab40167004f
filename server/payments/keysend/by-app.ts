/** One keysend payment requested by a connected app, which chooses the records and may choose the preimage. A preimage
 * can be used once. Authentication and the app's limits are up to the caller. The call with a boostagram of ours is in
 * keysend.ts. */
import { BOOSTAGRAM_RECORD, isFreeRecord, parseBoostagram } from '#protocols/lightning/boostagram.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { refuse } from '#server/payments/payouts/destination.ts'
import { reserveAll, readParts, sendAll } from './parts.ts'
import { choosePreimage, hashOfPreimage } from '#server/payments/invoices/preimage.ts'

/** Records and preimage must fit into an onion of 1300 bytes together with the route. */
const RECORDS_MAX_BYTES = 1_000
/** What a record needs in addition to its value: up to nine bytes for its type and three for its length. */
const RECORD_HEAD_BYTES = 12

export type AppKeysend = {
  pubkey: string
  amountMsat: bigint
  /** Null: chosen by this server. */
  preimage: string | null
  /** Type → value in hex. */
  records: CustomRecords
}

export type ReservedKeysend = {
  paymentHash: string
  description: string | null
  /** Set when the payment is booked on this server, because then no node keeps the preimage. */
  preimage: string | null
}

export type KeysendTerms = {
  mayPay(): Promise<void>
  /** Joins the transaction that takes the money, with the amount taken. Throwing rolls it back. */
  inSameTx(tx: Tx, costMsat: bigint, held: ReservedKeysend): Promise<void>
}

/** Resolves with the payment hash when the money is reserved or booked. The result is read by outcome.ts. */
export async function payKeysendOfApp(
  deps: PaymentDeps,
  userId: string,
  operationId: string,
  { pubkey, amountMsat, records, preimage: chosen }: AppKeysend,
  { mayPay, inSameTx }: KeysendTerms,
): Promise<string> {
  const { database, signals, failpoint } = deps
  await mayPay()
  await requireWithdrawalsAllowed(database.read, userId)
  requireForwardable(records)
  const preimage = chosen ?? choosePreimage()
  const paymentHash = hashOfPreimage(preimage)
  const parsedBoostagram = parseBoostagram(records)
  const part = {
    id: operationId,
    pubkey,
    amountMsat,
    records,
    message: parsedBoostagram.message,
    // A position in another feed does not apply to the content paid for.
    position: parsedBoostagram.isRemote ? null : parsedBoostagram.ts,
    preimage,
  }
  const parts = await readParts(deps, userId, [part])
  const held = {
    paymentHash,
    description: parsedBoostagram.message,
    preimage: parts.bookings.length > 0 ? preimage : null,
  }
  const woken = await database.transaction(async (tx) => {
    let isHeld = false
    const names = await reserveAll(deps, tx, userId, parts, async (inside, costMsat) => {
      await inSameTx(inside, costMsat, held)
      isHeld = true
    })
    // A concurrent request with the same operation was first.
    if (!isHeld) refuse('invoice-already-tried', 409)
    return names
  })
  failpoint('withdraw:held')
  for (const name of new Set([...woken, userId])) signals.wake(signalOf.user(name))
  void sendAll(deps, parts.sends)
  return paymentHash
}

function requireForwardable(records: CustomRecords): void {
  const bytes = Object.values(records).reduce((sum, value) => sum + value.length / 2 + RECORD_HEAD_BYTES, 0)
  if (bytes > RECORDS_MAX_BYTES) refuse('keysend-too-long')
}

/** Whether an app may set this record: types of the custom range, except the one that would break the payment. */
export function isForwardable(type: string): boolean {
  return type === BOOSTAGRAM_RECORD || isFreeRecord(type)
}
