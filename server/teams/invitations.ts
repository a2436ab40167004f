/** Invitations to a team: by mail, for the account with that address, or by a link that works once. */
import { INVITATION_DAYS, INVITATIONS_MAX, MEMBERS_MAX } from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import type * as calls from '#contract/accounts/teams.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUser, type User } from '#server/accounts/users.ts'
import { selectCards } from '#server/catalog/content/card-queries.ts'
import { lockContent } from '#server/catalog/content/queries.ts'
import { findRole } from '#server/catalog/content/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/link-token.ts'
import { mailIn, oneLine, textIn } from '#server/platform/texts.ts'
import type { TeamDeps } from './deps.ts'
import {
  closed,
  INVITATIONS_PER_HOUR,
  newInvitation,
  requireInvited,
  requireInviter,
  requireOpen,
} from './open-invitations.ts'
import { takeOver } from './ownership.ts'
import * as queries from './queries.ts'
import { findMaker, lockMaker, type Maker, toInvitation } from './teams.ts'

/** The owner in any role; managers invite editors. */
export async function invite(
  deps: TeamDeps,
  caller: Caller,
  makerId: string,
  { role, email = null }: Input<typeof calls.inviteMember>['body'],
): Promise<Data<typeof calls.inviteMember>> {
  requireUser(caller)
  const { database, clock } = deps
  const now = clock.now()
  await countUse(database.read, `invite:${caller.userId}`, INVITATIONS_PER_HOUR, now)
  return database.transaction(async (tx) => {
    const maker = await lockMaker(tx, caller, makerId, 'team', now)
    await requireInviter(tx, caller.userId, maker, role)
    if ((await queries.selectOpenInvitations(tx, maker.id, now)).length >= INVITATIONS_MAX) {
      throw brokenRule('rule.invitationsMax', { max: String(INVITATIONS_MAX) })
    }
    const { token, hash } = newToken()
    const invitation = newInvitation({ maker_id: maker.id, role, email, invited_by: caller.userId }, now)
    await queries.insertInvitation(tx, invitation, hash)
    const from = await readUser(tx, caller.userId)
    const language = from?.language ?? PLAIN_LANGUAGE
    const url = deps.publicUrl + addressIn(`/invitations/${token}`, language)
    if (email !== null && from !== null) await sendMail(deps, tx, { to: email, from, maker, role, url })
    return { ...toInvitation(invitation, role), url }
  })
}

type Letter = { to: string; from: User; maker: Maker; role: MemberRole; url: string }

async function sendMail({ mailer, brandName }: TeamDeps, tx: Tx, { to, from, maker, role, url }: Letter) {
  const language = from.language ?? PLAIN_LANGUAGE
  const letter = mailIn(language, 'invitation', {
    from: oneLine(from.displayName ?? from.username),
    name: oneLine(maker.title),
    role: textIn(language, `mailedRole.${role}`),
    days: INVITATION_DAYS,
    link: url,
    brand: brandName,
  })
  await mailer.send({ to, ...letter }, tx)
}

/** The owner; managers those of editors. An offer of ownership: the owner. */
export async function revoke(
  { database, clock }: TeamDeps,
  caller: Caller,
  { makerId, invitationId }: { makerId: string; invitationId: string },
): Promise<null> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const invitation = await queries.lockInvitation(tx, { makerId, invitationId })
    const maker = await lockMaker(tx, caller, makerId, 'team', now)
    if (invitation === undefined) throw notFound()
    await requireInviter(tx, caller.userId, maker, invitation.role)
    if (invitation.accepted_at !== null || invitation.declined_at !== null) throw closed()
    if (invitation.revoked_at === null) await queries.setRevoked(tx, invitation.id, now)
    return null
  })
}

/** Anybody who has the link. */
export async function readInvitation(
  { database, clock, files }: TeamDeps,
  token: string,
): Promise<Data<typeof calls.getInvitation>> {
  const tx = database.read
  const now = clock.now()
  const invitation = await queries.findInvitation(tx, hashOfToken(token))
  if (invitation === undefined) throw notFound()
  const maker = await requireOpen(tx, invitation, now)
  const [from, [card]] = await Promise.all([readUser(tx, invitation.invited_by), selectCards(tx, [maker.id], now)])
  const artworkKey = card?.artwork_key ?? null
  return {
    makerId: maker.id,
    contentType: maker.type,
    name: maker.title,
    artworkUrl: artworkKey === null ? null : files.publicUrl(artworkKey),
    role: invitation.role,
    from: from?.displayName ?? from?.username ?? '',
    isByMail: invitation.email !== null,
    ownerStays: invitation.owner_stays,
  }
}

/** Any user with the link; of an invitation by mail, the user with that confirmed address. Of an offer, see takeOver(). */
export async function accept(
  deps: TeamDeps,
  caller: Caller,
  token: string,
): Promise<Data<typeof calls.acceptInvitation>> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const invitation = await queries.lockInvitation(tx, { tokenHash: hashOfToken(token) })
    if (invitation === undefined) throw notFound()
    await lockContent(tx, invitation.maker_id)
    const known = await findAccepted(tx, caller.userId, invitation, clock.now())
    if (known !== null) return known
    const isOffer = invitation.role === 'owner'
    const maker = isOffer ? await takeOver(deps, tx, caller, invitation) : await join(deps, tx, caller, invitation)
    return { makerId: maker.id, contentType: maker.type, role: invitation.role }
  })
}

/** What the same user has accepted, if that still holds. */
async function findAccepted(tx: Tx, userId: string, invitation: queries.InvitationRow, now: Date) {
  if (invitation.accepted_by !== userId) return null
  const maker = await findMaker(tx, invitation.maker_id, now)
  const role = maker === undefined ? undefined : await findRole(tx, userId, maker)
  if (maker === undefined || role === undefined) throw closed()
  return { makerId: maker.id, contentType: maker.type, role }
}

/** The invitation and the maker's content row are locked. */
async function join(
  { clock }: TeamDeps,
  tx: Tx,
  { userId }: AuthenticatedUser,
  invitation: queries.InvitationRow,
): Promise<Maker> {
  const now = clock.now()
  const { role } = invitation
  const maker = await requireOpen(tx, invitation, now)
  await requireInvited(tx, userId, invitation)
  if (role === 'owner' || (await findRole(tx, userId, maker)) !== undefined) throw new AppError(409, 'already-member')
  if ((await queries.selectMembers(tx, maker.id)).length >= MEMBERS_MAX)
    throw brokenRule('rule.teamFull', { max: String(MEMBERS_MAX) })
  await queries.insertMember(tx, maker.id, { user_id: userId, role, since: now })
  await queries.setAccepted(tx, invitation.id, userId, now)
  return maker
}
