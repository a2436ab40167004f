/** Offering an artist or podcast to another user, and taking it over: one transaction, in which everything that depends on
 * the owner changes. Money that was booked before, or is waiting, keeps its owner. */
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { INVITATION_DAYS } from '#contract/accounts/teams.ts'
import type * as calls from '#contract/accounts/teams.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { hashOfTerms, requireGrant } from '#server/accounts/grants.ts'
import {
  findUsersByUsernames,
  heldError,
  readUser,
  readUsers,
  requireWithdrawalsAllowed,
  searchUsers,
  type User,
} from '#server/accounts/users.ts'
import { setOwner } from '#server/catalog/splits/new-owner.ts'
import { setCommentOwner } from '#server/comments/comment-queries.ts'
import { setConcertOwner } from '#server/concerts/queries.ts'
import { type Notice, topics } from '#server/events.ts'
import { setFileOwner } from '#server/media/queries.ts'
import { endUploads } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { hashOfToken } from '#server/platform/secrets/link-token.ts'
import { mailIn, oneLine } from '#server/platform/texts.ts'
import { setPlaysOwner } from '#server/plays/owner-queries.ts'
import type { TeamDeps } from './deps.ts'
import { closed, INVITATIONS_PER_HOUR, newInvitation, requireInvited, requireOpen } from './open-invitations.ts'
import * as queries from './queries.ts'
import { lockMaker, type Maker, toOffer } from './teams.ts'

/** The owner, with a proof for exactly this offer. */
export async function offerOwnership(
  deps: TeamDeps,
  caller: Caller,
  makerId: string,
  { to, ownerStays = false }: Input<typeof calls.offerOwnership>['body'],
): Promise<Data<typeof calls.offerOwnership>> {
  requireUser(caller)
  const { database, clock } = deps
  const now = clock.now()
  await countUse(database.read, `invite:${caller.userId}`, INVITATIONS_PER_HOUR, now)
  return database.transaction(async (tx) => {
    const maker = await lockMaker(tx, caller, makerId, 'money', now)
    await requireWithdrawalsAllowed(tx, caller.userId)
    if (maker.is_taken_down) throw brokenRule('rule.takenDownOffer')
    const invitee = await findInvitee(tx, caller, to)
    const open = await queries.selectOpenInvitations(tx, maker.id, now)
    if (open.some(({ role }) => role === 'owner')) throw new AppError(409, 'offer-open')
    const destination = hashOfTerms([maker.id, to, ownerStays])
    const operation = { action: 'offer-ownership', amountMsat: null, destination } as const
    await requireGrant(tx, caller, { ...operation, label: `${maker.title}, ${to}` }, now)
    const base = { maker_id: maker.id, role: 'owner', invited_by: caller.userId } as const
    const offer = newInvitation({ ...base, ...invitee, owner_stays: ownerStays }, now)
    // Its link is not secret: only the user whom it is for can accept or decline. The notification links there too.
    await queries.insertInvitation(tx, offer, hashOfToken(offer.id))
    await announceOffer(deps, tx, offer, maker)
    return toOffer(offer, to)
  })
}

/** Does not reveal whether an e-mail address has an account. */
async function findInvitee(tx: Tx, caller: AuthenticatedUser, to: string) {
  const email = parseEmail(to)
  if (email !== null) {
    if ((await readUser(tx, caller.userId))?.email === email) throw brokenRule('rule.ownAddress')
    return { email, invitee_id: null }
  }
  const [user] = await findUsersByUsernames(tx, [to])
  if (user === undefined) throw new AppError(404, 'recipients-unknown', `There is no user with this name: ${to}`)
  if (user.userId === caller.userId) throw brokenRule('rule.ownerAlready')
  return { email: null, invitee_id: user.userId }
}

async function announceOffer(deps: TeamDeps, tx: Tx, offer: queries.InvitationRow, maker: Maker): Promise<void> {
  const from = await readUser(tx, offer.invited_by)
  const user = await findAddressed(tx, offer)
  const email = offer.email ?? (user?.emailVerified ? user.email : null)
  if (email !== null) {
    const language = user?.language ?? from?.language ?? PLAIN_LANGUAGE
    const mail = mailIn(language, 'ownershipOffer', {
      from: oneLine(from?.displayName ?? from?.username ?? ''),
      name: oneLine(maker.title),
      days: INVITATION_DAYS,
      link: deps.publicUrl + addressIn(`/invitations/${offer.id}`, language),
      brand: deps.brandName,
    })
    await deps.mailer.send({ to: email, ...mail }, tx)
  }
  if (user !== undefined) await notify(tx, 'ownership-offer', offer, maker, { to: [user.userId], by: offer.invited_by })
}

async function findAddressed(tx: Tx, { email, invitee_id: id }: queries.InvitationRow): Promise<User | undefined> {
  if (id !== null) return (await readUser(tx, id)) ?? undefined
  const found = email === null ? [] : await searchUsers(tx, email, 2)
  return found.find((user) => user.email === email && user.emailVerified && !user.isDeleted)
}

async function notify(
  tx: Tx,
  kind: 'ownership-offer' | 'ownership-declined',
  { id }: queries.InvitationRow,
  { id: contentId, type: contentType, title }: Maker,
  { to, by }: { to: string[]; by: string },
): Promise<void> {
  const content = { contentId, contentType, title }
  const notice: Notice = { noticeId: id, kind, userIds: to, actorId: by, content, comment: null }
  await publish(tx, topics.notice, `${kind}:${id}`, notice)
}

/** The user whom the offer is for, with a proof. The offer and the maker's content row are locked. Neither account may be on
 * hold, as money of either depends on this. */
export async function takeOver(
  { clock }: TeamDeps,
  tx: Tx,
  caller: AuthenticatedUser,
  offer: queries.InvitationRow,
): Promise<Maker> {
  const now = clock.now()
  await requireInvited(tx, caller.userId, offer)
  const maker = await requireOpen(tx, offer, now)
  if (maker.owner_id === caller.userId) throw new AppError(409, 'already-member')
  const former = await readUser(tx, maker.owner_id)
  if (former === null || former.isDeleted || heldError(former) !== null || maker.is_taken_down) throw closed()
  await requireWithdrawalsAllowed(tx, caller.userId)
  const operation = { action: 'accept-ownership', amountMsat: null, destination: offer.id, label: maker.title } as const
  await requireGrant(tx, caller, operation, now)
  await transfer(tx, maker, { from: former.userId, to: caller.userId, ownerStays: offer.owner_stays }, now)
  await queries.setAccepted(tx, offer.id, caller.userId, now)
  // Open invitations were sent in the name of the former owner.
  await queries.revokeAll(tx, maker.id, now)
  await record(tx, maker, offer, { from: former.userId, to: caller.userId }, now)
  return maker
}

type Owners = { from: string; to: string }

async function transfer(
  tx: Tx,
  maker: Maker,
  { ownerStays, ...owners }: Owners & { ownerStays: boolean },
  now: Date,
): Promise<void> {
  const contentIds = await setOwner(tx, maker, owners, now)
  const assetIds = await queries.selectAssetIds(tx, maker.id)
  await setFileOwner(tx, assetIds, owners)
  await queries.deleteMember(tx, maker.id, owners.to)
  if (ownerStays) await queries.insertMember(tx, maker.id, { user_id: owners.from, role: 'manager', since: now })
  else await endUploads(tx, owners.from, assetIds)
  await setCommentOwner(tx, maker.id, owners.to)
  await setConcertOwner(tx, maker.id, owners.to)
  await setPlaysOwner(tx, contentIds, owners)
}

/** Notifies both, and writes to the log of actions, which stays when the accounts are deleted. */
async function record(
  tx: Tx,
  { id, type, title }: Maker,
  { id: offerId, owner_stays: ownerStays }: queries.InvitationRow,
  { from, to }: Owners,
  now: Date,
): Promise<void> {
  const users = await readUsers(tx, [from, to])
  const [former, next] = [users.get(from)!, users.get(to)!]
  const details = { from: former.username, to: next.username, ownerStays }
  await recordAdminAction(tx, { adminId: to, action: 'ownership', target: { type, id }, details, now })
  // Nobody is notified of what they did themselves, so the new owner is named instead of being the actor.
  const about = { actorId: null, actorName: next.displayName ?? next.username, comment: null }
  const content = { contentId: id, contentType: type, title }
  const notice: Notice = { noticeId: offerId, kind: 'ownership', userIds: [from, to], ...about, content }
  await publish(tx, topics.notice, `ownership:${offerId}`, notice)
}

/** The user whom the offer is for. Declining again changes nothing. */
export async function declineOffer({ database, clock }: TeamDeps, caller: Caller, token: string): Promise<null> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const offer = await queries.lockInvitation(tx, { tokenHash: hashOfToken(token) })
    if (offer === undefined || offer.role !== 'owner') throw notFound()
    await requireInvited(tx, caller.userId, offer)
    if (offer.declined_at !== null) return null
    const maker = await requireOpen(tx, offer, now)
    await queries.setDeclined(tx, offer.id, now)
    await notify(tx, 'ownership-declined', offer, maker, { to: [offer.invited_by], by: caller.userId })
    return null
  })
}
