/** Answers to invitations to splits. By mail, the account with that address agrees, and what waited is paid. Who accepts by a
 * link is paid once the owner has confirmed them. */
import type * as calls from '#contract/catalog/split-offers.ts'
import type { Data } from '#contract/endpoint.ts'
import { findDeletedUsers, requireConfirmedAddress } from '#server/accounts/users.ts'
import { findContent, lockContent } from '#server/catalog/content/queries.ts'
import { listOpenOffersOf, lockOffer, type Offer } from '#server/catalog/splits/consent.ts'
import * as queries from '#server/catalog/splits/invitation-queries.ts'
import { invitationClosed, lockOwnInvitation, requireOpen } from '#server/catalog/splits/invitations.ts'
import { readOffers } from '#server/catalog/splits/offers.ts'
import { topics, type Notice } from '#server/events.ts'
import { lockWaiting } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { hashOfToken } from '#server/platform/secrets/link-token.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { accountsOf, notifyOfAnswer, OFFER_MS, payAgreed, refuseOffersOf } from './answer.ts'
import { assignWaiting, sumWaitingOf } from './queries.ts'

/** Anybody who has the link. */
export async function readInvitation(
  { database, clock }: PaymentDeps,
  caller: Caller,
  token: string,
): Promise<Data<typeof calls.getSplitInvitation>> {
  const tx = database.read
  const invitation = await queries.findInvitation(tx, { tokenHash: hashOfToken(token) })
  if (invitation === undefined) throw notFound()
  await requireOpen(tx, invitation)
  const { id, email, taken_by: takenBy } = invitation
  const isTaken = caller.kind === 'user' && takenBy === caller.userId
  if (takenBy !== null && !isTaken) throw invitationClosed()
  const waiting = await sumWaitingOf(tx, id)
  const offers = await readOffers(tx, id, { waiting, offerMs: OFFER_MS, now: clock.now() })
  return { isByMail: email !== null, isTaken, offers }
}

/** The invitation with its content locked, for a user who may answer it. */
async function lockForAnswer(tx: Tx, userId: string, token: string): Promise<queries.InvitationRow> {
  const by = { tokenHash: hashOfToken(token) }
  const found = await queries.findInvitation(tx, by)
  if (found === undefined) throw notFound()
  await lockContent(tx, found.content_id)
  const invitation = (await queries.findInvitation(tx, by)) ?? found
  if (invitation.taken_by === userId && invitation.confirmed_at !== null) return invitation
  await requireOpen(tx, invitation)
  if (invitation.taken_by !== null && invitation.taken_by !== userId) throw invitationClosed()
  if (invitation.email !== null) await requireConfirmedAddress(tx, userId, invitation.email)
  return invitation
}

/** Any user with the link; of an invitation by mail, the user with that confirmed address. Accepting again changes nothing. */
export async function acceptInvitation(
  { database, clock, signals }: PaymentDeps,
  caller: Caller,
  token: string,
  versionId: string,
): Promise<Data<typeof calls.acceptSplitInvitation>> {
  requireUser(caller)
  const { userId } = caller
  const now = clock.now()
  const done = await database.transaction(async (tx) => {
    const invitation = await lockForAnswer(tx, userId, token)
    if (invitation.taken_by !== null) return { msatAmount: 0n, isConfirmed: invitation.confirmed_at !== null }
    await requirePlace(tx, invitation, userId)
    const seen = await lockOffer(tx, versionId, invitation.id)
    if (seen?.share.state !== 'waiting') throw new AppError(409, 'split-offer-closed')
    const { number } = seen.version
    await queries.setTaken(tx, invitation.id, userId, number)
    if (invitation.email === null) {
      await notifyOfTaker(tx, invitation, userId, now)
      return { msatAmount: 0n, isConfirmed: false }
    }
    await notifyOfAnswer(tx, seen.version, { kind: 'split-accepted', actorId: userId, now })
    return { msatAmount: await confirm(tx, invitation.id, { userId, number }, now), isConfirmed: true }
  })
  signals.wake(signalOf.user(userId))
  return done
}

/** The owner confirms who took the link. */
async function notifyOfTaker(tx: Tx, invitation: queries.InvitationRow, actorId: string, now: Date): Promise<void> {
  const { id: noticeId, content_id: contentId, owner_id: ownerId } = invitation
  const content = (await findContent(tx, contentId, now))!
  const about = { contentId, contentType: content.type, title: content.title }
  const kind = 'split-taken'
  const notice: Notice = { noticeId, kind, userIds: [ownerId], actorId, content: about, comment: null }
  await publish(tx, topics.notice, `${kind}:${noticeId}`, notice)
}

/** Who may accept it. Declining again changes nothing. */
export async function declineInvitation(
  { database, clock, signals }: PaymentDeps,
  caller: Caller,
  token: string,
): Promise<Data<typeof calls.declineSplitInvitation>> {
  requireUser(caller)
  const ownerId = await database.transaction(async (tx) => {
    const invitation = await lockForAnswer(tx, caller.userId, token)
    if (invitation.confirmed_at !== null) throw invitationClosed()
    const now = clock.now()
    await notifyOfAnswer(tx, invitation, { kind: 'split-declined', actorId: caller.userId, now })
    await endInvitation(tx, invitation, now)
    return invitation.owner_id
  })
  signals.wake(signalOf.user(ownerId))
  return null
}

/** The owner of the content. */
export async function confirmPartner(
  { database, clock, signals }: PaymentDeps,
  caller: Caller,
  invitationId: string,
): Promise<Data<typeof calls.confirmSplitPartner>> {
  requireUser(caller)
  const now = clock.now()
  const { userId, msatAmount } = await database.transaction(async (tx) => {
    const { invitation } = await lockOwnInvitation(tx, caller, invitationId, now)
    await requireOpen(tx, invitation)
    const { id, taken_by: takerId, taken_number: number } = invitation
    if (takerId === null || number === null) throw invitationClosed()
    if ((await findDeletedUsers(tx, [takerId])).has(takerId)) throw invitationClosed()
    await requirePlace(tx, invitation, takerId)
    return { userId: takerId, msatAmount: await confirm(tx, id, { userId: takerId, number }, now) }
  })
  signals.wake(signalOf.user(userId))
  return { msatAmount }
}

/** The owner of the content. Revoking again changes nothing. */
export async function revokeInvitation(
  { database, clock, signals }: PaymentDeps,
  caller: Caller,
  invitationId: string,
): Promise<Data<typeof calls.revokeSplitInvitation>> {
  requireUser(caller)
  const now = clock.now()
  const ownerId = await database.transaction(async (tx) => {
    const { invitation } = await lockOwnInvitation(tx, caller, invitationId, now)
    if (invitation.confirmed_at !== null) throw invitationClosed()
    if (invitation.revoked_at === null) await endInvitation(tx, invitation, now, 'withdrawn')
    return invitation.owner_id
  })
  signals.wake(signalOf.user(ownerId))
  return null
}

/** A user has one share in a split. The owner needs no invitation. */
async function requirePlace(tx: Tx, { id, owner_id: ownerId }: queries.InvitationRow, userId: string): Promise<void> {
  if (ownerId === userId || (await queries.isBeside(tx, id, userId))) throw new AppError(409, 'already-partner')
}

/** The shares become the user's, who has agreed to those up to this version. Returns what waited and is paid. */
async function confirm(
  tx: Tx,
  invitationId: string,
  { userId, number }: { userId: string; number: number },
  now: Date,
): Promise<bigint> {
  const versionIds = await listOpenOffersOf(tx, invitationId)
  await queries.setConfirmed(tx, invitationId, now)
  await queries.assignShares(tx, invitationId, userId)
  const offers: Offer[] = []
  for (const versionId of versionIds) offers.push((await lockOffer(tx, versionId, userId))!)
  // From here on, payments wait for this transaction before they read whose share it is.
  await lockWaiting(tx, offers.flatMap(accountsOf))
  await assignWaiting(tx, versionIds, { invitationId, userId })
  let msatAmount = 0n
  for (const offer of offers) if (offer.version.number <= number) msatAmount += await payAgreed(tx, offer, now)
  return msatAmount
}

async function endInvitation(
  tx: Tx,
  { id }: queries.InvitationRow,
  now: Date,
  state: 'declined' | 'withdrawn' = 'declined',
): Promise<void> {
  await queries.setRevoked(tx, id, now)
  await refuseOffersOf(tx, id, state, now)
}

/** The user's account is about to be deleted: what they took by links and the owner has not confirmed is declined. */
export async function leaveTaken(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const found of await queries.listTakenBy(tx, userId)) {
    await lockContent(tx, found.content_id)
    const invitation = await queries.findInvitation(tx, { invitationId: found.id })
    if (invitation?.confirmed_at === null && invitation.revoked_at === null) await endInvitation(tx, invitation, now)
  }
}
