/** One payment without an invoice as another program words it: what travels with it is its own, and so may be the preimage,
 * which is spent once. Who asks, and within which limits of theirs, is for the caller; the call with a boostagram of ours is
 * keysend.ts. */
import { BOOSTAGRAM_RECORD, isFreeRecord, readBoostagram } from '#protocols/lightning/boostagram.ts'
import { mustBeFreeToWithdraw } from '#server/accounts/people.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { refuse } from './destination.ts'
import { holdAll, readParts, sendAll } from './keysend-parts.ts'
import { choosePreimage, hashOfPreimage } from './preimage.ts'

/** With the preimage it has to fit into an onion of 1300 bytes together with the way there. */
const RECORDS_MAX_BYTES = 1_000
/** What a record needs besides its value: at most nine bytes for its type and three for its length. */
const RECORD_HEAD_BYTES = 12

export type AppKeysend = {
  pubkey: string
  amountMsat: bigint
  /** Null: one of ours. */
  preimage: string | null
  /** Type → value in hex. */
  records: CustomRecords
}

export type HeldKeysend = {
  paymentHash: string
  description: string | null
  /** Where it stays in this server, so that no node keeps it. */
  preimage: string | null
}

export type KeysendTerms = {
  mayPay(): Promise<void>
  /** Joins the transaction that takes the money, told how much that is, and undoes it by throwing. */
  alongside(tx: Tx, costMsat: bigint, held: HeldKeysend): Promise<void>
}

/** Resolves with the payment hash when the money is held or gone; its outcome is outcome.ts. */
export async function payKeysendOfApp(
  deps: PaymentDeps,
  userId: string,
  operationId: string,
  { pubkey, amountMsat, records, preimage: chosen }: AppKeysend,
  { mayPay, alongside }: KeysendTerms,
): Promise<string> {
  const { database, signals, failpoint } = deps
  await mayPay()
  await mustBeFreeToWithdraw(database.read, userId)
  mustBeTravelling(records)
  const preimage = chosen ?? choosePreimage()
  const paymentHash = hashOfPreimage(preimage)
  const said = readBoostagram(records)
  const part = {
    id: operationId,
    pubkey,
    amountMsat,
    records,
    message: said.message,
    // A position in another feed is none in what is paid for.
    position: said.isRemote ? null : said.ts,
    preimage,
  }
  const parts = await readParts(deps, userId, [part])
  const held = { paymentHash, description: said.message, preimage: parts.bookings.length > 0 ? preimage : null }
  const woken = await database.transaction(async (tx) => {
    let isHeld = false
    const names = await holdAll(deps, tx, userId, parts, async (inside, costMsat) => {
      await alongside(inside, costMsat, held)
      isHeld = true
    })
    // Somebody else was quicker with this very operation.
    if (!isHeld) refuse('invoice-already-tried', 409)
    return names
  })
  failpoint('withdraw:held')
  for (const name of new Set([...woken, userId])) signals.wake(signalOf.user(name))
  void sendAll(deps, parts.sends)
  return paymentHash
}

function mustBeTravelling(records: CustomRecords): void {
  const bytes = Object.values(records).reduce((sum, value) => sum + value.length / 2 + RECORD_HEAD_BYTES, 0)
  if (bytes > RECORDS_MAX_BYTES) refuse('keysend-too-long')
}

/** Of the range for everybody, and not the one that would break the payment. */
export function mayTravel(type: string): boolean {
  return type === BOOSTAGRAM_RECORD || isFreeRecord(type)
}
