/** SQL of members and invitations. What a role allows is checked in catalog/content/roles.ts. */
import { sql } from 'kysely'
import type { MemberRole, Role } from '#contract/team-roles.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type MemberRow = { user_id: string; role: MemberRole; since: Date }

export async function selectMembers(tx: Tx, makerId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT user_id, role, since FROM team_member WHERE maker_id = ${makerId} ORDER BY since, user_id`.execute(tx)
  return rows
}

export async function insertMember(tx: Tx, makerId: string, { user_id, role, since }: MemberRow): Promise<void> {
  await sql`INSERT INTO team_member (maker_id, user_id, role, since)
    VALUES (${makerId}, ${user_id}, ${role}, ${since})`.execute(tx)
}

/** False when this user is not a member. */
export async function updateRole(tx: Tx, makerId: string, userId: string, role: MemberRole): Promise<boolean> {
  const { rows } = await sql`
    UPDATE team_member SET role = ${role} WHERE maker_id = ${makerId} AND user_id = ${userId} RETURNING role`.execute(
    tx,
  )
  return rows.length > 0
}

/** False when this user is not a member. */
export async function deleteMember(tx: Tx, makerId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM team_member WHERE maker_id = ${makerId} AND user_id = ${userId} RETURNING role`.execute(tx)
  return rows.length > 0
}

/** The latest upload of each track or episode of the artist or podcast, and what plays until that is ready. */
export async function selectAssetIds(tx: Tx, makerId: string): Promise<string[]> {
  const { rows } = await sql<{ asset_id: string }>`
    WITH audio AS (
      SELECT t.asset_id, t.live_key FROM track t JOIN album al ON al.id = t.album_id WHERE al.artist_id = ${makerId}
      UNION ALL SELECT asset_id, live_key FROM episode WHERE podcast_id = ${makerId})
    SELECT asset_id FROM audio WHERE asset_id IS NOT NULL
    UNION SELECT substr(live_key, 7, 36)::uuid FROM audio WHERE live_key LIKE 'media/%'`.execute(tx)
  return rows.map(({ asset_id }) => asset_id)
}

const invitationColumns = [
  'id',
  'maker_id',
  'role',
  'email',
  'invited_by',
  'created_at',
  'expires_at',
  'revoked_at',
  'accepted_at',
  'accepted_by',
  'invitee_id',
  'owner_stays',
  'declined_at',
] as const

export type InvitationRow = {
  id: string
  maker_id: string
  /** `owner`: an offer of ownership. */
  role: Role
  email: string | null
  invited_by: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  accepted_at: Date | null
  accepted_by: string | null
  invitee_id: string | null
  owner_stays: boolean
  declined_at: Date | null
}

export async function insertInvitation(tx: Tx, row: InvitationRow, tokenHash: Buffer): Promise<void> {
  await sql`INSERT INTO team_invitation ${rowValues({ ...row, token_hash: tokenHash })}`.execute(tx)
}

/** Invitations that are not accepted, declined, revoked or expired. */
export async function selectOpenInvitations(tx: Tx, makerId: string, now: Date): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(invitationColumns)} FROM team_invitation
    WHERE maker_id = ${makerId} AND revoked_at IS NULL AND accepted_at IS NULL AND declined_at IS NULL
      AND expires_at > ${now}
    ORDER BY created_at, id`.execute(tx)
  return rows
}

export async function findInvitation(tx: Tx, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(invitationColumns)} FROM team_invitation WHERE token_hash = ${tokenHash}`.execute(tx)
  return rows[0]
}

/** Locked until the transaction ends: accepting and revoking wait for each other. */
export async function lockInvitation(
  tx: Tx,
  by: { tokenHash: Buffer } | { makerId: string; invitationId: string },
): Promise<InvitationRow | undefined> {
  const where =
    'tokenHash' in by ? sql`token_hash = ${by.tokenHash}` : sql`id = ${by.invitationId} AND maker_id = ${by.makerId}`
  const { rows } = await sql<InvitationRow>`
    SELECT ${columnList(invitationColumns)} FROM team_invitation WHERE ${where} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function setAccepted(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  await sql`UPDATE team_invitation SET accepted_at = ${now}, accepted_by = ${userId} WHERE id = ${id}`.execute(tx)
}

export async function setDeclined(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE team_invitation SET declined_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** Revokes the open invitations of an artist or podcast, or only those that this user sent. */
export async function revokeAll(tx: Tx, makerId: string, now: Date, invitedBy: string | null = null): Promise<void> {
  await sql`
    UPDATE team_invitation SET revoked_at = ${now}
    WHERE maker_id = ${makerId} AND revoked_at IS NULL AND accepted_at IS NULL AND declined_at IS NULL
      AND (${invitedBy}::uuid IS NULL OR invited_by = ${invitedBy})`.execute(tx)
}

export async function setRevoked(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE team_invitation SET revoked_at = ${now} WHERE id = ${id}`.execute(tx)
}
