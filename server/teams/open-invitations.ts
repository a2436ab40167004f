/** New invitations; whether an invitation can still be accepted, and by whom. */
import { INVITATION_DAYS } from '#contract/accounts/teams.ts'
import { invitableRoles, type Role } from '#contract/team-roles.ts'
import { requireConfirmedAddress } from '#server/accounts/users.ts'
import { findRole } from '#server/catalog/content/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { InvitationRow } from './queries.ts'
import { findMaker, type Maker } from './teams.ts'

/** Limit for each user; offers of ownership count too. */
export const INVITATIONS_PER_HOUR = { max: 20, windowSeconds: 3_600 }

const DAY_MS = 86_400_000

/** An invitation that is not accepted or declined yet. */
export const newInvitation = (
  given: Pick<InvitationRow, 'maker_id' | 'role' | 'email' | 'invited_by'> &
    Partial<Pick<InvitationRow, 'invitee_id' | 'owner_stays'>>,
  now: Date,
): InvitationRow => ({
  invitee_id: null,
  owner_stays: false,
  ...given,
  id: newId(),
  created_at: now,
  expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  revoked_at: null,
  accepted_at: null,
  accepted_by: null,
  declined_at: null,
})

export const closed = () => new AppError(410, 'invitation-closed')

/** Only the owner offers ownership. */
const mayInvite = (own: Role | undefined, role: Role): boolean =>
  own !== undefined && (role === 'owner' ? own === 'owner' : invitableRoles(own).includes(role))

export async function requireInviter(tx: Tx, userId: string, maker: Maker, role: Role): Promise<void> {
  if (!mayInvite(await findRole(tx, userId, maker), role)) throw new AppError(403, 'forbidden')
}

/** Returns the artist or podcast. Throws if the invitation cannot be accepted, also when its sender may no longer invite. */
export async function requireOpen(tx: Tx, invitation: InvitationRow, now: Date): Promise<Maker> {
  const { revoked_at: revokedAt, accepted_at: acceptedAt, declined_at: declinedAt, expires_at: expiresAt } = invitation
  if (revokedAt !== null || acceptedAt !== null || declinedAt !== null || expiresAt <= now) throw closed()
  const maker = await findMaker(tx, invitation.maker_id, now)
  if (maker === undefined) throw closed()
  if (!mayInvite(await findRole(tx, invitation.invited_by, maker), invitation.role)) throw closed()
  return maker
}

/** An invitation by mail is for the user with that confirmed address, an offer to a username for that user, and a link for
 * any user. */
export async function requireInvited(tx: Tx, userId: string, invitation: InvitationRow): Promise<void> {
  if (invitation.email !== null) await requireConfirmedAddress(tx, userId, invitation.email)
  if (invitation.invitee_id !== null && invitation.invitee_id !== userId) throw new AppError(403, 'forbidden')
}
