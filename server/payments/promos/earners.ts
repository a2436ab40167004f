/** Who may earn by a promo, and the scopes in which rewards are counted. */
import { heldError, type User } from '#server/accounts/users.ts'
import type { HashNetwork } from '#server/accounts/networks.ts'
import { networksOf } from '#server/payments/gifts/limits.ts'
import {
  ACCOUNT_AGE_MS,
  type Given,
  listenerCapMsat,
  LISTENER_DAY_MSAT,
  trackCountMax,
  type PromoLimits,
} from './limits.ts'
import type { Count } from './reward-queries.ts'

export type Earner = {
  user: User | undefined
  /** Whether the account once deposited enough from outside. */
  hasPaidIn: boolean
  /** What it earns by promos is held. */
  isHeld: boolean
}

/** Why an account earns by no promo; null when it may: older than a day, with a verified e-mail address or a deposit. */
export function refuseEarner({ user, hasPaidIn, isHeld }: Earner, now: Date): 'held' | 'unverified' | 'new' | null {
  if (user === undefined || user.isDeleted || isHeld || heldError(user) !== null) return 'held'
  if (!hasPaidIn && (user.email === null || !user.emailVerified)) return 'unverified'
  return now < earnsFrom(user) ? 'new' : null
}

export const earnsFrom = ({ createdAt }: Pick<User, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + ACCOUNT_AGE_MS)

/** Neither the funder nor who shares the payments to the track. */
export function mayEarn(
  earner: Earner,
  { funderId, recipientIds, now }: { funderId: string; recipientIds: readonly string[]; now: Date },
): boolean {
  const userId = earner.user?.userId
  if (userId === undefined || refuseEarner(earner, now) !== null) return false
  return userId !== funderId && !recipientIds.includes(userId)
}

export type Place = { networkHash: Buffer; siteHash: Buffer | null }

export function placeOf(hashNetwork: HashNetwork, ip: string): Place {
  const { network, site } = networksOf(ip)
  return { networkHash: hashNetwork(network), siteHash: site === null ? null : hashNetwork(site) }
}

export const listenerScope = (userId: string): string => `listener:${userId}`

/** The names of the counts of rule 23 for one reward. */
export function scopesOf(
  { userId, promoId, contentId }: { userId: string; promoId: string; contentId: string },
  { networkHash, siteHash }: Place,
) {
  const network = `network:${networkHash.toString('hex')}`
  const site = siteHash === null ? null : `site:${siteHash.toString('hex')}`
  return {
    listener: listenerScope(userId),
    track: `track:${userId}:${contentId}`,
    network,
    networkPromo: `${network}:${promoId}`,
    site,
    sitePromo: site === null ? null : `${site}:${promoId}`,
    newcomers: `newcomers:${promoId}`,
  }
}
export type Scopes = ReturnType<typeof scopesOf>

export function givenIn(counts: ReadonlyMap<string, Count>, scopes: Scopes): Given {
  const msat = (scope: string) => counts.get(scope)?.amountMsat ?? 0n
  return {
    listenerMsat: msat(scopes.listener),
    trackCount: counts.get(scopes.track)?.rewardCount ?? 0,
    networkMsat: msat(scopes.network),
    networkPromoMsat: msat(scopes.networkPromo),
    siteMsat: scopes.site === null ? null : msat(scopes.site),
    sitePromoMsat: scopes.sitePromo === null ? null : msat(scopes.sitePromo),
    newcomersMsat: msat(scopes.newcomers),
  }
}

/** What a listener is shown. */
export function describeEarner(
  promo: PromoLimits,
  { listenerMsat, trackCount }: Pick<Given, 'listenerMsat' | 'trackCount'>,
  { mayEarn: may, lifetimeMsat }: { mayEarn: boolean; lifetimeMsat: bigint },
) {
  const earnedMsat = BigInt(trackCount) * promo.payoutMsat
  const hasRoom = trackCount < trackCountMax(promo) && listenerMsat + promo.payoutMsat <= LISTENER_DAY_MSAT
  return {
    canEarnToday: may && hasRoom && promo.restMsat >= promo.payoutMsat,
    lifetimeEarnings: lifetimeMsat,
    earnedToday: earnedMsat,
    earnableToday: may ? listenerCapMsat(promo) : 0n,
    cumulativeEarnedToday: listenerMsat,
  }
}
