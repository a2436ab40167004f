/** The end of a promo: what is left of its budget goes to its funder. It ends when its funder or its track ends it, or when
 * less than a minute is left. */
import { findDeletedUsers, heldError, type User } from '#server/accounts/users.ts'
import { findContents } from '#server/catalog/content/queries.ts'
import { findTracksTakenDown } from '#server/catalog/publishing/queries.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { recordSuspense } from '#server/payments/statements/suspense.ts'
import { listOpenPromoIdsOf, listOpenPromos, lockPromo, restOf, updateEnded, type PromoRow } from './promo-queries.ts'

const ROWS = 200
/** A taken-down track comes back, or after this long its promo ends. */
const TAKEN_DOWN_MS = 90 * 86_400_000

/** The promo is locked. Returns what was left of its budget. */
export async function endLocked(tx: Tx, promo: PromoRow, now: Date): Promise<bigint> {
  if (promo.ended_at !== null) return 0n
  const amountMsat = restOf(promo)
  await updateEnded(tx, promo.id, amountMsat, now)
  if (amountMsat === 0n) return 0n
  const userId = await findFunder(tx, promo)
  await post(tx, {
    idem: `promo-end:${promo.id}`,
    kind: 'promo-return',
    legs: [{ account: { kind: 'promo', id: promo.id }, amountMsat: -amountMsat }, creditOf(userId, amountMsat)],
    ref: { type: 'promo', id: promo.id },
    occurredAt: now,
  })
  await recordRest(tx, promo, { id: newId(now.getTime()), amountMsat, userId, now })
  return amountMsat
}

/** To a funder, or to suspense if the account is deleted. */
export function creditOf(userId: string | null, amountMsat: bigint): TransferLeg {
  return userId === null ? { account: 'suspense', amountMsat } : { account: { kind: 'user', userId }, amountMsat }
}

/** Null when the account is deleted. */
export async function findFunder(tx: Tx, { funder_id: funderId }: PromoRow): Promise<string | null> {
  return (await findDeletedUsers(tx, [funderId])).has(funderId) ? null : funderId
}

/** The funder's line "Unspent promo budget", or the item in suspense. */
export async function recordRest(
  tx: Tx,
  promo: PromoRow,
  { id, amountMsat, userId, now }: { id: string; amountMsat: bigint; userId: string | null; now: Date },
): Promise<void> {
  if (userId === null) {
    const item = {
      reason: 'promo-late',
      amountMsat,
      paymentHash: null,
      paymentId: id,
      userId: promo.funder_id,
    } as const
    return recordSuspense(tx, { ...item, createdAt: now })
  }
  const line = { id: newId(now.getTime()), user_id: userId, type: 'Deposit', payment_id: id, created_at: now } as const
  const note = { note: 'promo-rest', title: promo.content_title } as const
  await insertLines(tx, [{ ...line, ...note, amount_msat: amountMsat, change_msat: amountMsat }])
}

/** Before an account is deleted. */
export async function endPromosOf(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const id of await listOpenPromoIdsOf(tx, userId)) {
    const promo = await lockPromo(tx, id)
    if (promo !== undefined) await endLocked(tx, promo, now)
  }
}

/** Ends the promos of tracks that were deleted, or taken down 90 days ago. */
export async function endOrphanedPromos({ database, clock, signals }: PaymentDeps): Promise<void> {
  const now = clock.now()
  for (let after: string | null = null; ;) {
    const rows = await listOpenPromos(database.read, after, ROWS)
    const gone = await findGone(database.read, rows, now)
    for (const { id, funder_id: funderId } of rows.filter((row) => gone.has(row.content_id))) {
      await database.transaction(async (tx) => {
        const promo = await lockPromo(tx, id)
        if (promo !== undefined) await endLocked(tx, promo, now)
      })
      signals.wake(signalOf.user(funderId))
    }
    if (rows.length < ROWS) return
    after = rows.at(-1)!.id
  }
}

async function findGone(tx: Tx, rows: readonly PromoRow[], now: Date): Promise<Set<string>> {
  const contentIds = rows.map((row) => row.content_id)
  const contents = await findContents(tx, contentIds, now)
  const takenDown = await findTracksTakenDown(tx, contentIds, new Date(now.getTime() - TAKEN_DOWN_MS))
  const known = new Set(contents.filter((content) => !content.is_deleted).map(({ id }) => id))
  return new Set(contentIds.filter((id) => !known.has(id) || takenDown.has(id)))
}

/** Promos of a held account pause. */
export function isPausedFunder(funder: User): boolean {
  return funder.isDeleted || heldError(funder) !== null
}
