/** SQL of invitations to splits. Until there is a user, the id of the invitation stands where splits, terms and waiting shares
 * have the id of a user. What invitations are for: invitations.ts. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type InvitationRow = {
  id: string
  content_id: string
  owner_id: string
  email: string | null
  label: string | null
  created_at: Date
  revoked_at: Date | null
  taken_by: string | null
  taken_number: number | null
  confirmed_at: Date | null
}

const INVITATION = [
  'id',
  'content_id',
  'owner_id',
  'email',
  'label',
  'created_at',
  'revoked_at',
  'taken_by',
  'taken_number',
  'confirmed_at',
] as const

export async function insertInvitation(tx: Tx, row: InvitationRow, tokenHash: Buffer | null): Promise<void> {
  await sql`INSERT INTO split_invitation ${rowValues({ ...row, token_hash: tokenHash })}`.execute(tx)
}

export async function findInvitation(
  tx: Tx,
  by: { tokenHash: Buffer } | { invitationId: string },
): Promise<InvitationRow | undefined> {
  const where = 'tokenHash' in by ? sql`token_hash = ${by.tokenHash}` : sql`id = ${by.invitationId}`
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(INVITATION)} FROM split_invitation WHERE ${where}`.execute(tx)
  return rows[0]
}

export type OpenInvitationRow = InvitationRow & { has_link: boolean; invited_at: Date }

/** Neither answered for good nor revoked or expired, oldest first. */
export async function listOpenInvitations(tx: Tx, contentId: string): Promise<OpenInvitationRow[]> {
  const { rows } = await sql<OpenInvitationRow>`
    SELECT ${columnList(INVITATION, 'i')}, i.token_hash IS NOT NULL AS has_link, max(s.invited_at) AS invited_at
    FROM split_invitation i JOIN split_share s ON s.user_id = i.id AND s.state = 'waiting'
    WHERE i.content_id = ${contentId} AND i.revoked_at IS NULL AND i.confirmed_at IS NULL
    GROUP BY i.id ORDER BY i.created_at, i.id`.execute(tx)
  return rows
}

/** Who accepted invitations to this content and was confirmed. */
export async function listConfirmed(tx: Tx, contentId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(INVITATION)} FROM split_invitation
    WHERE content_id = ${contentId} AND confirmed_at IS NOT NULL ORDER BY confirmed_at`.execute(tx)
  return rows
}

export async function setToken(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await sql`UPDATE split_invitation SET token_hash = ${tokenHash} WHERE id = ${id}`.execute(tx)
}

export async function setTaken(tx: Tx, id: string, userId: string, number: number): Promise<void> {
  await sql`UPDATE split_invitation SET taken_by = ${userId}, taken_number = ${number} WHERE id = ${id}`.execute(tx)
}

export async function setConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE split_invitation SET confirmed_at = ${now} WHERE id = ${id}`.execute(tx)
}

export async function setRevoked(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE split_invitation SET revoked_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** True when a version that has this invitation also has this user. */
export async function isBeside(tx: Tx, invitationId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM split_share i JOIN split_share s ON s.version_id = i.version_id
    WHERE i.user_id = ${invitationId} AND s.user_id = ${userId} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** From now on the shares of the invitation are this user's. */
export async function assignShares(tx: Tx, invitationId: string, userId: string): Promise<void> {
  await sql`UPDATE split_share SET user_id = ${userId} WHERE user_id = ${invitationId}`.execute(tx)
  await sql`
    UPDATE split_recipient r SET user_id = ${userId} FROM split s
    WHERE s.id = r.split_id AND r.user_id = ${invitationId}
      AND s.content_id = (SELECT content_id FROM split_invitation WHERE id = ${invitationId})`.execute(tx)
}

export type InvitedName = { name: string; invited: 'mail' | 'link'; isTaken: boolean }

/** The e-mail address or label of each invitation. Only the owner of the content may see them. */
export async function readInvitedNames(tx: Tx, ids: readonly string[]): Promise<Map<string, InvitedName>> {
  const { rows } = await sql<InvitedName & { id: string }>`
    SELECT id, coalesce(email, label, '') AS name, CASE WHEN email IS NULL THEN 'link' ELSE 'mail' END AS invited,
      taken_by IS NOT NULL AS "isTaken"
    FROM split_invitation WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** Invitations that this user took and that the owner has not confirmed. */
export async function listTakenBy(tx: Tx, userId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(INVITATION)} FROM split_invitation
    WHERE taken_by = ${userId} AND confirmed_at IS NULL AND revoked_at IS NULL ORDER BY id`.execute(tx)
  return rows
}

export async function exportSplitInvitations(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_jsonb(i) - 'token_hash' AS row FROM split_invitation i
    WHERE i.owner_id = ${userId} OR i.taken_by = ${userId} ORDER BY i.created_at`.execute(tx)
  return rows.map(({ row }) => row)
}

/** The account of the owner is deleted: who was invited is not known any more. */
export async function leaveInvitations(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await sql`
    UPDATE split_invitation SET email = NULL, label = '', token_hash = NULL, revoked_at = coalesce(revoked_at, ${now})
    WHERE owner_id = ${ownerId}`.execute(tx)
}
