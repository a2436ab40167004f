/** A hold on all outgoing money that users place on their own account, separate from an operator's hold (holds.ts).
 * Whether money may leave is checked in users.ts. */
import { sql } from 'kysely'
import { createSeal } from '#server/platform/secrets/seal.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Payments that start after this commits are refused; one that is being reserved at this moment may still leave. */
export async function holdByOwner(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE person SET held_by_owner_at = coalesce(held_by_owner_at, ${now})
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

export async function liftOwnHold(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE person SET held_by_owner_at = NULL WHERE id = ${userId}`.execute(tx)
}

const sealOf = (secret: string) => createSeal([secret], 'peal hold')

/** A token for mails to this user. It can only place a hold on their money. */
export function makeHoldToken(secret: string, userId: string): string {
  return sealOf(secret).close(userId).toString('base64url')
}

/** Returns the user id, or null when the token was not made by this server. */
export function parseHoldToken(secret: string, token: string): string | null {
  return sealOf(secret).open(Buffer.from(token, 'base64url'))
}
