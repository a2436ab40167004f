/** Invitations to a team: by mail, for the account with that address, or by a link that works once. */
import { invitableRoles, INVITATION_DAYS, INVITATIONS_MAX, MEMBERS_MAX } from '#contract/accounts/teams.ts'
import type * as calls from '#contract/accounts/teams.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUser, requireConfirmedAddress, type User } from '#server/accounts/users.ts'
import { selectCards } from '#server/catalog/content/card-queries.ts'
import { lockContent } from '#server/catalog/content/queries.ts'
import { findRole } from '#server/catalog/content/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/link-token.ts'
import { mailIn, oneLine, textIn } from '#server/platform/texts.ts'
import type { TeamDeps } from './deps.ts'
import * as queries from './queries.ts'
import { findMaker, lockMaker, type Maker, toInvitation } from './teams.ts'

const DAY_MS = 86_400_000
const INVITATIONS_PER_HOUR = { max: 20, windowSeconds: 3_600 }

const closed = () => new AppError(410, 'invitation-closed')

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
      throw new AppError(422, 'rule-broken', `At most ${INVITATIONS_MAX} open invitations.`)
    }
    const { token, hash } = newToken()
    const invitation = {
      id: newId(),
      maker_id: maker.id,
      role,
      email,
      invited_by: caller.userId,
      created_at: now,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      revoked_at: null,
      accepted_at: null,
      accepted_by: null,
    }
    await queries.insertInvitation(tx, invitation, hash)
    const from = await readUser(tx, caller.userId)
    const language = from?.language ?? PLAIN_LANGUAGE
    const url = deps.publicUrl + addressIn(`/invitations/${token}`, language)
    if (email !== null && from !== null) await sendMail(deps, tx, { to: email, from, maker, role, url })
    return { ...toInvitation(invitation), url }
  })
}

async function requireInviter(tx: Tx, userId: string, maker: Maker, role: queries.InvitationRow['role']) {
  const own = await findRole(tx, userId, maker)
  if (own === undefined || !invitableRoles(own).includes(role)) throw new AppError(403, 'forbidden')
}

type Letter = { to: string; from: User; maker: Maker; role: queries.InvitationRow['role']; url: string }

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

/** The owner; managers those of editors. */
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
    if (invitation.accepted_at !== null) throw closed()
    if (invitation.revoked_at === null) await queries.setRevoked(tx, invitation.id, now)
    return null
  })
}

/** Its artist or podcast, while it can be accepted. It ends with the role of the user who sent it. */
async function requireOpen(tx: Tx, invitation: queries.InvitationRow, now: Date): Promise<Maker> {
  if (invitation.revoked_at !== null || invitation.accepted_at !== null || invitation.expires_at <= now) throw closed()
  const maker = await findMaker(tx, invitation.maker_id, now)
  if (maker === undefined) throw closed()
  const inviter = await findRole(tx, invitation.invited_by, maker)
  if (inviter === undefined || !invitableRoles(inviter).includes(invitation.role)) throw closed()
  return maker
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
  }
}

/** Any user with the link; of an invitation by mail, the user with that confirmed address. */
export async function accept(
  { database, clock }: TeamDeps,
  caller: Caller,
  token: string,
): Promise<Data<typeof calls.acceptInvitation>> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const invitation = await queries.lockInvitation(tx, { tokenHash: hashOfToken(token) })
    if (invitation === undefined) throw notFound()
    await lockContent(tx, invitation.maker_id)
    const members = await queries.selectMembers(tx, invitation.maker_id)
    const own = members.find(({ user_id }) => user_id === caller.userId)
    if (invitation.accepted_by === caller.userId && own !== undefined) {
      const maker = await findMaker(tx, invitation.maker_id, now)
      if (maker === undefined) throw closed()
      return { makerId: maker.id, contentType: maker.type, role: own.role }
    }
    const maker = await requireOpen(tx, invitation, now)
    if (invitation.email !== null) await requireConfirmedAddress(tx, caller.userId, invitation.email)
    if (own !== undefined || maker.owner_id === caller.userId) throw new AppError(409, 'already-member')
    if (members.length >= MEMBERS_MAX)
      throw new AppError(422, 'rule-broken', `A team has at most ${MEMBERS_MAX} members.`)
    await queries.insertMember(tx, maker.id, { user_id: caller.userId, role: invitation.role, since: now })
    await queries.setAccepted(tx, invitation.id, caller.userId, now)
    return { makerId: maker.id, contentType: maker.type, role: invitation.role }
  })
}
