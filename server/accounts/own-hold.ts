/** The owner's own hold on all outgoing money, apart from an operator's (holds.ts).
 * Whether money may leave is asked by people.ts. */
import { sql } from 'kysely'
import { createSeal } from '#server/platform/seal.ts'
import type { Tx } from '#server/platform/database.ts'

/** Every payment that begins after this commits is refused; one that is being reserved at this moment may still leave. */
export async function holdByOwner(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE person SET held_by_owner_at = coalesce(held_by_owner_at, ${now})
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

export async function liftOwnHold(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE person SET held_by_owner_at = NULL WHERE id = ${userId}`.execute(tx)
}

const sealOf = (secret: string) => createSeal([secret], 'peal hold')

/** Goes into mails to this person; it holds their money and opens nothing. */
export function makeHoldToken(secret: string, userId: string): string {
  return sealOf(secret).close(userId).toString('base64url')
}

/** Null for what was not made by this server. */
export function readHoldToken(secret: string, token: string): string | null {
  return sealOf(secret).open(Buffer.from(token, 'base64url'))
}
