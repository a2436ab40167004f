/** What the rewards of one transaction need to know, read and locked in one order: promos, listeners, counts. What is paid:
 * reward.ts. */
import type { rewardPromo } from '#contract/listening/promos.ts'
import type { Input } from '#contract/endpoint.ts'
import { readUsers, type User } from '#server/accounts/users.ts'
import { findPlayable, type Playable } from '#server/catalog/content/playable.ts'
import { readManySplitTerms, type ContentTerms } from '#server/catalog/splits/payable.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { dayOf } from '#server/platform/clock.ts'
import { scopesOf, type Place, type Scopes } from './earners.ts'
import { lockPromos, type PromoRow } from './promo-queries.ts'
import * as queries from './reward-queries.ts'

/** One minute that a listener claims. */
export type Claim = Input<typeof rewardPromo>['body'] & { userId: string; place: Place; operationId: string }

/** All that the claims of one transaction need, and what has been decided so far. */
export type Round = {
  now: Date
  day: string
  promos: Map<string, PromoRow>
  contents: Map<string, Playable>
  terms: Map<string, ContentTerms>
  users: Map<string, User>
  paidIn: Set<string>
  listeners: Map<string, queries.ListenerRow>
  deliveries: Map<string, queries.DeliveryRow>
  /** Before this round, and what it has added. */
  counts: Map<string, queries.Count>
  added: Map<string, queries.Count>
  lifetimes: Map<string, bigint>
  /** Operations without a nonce that were rewarded before. */
  repeated: Set<string>
  rewards: queries.NewReward[]
  changed: Set<string>
}

export async function readRound(tx: Tx, claims: readonly Claim[], now: Date): Promise<Round> {
  const day = dayOf(now)
  const promos = await lockPromos(tx, [...new Set(claims.map(({ promoId }) => promoId))])
  const contentIds = [...promos.values()].map((promo) => promo.content_id)
  const userIds = [...new Set(claims.map(({ userId }) => userId))]
  const listeners = await queries.lockListeners(tx, userIds)
  const users = await readUsers(tx, [...new Set([...userIds, ...[...promos.values()].map((promo) => promo.funder_id)])])
  const unverified = userIds.filter((userId) => users.get(userId)?.emailVerified !== true)
  const known = claims.filter(({ promoId }) => promos.has(promoId))
  const scopes = known.flatMap((claim) => Object.values(scopesOfClaim(promos, claim)).filter((one) => one !== null))
  return {
    now,
    day,
    promos,
    contents: await findPlayable(tx, contentIds, now),
    terms: await readManySplitTerms(tx, contentIds),
    users,
    paidIn: await queries.findPaidIn(tx, unverified),
    listeners,
    deliveries: await readDeliveries(tx, known, promos, day),
    counts: await queries.lockCounts(tx, [...new Set(scopes)], day),
    added: new Map(),
    lifetimes: await queries.readLifetimes(tx, known),
    repeated: await queries.findRewards(
      tx,
      known.flatMap(({ nonce, operationId }) => (nonce === undefined ? operationId : [])),
    ),
    rewards: [],
    changed: new Set(),
  }
}

export function scopesOfClaim(promos: ReadonlyMap<string, PromoRow>, { userId, promoId, place }: Claim): Scopes {
  return scopesOf({ userId, promoId, contentId: promos.get(promoId)!.content_id }, place)
}

export const deliveryKey = ({ networkHash }: Place, contentId: string) => `${networkHash.toString('hex')} ${contentId}`

/** For players that return no nonces. */
async function readDeliveries(tx: Tx, claims: readonly Claim[], promos: ReadonlyMap<string, PromoRow>, day: string) {
  const found = new Map<string, queries.DeliveryRow>()
  for (const { nonce, promoId, place } of claims) {
    if (nonce !== undefined) continue
    const contentId = promos.get(promoId)!.content_id
    const row = await queries.lockDelivery(tx, { networkHash: place.networkHash, contentId, day })
    if (row !== undefined) found.set(deliveryKey(place, contentId), row)
  }
  return found
}
