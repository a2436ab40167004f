/** The team of an artist or podcast: who is in it, changing roles, leaving. Joining is invitations.ts. */
import { type Action, invitableRoles, may, type MemberRole } from '#contract/team-roles.ts'
import type * as calls from '#contract/accounts/teams.ts'
import type { Data } from '#contract/endpoint.ts'
import { readUsers } from '#server/accounts/users.ts'
import { type ContentRow, findContent, lockContent } from '#server/catalog/content/queries.ts'
import { findRole, requireMay } from '#server/catalog/content/roles.ts'
import { endUploads } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { TeamDeps } from './deps.ts'
import * as queries from './queries.ts'

export type Maker = ContentRow & { type: 'artist' | 'podcast' }

export async function findMaker(tx: Tx, makerId: string, now: Date): Promise<Maker | undefined> {
  const content = await findContent(tx, makerId, now)
  if (content === undefined || content.is_deleted) return undefined
  return content.type === 'artist' || content.type === 'podcast' ? { ...content, type: content.type } : undefined
}

/** The artist or podcast, if the caller may do this. Its row is locked: changes to a team happen one after another. */
export async function lockMaker(tx: Tx, caller: Caller, makerId: string, action: Action, now: Date): Promise<Maker> {
  await lockContent(tx, makerId)
  return requireMay(tx, caller, await findMaker(tx, makerId, now), action)
}

/** Owner and managers. */
export async function readTeam(
  { database, clock, files }: TeamDeps,
  caller: Caller,
  makerId: string,
): Promise<Data<typeof calls.listTeam>> {
  requireUser(caller)
  const tx = database.read
  const now = clock.now()
  const maker = await requireMay(tx, caller, await findMaker(tx, makerId, now), 'team')
  const [members, invitations, role] = await Promise.all([
    queries.selectMembers(tx, maker.id),
    queries.selectOpenInvitations(tx, maker.id, now),
    findRole(tx, caller.userId, maker),
  ])
  const offer = role === 'owner' ? invitations.find((row) => row.role === 'owner') : undefined
  const inviteeIds = offer?.invitee_id === undefined || offer.invitee_id === null ? [] : [offer.invitee_id]
  const users = await readUsers(tx, [maker.owner_id, ...inviteeIds, ...members.map(({ user_id }) => user_id)])
  const describe = (userId: string) => {
    const user = users.get(userId)
    if (user === undefined) throw new Error(`Member ${userId} does not exist`)
    const { username, displayName, artworkKey } = user
    return { userId, username, displayName, artworkUrl: artworkKey === null ? null : files.publicUrl(artworkKey) }
  }
  return {
    name: maker.title,
    role: role ?? 'owner',
    owner: describe(maker.owner_id),
    members: members.map(({ user_id, role: theirs, since }) => ({ ...describe(user_id), role: theirs, since })),
    invitations: invitations.flatMap((row) => (row.role === 'owner' ? [] : toInvitation(row, row.role))),
    offer: offer === undefined ? null : toOffer(offer, users.get(offer.invitee_id ?? '')?.username ?? ''),
  }
}

export const toInvitation = ({ id, email, expires_at: expiresAt }: queries.InvitationRow, role: MemberRole) => ({
  invitationId: id,
  role,
  email,
  expiresAt,
})

export const toOffer = (row: queries.InvitationRow, username: string) => ({
  invitationId: row.id,
  to: row.email ?? username,
  ownerStays: row.owner_stays,
  expiresAt: row.expires_at,
})

/** Owner only. */
export async function changeRole(
  { database, clock }: TeamDeps,
  caller: Caller,
  { makerId, userId }: { makerId: string; userId: string },
  role: MemberRole,
): Promise<Data<typeof calls.setMemberRole>> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const maker = await lockMaker(tx, caller, makerId, 'money', now)
    if (!(await queries.updateRole(tx, maker.id, userId, role))) throw notFound()
    if (invitableRoles(role).length === 0) await queries.revokeAll(tx, maker.id, now, userId)
    if (!may(role, 'upload')) await endUploads(tx, userId, await queries.selectAssetIds(tx, maker.id))
    return { userId, role }
  })
}

/** The owner, or the member. Unfinished uploads and open invitations of the member end in the same transaction, so that
 * none of them becomes valid again when the member returns. */
export async function removeMember(
  { database, clock }: TeamDeps,
  caller: Caller,
  { makerId, userId }: { makerId: string; userId: string },
): Promise<null> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    if (userId.toLowerCase() === caller.userId) await lockContent(tx, makerId)
    else await lockMaker(tx, caller, makerId, 'money', now)
    if (!(await queries.deleteMember(tx, makerId, userId))) throw notFound()
    await queries.revokeAll(tx, makerId, now, userId)
    await endUploads(tx, userId, await queries.selectAssetIds(tx, makerId))
    return null
  })
}
