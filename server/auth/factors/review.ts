/** The credential review: after a password reset, a removed factor or "log out everywhere", connected apps are paused.
 * Apps, passkeys and linked logins then wait for the user to keep or remove each. Removal is done by each module. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import type { getSafety, keepReviewed } from '#contract/accounts/proofs.ts'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { credentialOperation, requireGrant } from '#server/accounts/grants.ts'
import { readUser } from '#server/accounts/users.ts'
import { methodOf } from '#server/auth/sessions/login-method.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { pauseConnectionsOf, resumeConnection } from '#server/wallets/connection-queries.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

type ReviewDeps = Pick<AuthDeps, 'database' | 'clock'>
type Safety = Data<typeof getSafety>
type Item = Input<typeof keepReviewed>['params']

/** Adds all existing apps, passkeys and linked logins to the review. */
export async function requestReview(tx: Tx, userId: string, now: Date): Promise<void> {
  await pauseConnectionsOf(tx, userId, now)
  await sql`
    INSERT INTO credential_review (user_id, kind, item_id, asked_at)
    SELECT ${userId}::uuid, kind, id, ${now}::timestamptz FROM (
      SELECT 'connection' AS kind, id FROM wallet_connection WHERE user_id = ${userId} AND deleted_at IS NULL
      UNION ALL SELECT 'passkey', id FROM passkey WHERE user_id = ${userId}
      UNION ALL SELECT 'identity', id FROM identity WHERE user_id = ${userId} AND issuer <> ${EMBEDDED_ISSUER}
    ) items ON CONFLICT DO NOTHING`.execute(tx)
}

/** The signed-in user, for the own account. */
export async function readSafety({ database }: ReviewDeps, caller: Caller): Promise<Safety> {
  requireUser(caller)
  const user = await readUser(database.read, caller.userId)
  return { heldSince: user?.heldByOwnerAt ?? null, items: await listItems(database.read, caller.userId) }
}

/** The signed-in user, with a proof. */
export async function markReviewed(
  { database, clock }: ReviewDeps,
  caller: Caller,
  { kind, itemId }: Item,
): Promise<null> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    const item = (await listItems(tx, caller.userId)).find((one) => one.kind === kind && one.id === itemId)
    if (item === undefined) throw notFound()
    const label = item.provider === 'nostr' ? encodeNpub(item.name) : item.name
    await requireGrant(tx, caller, credentialOperation('keep', `${kind} ${itemId}`, label), now)
    if (kind === 'connection') await resumeConnection(tx, caller.userId, itemId)
    await sql`
      DELETE FROM credential_review
      WHERE user_id = ${caller.userId} AND kind = ${kind} AND item_id = ${itemId}`.execute(tx)
    return null
  })
}

type Row = {
  kind: Item['kind']
  id: string
  name: string
  issuer: string | null
  created_at: Date
  used_at: Date | null
}

async function listItems(tx: Tx, userId: string): Promise<Safety['items']> {
  const { rows } = await sql<Row>`
    SELECT review.kind, items.id, items.name, items.issuer, items.created_at, items.used_at
    FROM credential_review review JOIN (
      SELECT 'connection' AS kind, id, name, NULL AS issuer, created_at, last_used_at AS used_at
      FROM wallet_connection WHERE user_id = ${userId} AND deleted_at IS NULL
      UNION ALL SELECT 'passkey', id, name, NULL, created_at, last_used_at FROM passkey WHERE user_id = ${userId}
      UNION ALL SELECT 'identity', identity.id, coalesce(said.display_name, said.email, identity.subject),
        identity.issuer, identity.created_at, said.last_seen_at
      FROM identity LEFT JOIN outside_identity said USING (issuer, subject) WHERE identity.user_id = ${userId}
    ) items ON items.kind = review.kind AND items.id = review.item_id
    WHERE review.user_id = ${userId} ORDER BY review.kind, items.created_at, items.id`.execute(tx)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    name: row.name,
    provider: row.issuer === null ? null : methodOf(row.issuer),
    createdAt: row.created_at,
    lastUsedAt: row.used_at,
  }))
}
