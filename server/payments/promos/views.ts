/** Promos as listeners and their funders read them, and beginning a minute. */
import type * as listening from '#contract/listening/promos.ts'
import type * as calls from '#contract/payments/promos.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUsers } from '#server/accounts/users.ts'
import { findPlayable } from '#server/catalog/content/playable.ts'
import { selectTracks, toTrackInfo } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import { readManySplitTerms } from '#server/catalog/splits/payable.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { dayOf } from '#server/platform/clock.ts'
import { sql } from 'kysely'
import { describeEarner, mayEarn, scopesOf } from './earners.ts'
import { endLocked, isPausedFunder } from './end.ts'
import type { PromoLimits } from './limits.ts'
import * as queries from './promo-queries.ts'
import { ANSWER_SECONDS } from './reward.ts'
import { readEarner } from './earning.ts'
import { lockListener, readCounts, readLifetimes, readTopUpDay, updateListeners } from './reward-queries.ts'

const LISTED_MAX = 100
/** An invoice for a promo is no longer shown as waiting after this long. */
const WAITING_MS = 24 * 3_600_000

type PublicPromo = Data<typeof listening.listActivePromos>[number]
type PromoUser = Data<typeof listening.getPromo>['promoUser']
type Promo = Data<typeof calls.setPromoActive>
type OwnPromo = Data<typeof calls.listOwnPromos>[number]

/** Public. */
export async function listActivePromos(deps: PaymentDeps, _caller: Caller): Promise<PublicPromo[]> {
  const tx = deps.database.read
  const rows = await queries.listPayingPromos(tx, LISTED_MAX)
  return (await describePromos(deps, tx, rows)).filter(({ isActive }) => isActive)
}

/** Public. */
export async function readPromoOfContent(
  deps: PaymentDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof listening.getPromoOfContent>> {
  const row = await queries.findOpenPromo(deps.database.read, contentId)
  if (row === undefined || !row.is_paying) throw notFound()
  const found = await readWithUser(deps, caller, row)
  if (!found.isActive) throw notFound()
  return found
}

/** Public, once it is paid. */
export async function readPromo(
  deps: PaymentDeps,
  caller: Caller,
  id: string,
): Promise<Data<typeof listening.getPromo>> {
  const row = await queries.readPromoRow(deps.database.read, id)
  const isOwn = caller.kind === 'user' && caller.userId === row?.funder_id
  if (row === undefined || (row.budget_msat === 0n && !isOwn)) throw notFound()
  return readWithUser(deps, caller, row)
}

/** The funder. Only a paid promo that has not ended. */
export async function setPromoActive(deps: PaymentDeps, caller: Caller, id: string, isActive: boolean): Promise<Promo> {
  const { database } = deps
  return database.transaction(async (tx) => {
    const row = await queries.lockPromo(tx, id)
    if (row === undefined) throw notFound()
    requireOwner(caller, row.funder_id)
    if (!row.is_open) throw new AppError(409, 'promo-ended')
    await queries.updateActive(tx, id, isActive)
    const [promo] = await describePromos(deps, tx, [(await queries.readPromoRow(tx, id))!])
    return promo!
  })
}

/** The funder. Ending it again returns nothing. */
export async function endPromo(deps: PaymentDeps, caller: Caller, id: string): Promise<{ msatReturned: bigint }> {
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const row = await queries.lockPromo(tx, id)
    if (row === undefined) throw notFound()
    requireOwner(caller, row.funder_id)
    return { msatReturned: await endLocked(tx, row, clock.now()) }
  })
}

/** The signed-in user, for the user's own promos. */
export async function listOwnPromos(deps: PaymentDeps, caller: Caller): Promise<Data<typeof calls.listOwnPromos>> {
  requireUser(caller)
  const { database, clock } = deps
  const tx = database.read
  const unpaidSince = new Date(clock.now().getTime() - WAITING_MS)
  const rows = await queries.listPromosOf(tx, caller.userId, unpaidSince, LISTED_MAX)
  const playable = await findPlayable(
    tx,
    rows.map((row) => row.content_id),
    clock.now(),
  )
  return rows.map((row) => toOwn(row, playable.has(row.content_id)))
}

/** As its funder and operators see it. */
export function toOwn(row: queries.PromoRow, isPublic: boolean): OwnPromo {
  return {
    ...toPromo(row, isPublic),
    title: row.content_title,
    remainingBudget: queries.restOf(row),
    uniqueUsers: row.listener_count,
    minutes: row.reward_count,
    state: stateOf(row, isPublic),
    endedAt: row.ended_at,
  }
}

function stateOf(row: queries.PromoRow, isPublic: boolean): OwnPromo['state'] {
  if (row.budget_msat === 0n) return 'waiting'
  if (row.ended_at !== null) return 'ended'
  if (row.held_at !== null) return 'held'
  if (!row.is_active) return 'paused'
  return isPublic ? 'active' : 'unlisted'
}

function toPromo(row: queries.PromoRow, isPublic: boolean): Promo {
  return {
    id: row.id,
    contentId: row.content_id,
    contentType: 'track',
    msatBudget: row.budget_msat,
    msatPayoutAmount: row.payout_msat,
    isActive: row.is_paying && isPublic,
    isPaid: row.budget_msat > 0n,
    createdAt: row.created_at,
  }
}

async function describePromos(deps: PaymentDeps, tx: Tx, rows: readonly queries.PromoRow[]): Promise<PublicPromo[]> {
  const { clock, files } = deps
  const now = clock.now()
  const ids = rows.map((row) => row.content_id)
  const tracks = await selectTracks(tx, {
    now,
    where: sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`,
    orderBy: sql`t.id`,
    limit: LISTED_MAX,
  })
  const funders = await readUsers(tx, [...new Set(rows.map((row) => row.funder_id))])
  const infos = new Map(tracks.map((track) => [track.id, toTrackInfo(files, track)]))
  return rows.map((row) => {
    const funder = funders.get(row.funder_id)
    const isPublic = infos.has(row.content_id) && funder !== undefined && !isPausedFunder(funder)
    return { ...toPromo(row, isPublic), contentMetadata: infos.get(row.content_id) ?? null }
  })
}

async function readWithUser(
  deps: PaymentDeps,
  caller: Caller,
  row: queries.PromoRow,
): Promise<Data<typeof listening.getPromo>> {
  const tx = deps.database.read
  const [promo] = await describePromos(deps, tx, [row])
  return { ...promo!, promoUser: await readPromoUser(deps, tx, caller, row) }
}

const NOBODY: PromoUser = {
  canEarnToday: false,
  lifetimeEarnings: 0n,
  earnedToday: 0n,
  earnableToday: 0n,
  cumulativeEarnedToday: 0n,
}

async function readPromoUser(deps: PaymentDeps, tx: Tx, caller: Caller, row: queries.PromoRow): Promise<PromoUser> {
  if (caller.kind !== 'user') return NOBODY
  const { userId } = caller
  const now = deps.clock.now()
  const limits = await readLimits(tx, row, now)
  const scopes = scopesOf(
    { userId, promoId: row.id, contentId: row.content_id },
    { networkHash: Buffer.alloc(0), siteHash: null },
  )
  const counts = await readCounts(tx, [scopes.listener, scopes.track], dayOf(now))
  const lifetimes = await readLifetimes(tx, [{ promoId: row.id, userId }])
  return describeEarner(
    limits ?? { payoutMsat: row.payout_msat, budgetMsat: row.budget_msat, restMsat: 0n, durationSeconds: 0 },
    {
      listenerMsat: counts.get(scopes.listener)?.amountMsat ?? 0n,
      trackCount: counts.get(scopes.track)?.rewardCount ?? 0,
    },
    {
      mayEarn: limits !== null && (await mayEarnBy(tx, userId, row, now)),
      lifetimeMsat: lifetimes.get(`${row.id} ${userId}`) ?? 0n,
    },
  )
}

/** Null when it pays nothing now. */
async function readLimits(tx: Tx, row: queries.PromoRow, now: Date): Promise<PromoLimits | null> {
  const content = (await findPlayable(tx, [row.content_id], now)).get(row.content_id)
  const funder = (await readUsers(tx, [row.funder_id])).get(row.funder_id)
  if (!row.is_paying || content === undefined || funder === undefined || isPausedFunder(funder)) return null
  return {
    payoutMsat: row.payout_msat,
    budgetMsat: row.budget_msat,
    restMsat: queries.restOf(row),
    durationSeconds: content.durationSeconds ?? 0,
  }
}

async function mayEarnBy(tx: Tx, userId: string, row: queries.PromoRow, now: Date): Promise<boolean> {
  const terms = (await readManySplitTerms(tx, [row.content_id])).get(row.content_id)
  const recipientIds = terms?.recipients.map((recipient) => recipient.userId) ?? []
  return mayEarn(await readEarner(tx, userId), { funderId: row.funder_id, recipientIds, now })
}

/** The signed-in user. Replaces the nonce of another device: one player at a time earns. */
export async function startPromoMinute(
  deps: PaymentDeps,
  caller: Caller,
  { promoId, position }: Input<typeof listening.startPromoMinute>['body'],
): Promise<Data<typeof listening.startPromoMinute>> {
  requireUser(caller)
  const { database, clock } = deps
  const { userId } = caller
  const now = clock.now()
  const row = await queries.readPromoRow(database.read, promoId)
  if (row === undefined) throw notFound()
  if ((await readLimits(database.read, row, now)) === null) throw new AppError(409, 'promo-ended')
  if (!(await mayEarnBy(database.read, userId, row, now))) throw new AppError(403, 'promo-not-eligible')
  const { canEarnToday } = await readPromoUser(deps, database.read, caller, row)
  if (!canEarnToday) throw new AppError(409, 'promo-limit')
  const nonce = newId(now.getTime())
  await database.transaction(async (tx) => {
    const listener = await lockListener(tx, userId)
    await updateListeners(tx, [{ ...listener, nonce, promo_id: promoId, dealt_at: now, position_seconds: position }])
  })
  return { nonce, secondsLeft: ANSWER_SECONDS }
}

/** The signed-in user, for the user's own day. */
export async function readTopUp(
  { database }: PaymentDeps,
  caller: Caller,
  paymentId: string,
): Promise<Data<typeof listening.getTopUp>> {
  requireUser(caller)
  const found = await readTopUpDay(database.read, caller.userId, paymentId)
  if (found === null) throw notFound()
  return found
}
