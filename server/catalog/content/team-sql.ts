/** SQL about the teams of artists and podcasts, for queries of other files. Checks of a caller are in roles.ts. */
import { type RawBuilder, sql } from 'kysely'
import { type Action, may, MEMBER_ROLES, type Role } from '#contract/team-roles.ts'

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
