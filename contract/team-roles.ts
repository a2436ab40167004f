/** The roles in the team of an artist or podcast, with what each may do. */
import * as z from 'zod/mini'

export const MEMBER_ROLES = ['manager', 'editor', 'analyst', 'door'] as const
export const MemberRole = z.enum(MEMBER_ROLES)
export type MemberRole = z.infer<typeof MemberRole>
export const Role = z.enum(['owner', ...MEMBER_ROLES])
export type Role = z.infer<typeof Role>

/** `publish` includes deleting releases, tracks and episodes; `team`: see the team and invite editors; `money`: splits,
 * prices, promos, fans, ticket sales, and the artist or podcast as a whole. */
export type Action = 'edit' | 'upload' | 'publish' | 'analytics' | 'door' | 'team' | 'money'

export const roleActions: Readonly<Record<Role, readonly Action[]>> = {
  owner: ['edit', 'upload', 'publish', 'analytics', 'door', 'team', 'money'],
  manager: ['edit', 'upload', 'publish', 'analytics', 'door', 'team'],
  editor: ['edit', 'upload'],
  analyst: ['analytics'],
  door: ['door'],
}

export const may = (role: Role | undefined, action: Action): boolean =>
  role !== undefined && roleActions[role].includes(action)

/** The roles in which somebody of this role may invite others. */
export const invitableRoles = (role: Role): readonly MemberRole[] =>
  role === 'owner' ? MEMBER_ROLES : role === 'manager' ? ['editor'] : []
