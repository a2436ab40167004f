/** The user's memberships and invitations, for the export and the deletion of the account. */
import { sql } from 'kysely'
import { endUploads } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** The user's memberships; members and invitations of the user's artists and podcasts, and what the user sent. */
export async function exportTeams(tx: Tx, userId: string): Promise<Record<string, unknown[]>> {
  const list = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(tx)).rows.map(({ row }) => row)
  return {
    memberships: await list(sql`
      SELECT to_jsonb(m) - 'user_id' AS row FROM team_member m WHERE m.user_id = ${userId} ORDER BY m.since`),
    members: await list(sql`
      SELECT to_jsonb(m) AS row FROM team_member m JOIN content c ON c.id = m.maker_id WHERE c.owner_id = ${userId}
      ORDER BY m.maker_id, m.since`),
    invitations: await list(sql`
      SELECT to_jsonb(i) - 'token_hash' AS row FROM team_invitation i
      WHERE ${userId} IN (i.invited_by, i.invitee_id)
      ORDER BY i.created_at`),
  }
}

/** The user leaves all teams; the teams of the user's own artists and podcasts end. */
export async function deleteTeams(tx: Tx, userId: string): Promise<void> {
  const own = sql`maker_id IN (SELECT id FROM content WHERE owner_id = ${userId})`
  await sql`DELETE FROM team_member WHERE user_id = ${userId} OR ${own}`.execute(tx)
  await sql`DELETE FROM team_invitation 
    WHERE ${userId} IN (invited_by, accepted_by, invitee_id) OR ${own}`.execute(tx)
  await endUploads(tx, userId)
}
