/** Who may do what with content: its owner everything, the members of its artist's or podcast's team what their role
 * allows. Which role allows what is data in contract/accounts/teams.ts; adding and removing members is server/teams. */
import { type RawBuilder, sql } from 'kysely'
import { type Action, may, MEMBER_ROLES, type MemberRole, type Role } from '#contract/accounts/teams.ts'
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

const rolesWith = (action: Action) => MEMBER_ROLES.filter((role) => may(role, action))

/** SQL: this user is in the team of the artist or podcast, in a role that allows the action. */
export function isTeamOf(makerId: string, userId: string, action: Action): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM team_member m WHERE m.maker_id = ${sql.ref(makerId)} AND m.user_id = ${userId}
    AND m.role = ANY(${rolesWith(action)}::text[]))`
}

/** SQL: this user owns or edits the artist or podcast with this alias. */
export const isEditedBy = (maker: 'ar' | 'p', userId: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${maker}.user_id`)} = ${userId} OR ${isTeamOf(`${maker}.id`, userId, 'edit')})`

/** SQL: the ids of the artists or podcasts of this user, and of those in whose team the user is, in a role that allows the
 * action. */
export function makersOf(kind: 'artist' | 'podcast', userId: string, action?: Action): RawBuilder<string> {
  const roles = action === undefined ? MEMBER_ROLES : rolesWith(action)
  return sql`(SELECT id FROM ${sql.table(kind)} WHERE user_id = ${userId}
    UNION ALL SELECT maker_id FROM team_member WHERE user_id = ${userId} AND role = ANY(${roles}::text[]))`
}

/** SQL: the owner of this artist or podcast, if the user may do this as a member; otherwise the user. */
export const ownerFor = (userId: string, makerId: string, action: Action): RawBuilder<string> => sql`coalesce(
  (SELECT c.owner_id FROM content c WHERE c.id = ${makerId} AND ${isTeamOf('c.id', userId, action)}), ${userId}::uuid)`

/** SQL: the role of this user, who is the owner or a member, for the artist or podcast with this alias. */
export const roleOf = (maker: 'ar' | 'p', userId: string): RawBuilder<Role> => sql`coalesce(
  (SELECT m.role FROM team_member m WHERE m.maker_id = ${sql.ref(`${maker}.id`)} AND m.user_id = ${userId}), 'owner')`
