/** The answers of partners to the shares they are offered, and what follows for the money that waited: one transfer to the
 * partner who agrees, or to the owner when the partner declines or has not answered for 90 days. */
import type * as calls from '#contract/catalog/split-offers.ts'
import { OFFER_DAYS } from '#contract/catalog/split-offers.ts'
import type { Data } from '#contract/endpoint.ts'
import { findDeletedUsers } from '#server/accounts/users.ts'
import { findContents } from '#server/catalog/content/queries.ts'
import {
  agree,
  type Answered,
  listLapsedOffers,
  listOpenOffersOf,
  lockOffer,
  type Offer,
  readBeginning,
  type Refusal,
  refuse,
} from '#server/catalog/splits/consent.ts'
import { topics, type Notice, type ShareSettled } from '#server/events.ts'
import { lockWaiting } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { recordDeletedShare } from '#server/payments/statements/suspense.ts'
import { endWaiting } from './queries.ts'

/** An offer that is not answered for this long is declined. */
export const OFFER_MS = OFFER_DAYS * 86_400_000

/** The partner that the version names. Agreeing again changes nothing. */
export async function acceptOffer(
  deps: PaymentDeps,
  caller: Caller,
  versionId: string,
): Promise<Data<typeof calls.acceptSplitOffer>> {
  requireUser(caller)
  const { database, clock, signals, failpoint } = deps
  const now = clock.now()
  const done = await database.transaction(async (tx) => {
    const offer = await lockOffer(tx, versionId, caller.userId)
    if (offer === undefined) throw notFound()
    if (offer.share.state !== 'agreed') requireWaiting(offer)
    await lockWaiting(tx, accountsOf(offer))
    if (offer.share.state !== 'agreed')
      await notifyOfAnswer(tx, offer.version, { kind: 'split-accepted', actorId: caller.userId, now })
    const amountMsat = offer.share.state === 'agreed' ? 0n : await payAgreed(tx, offer, now)
    failpoint('share:accepting')
    return { msatAmount: amountMsat, begunAt: await readBeginning(tx, versionId) }
  })
  signals.wake(signalOf.user(caller.userId))
  return done
}

/** The partner that the version names. Declining again changes nothing. */
export async function declineOffer(
  deps: PaymentDeps,
  caller: Caller,
  versionId: string,
): Promise<Data<typeof calls.declineSplitOffer>> {
  requireUser(caller)
  const { database, clock, signals } = deps
  const woken = await database.transaction(async (tx) => {
    const offer = await lockOffer(tx, versionId, caller.userId)
    if (offer === undefined) throw notFound()
    if (offer.share.state === 'declined') return []
    requireWaiting(offer)
    const now = clock.now()
    await notifyOfAnswer(tx, offer.version, { kind: 'split-declined', actorId: caller.userId, now })
    return refuseLocked(tx, offer, 'declined', now)
  })
  for (const userId of woken) signals.wake(signalOf.user(userId))
  return null
}

type Answering = { kind: 'split-accepted' | 'split-declined'; actorId: string; now: Date }

/** The owner who offered the share, by a version or an invitation. */
export async function notifyOfAnswer(
  tx: Tx,
  { id, content_id: contentId, owner_id: ownerId }: Pick<Offer['version'], 'id' | 'content_id' | 'owner_id'>,
  { kind, actorId, now }: Answering,
): Promise<void> {
  const [content] = await findContents(tx, [contentId], now)
  if (content === undefined) return
  const about = { contentId, contentType: content.type, title: content.title }
  const noticeId = `${id}:${actorId}`
  const notice: Notice = { noticeId, kind, userIds: [ownerId], actorId, content: about, comment: null }
  await publish(tx, topics.notice, `${kind}:${noticeId}`, notice)
}

function requireWaiting({ share }: Offer): void {
  if (share.state !== 'waiting') throw new AppError(409, 'split-offer-closed')
}

/** The offer and its account are locked. Returns how much waited. */
export async function payAgreed(tx: Tx, offer: Offer, now: Date): Promise<bigint> {
  let amountMsat = 0n
  for (const one of await agree(tx, offer, now)) amountMsat += await payWaiting(tx, one, 'accepted', now)
  return amountMsat
}

/** A new payment waits for these until the transaction ends. Shares that were taken away have no account. */
export function accountsOf({ share, later }: Offer) {
  return [share, ...later].flatMap(({ version_id: versionId, position }) =>
    position === null ? [] : ({ kind: 'waiting', versionId, position } as const),
  )
}

/** Returns the owners who were paid. */
async function refuseLocked(tx: Tx, offer: Offer, state: Refusal, now: Date): Promise<string[]> {
  await lockWaiting(tx, accountsOf({ ...offer, later: [] }))
  const answered = await refuse(tx, offer, state, now)
  for (const one of answered) await payWaiting(tx, one, 'returned', now)
  return answered.map(({ ownerId }) => ownerId)
}

/** The account is locked. Returns how much waited. */
async function payWaiting(tx: Tx, answered: Answered, state: 'accepted' | 'returned', now: Date): Promise<bigint> {
  const { shareId, versionId, position, ownerId } = answered
  if (position === null) return 0n
  const ended = await endWaiting(tx, { versionId, position }, state, now)
  const amountMsat = ended.reduce((sum, one) => sum + one.amount_msat, 0n)
  if (amountMsat === 0n) return 0n
  const payeeId = state === 'accepted' ? answered.userId : ownerId
  const isGone = (await findDeletedUsers(tx, [payeeId])).has(payeeId)
  await post(tx, {
    idem: `share-${state}:${versionId}:${position}`,
    kind: `share-${state}`,
    legs: [
      { account: { kind: 'waiting', versionId, position }, amountMsat: -amountMsat },
      isGone ? { account: 'suspense', amountMsat } : { account: { kind: 'user', userId: payeeId }, amountMsat },
    ],
    ref: { type: 'split-share', id: shareId },
    occurredAt: now,
  })
  if (isGone) {
    await recordDeletedShare(tx, { paymentId: shareId, userId: payeeId, amountMsat, createdAt: now })
    return amountMsat
  }
  await insertLines(tx, [await lineOf(tx, answered, { payeeId, amountMsat, state, now })])
  const earnings = ended.flatMap((one) =>
    one.content_id === null || one.amount_msat === 0n
      ? []
      : { userId: payeeId, contentId: one.content_id, source: one.source, amountMsat: Number(one.amount_msat) },
  )
  const settled: ShareSettled = { shareId, earnings, settledAt: now.toISOString() }
  await publish(tx, topics.shareSettled, shareId, settled)
  return amountMsat
}

type Paid = { payeeId: string; amountMsat: bigint; state: 'accepted' | 'returned'; now: Date }

/** The statement line of the user who is paid. It names the content of the split. */
async function lineOf(tx: Tx, { shareId, contentId }: Answered, { payeeId, amountMsat, state, now }: Paid) {
  const [content] = await findContents(tx, [contentId], now)
  return {
    id: newId(now.getTime()),
    user_id: payeeId,
    type: 'Earnings' as const,
    payment_id: shareId,
    amount_msat: amountMsat,
    change_msat: amountMsat,
    created_at: now,
    note: `share-${state}` as const,
    title: content?.title ?? null,
  }
}

/** Ends what the user, or an invitation, has not answered. Of a user, before the account is deleted and its balance locked. */
export async function refuseOffersOf(
  tx: Tx,
  userId: string,
  state: 'declined' | 'withdrawn',
  now: Date,
): Promise<void> {
  for (const versionId of await listOpenOffersOf(tx, userId)) {
    const offer = await lockOffer(tx, versionId, userId)
    if (offer?.share.state === 'waiting') await refuseLocked(tx, offer, state, now)
  }
}

/** The background job: offers that nobody has answered for 90 days. */
export async function expireOffers({ database, clock, signals }: PaymentDeps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - OFFER_MS)
  for (const { versionId, userId } of await listLapsedOffers(database.read, before)) {
    const woken = await database.transaction(async (tx) => {
      const offer = await lockOffer(tx, versionId, userId)
      if (offer?.share.state !== 'waiting') return []
      await notifyOfAnswer(tx, offer.version, { kind: 'split-declined', actorId: userId, now })
      return refuseLocked(tx, offer, 'expired', now)
    })
    for (const ownerId of woken) signals.wake(signalOf.user(ownerId))
  }
}
