/** Who may do what with content: its owner everything, the members of its artist's or podcast's team what their role
 * allows. Which role allows what is data in contract/team-roles.ts, and as SQL in team-sql.ts; adding and removing members is
 * server/teams. */
import { sql } from 'kysely'
import { type Action, may, type MemberRole, type Role } from '#contract/team-roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'

type Owned = { id: string } & ({ user_id: string } | { owner_id: string })

export const ownerOf = (content: Owned): string => ('owner_id' in content ? content.owner_id : content.user_id)

/** The content, if it exists and the caller may do this with it. For the owner, nothing is queried. */
export async function requireMay<Content extends Owned>(
  tx: Tx,
  caller: Caller,
  content: Content | undefined,
  action: Action,
): Promise<Content> {
  if (content === undefined) throw notFound()
  requireUser(caller)
  if (!(await mayDo(tx, caller, content, action))) throw new AppError(403, 'forbidden')
  return content
}

export async function mayDo(tx: Tx, caller: Caller, content: Owned, action: Action): Promise<boolean> {
  return caller.kind === 'user' && may(await findRole(tx, caller.userId, content), action)
}

export async function findRole(tx: Tx, userId: string, content: Owned): Promise<Role | undefined> {
  if (ownerOf(content) === userId) return 'owner'
  const { rows } = await sql<{ role: MemberRole }>`
    SELECT m.role FROM content c LEFT JOIN track t ON t.id = c.id LEFT JOIN episode e ON e.id = c.id
    LEFT JOIN album al ON al.id = coalesce(t.album_id, c.id)
    JOIN team_member m ON m.maker_id = coalesce(al.artist_id, e.podcast_id, c.id)
    WHERE c.id = ${content.id} AND m.user_id = ${userId}`.execute(tx)
  return rows[0]?.role
}
