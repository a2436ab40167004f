/** The limits of rewards, as a pure function: all that is known about a minute goes in, whether it is paid comes out. The same
 * function decides in reward.ts and in the simulation (simulation.test.ts). The counts are in count-queries.ts. */

/** Not earlier than this after the listener's last reward, or after the minute began. */
export const MINUTE_MS = 58_000
export const LISTENER_DAY_MSAT = 500_000n
export const NETWORK_DAY_MSAT = 500_000n
/** An IPv6 /48, which a household or a company may have, gets this many times the limit of a network. */
const SITE_FACTOR = 4n
/** Rewards of the first days on which an account earns mature this much later. */
export const NEW_DAYS = 7
export const MATURING_MS = 24 * 3_600_000
export const ACCOUNT_AGE_MS = 24 * 3_600_000
/** What an account without a verified e-mail address must have deposited from outside. */
export const PAID_IN_MSAT = 10_000n
/** Shares of a promo's budget, in percent: what one network gets of it in a day, and all new accounts together. */
const NETWORK_PERCENT = 1n
const NEWCOMERS_PERCENT = 5n
/** So many new accounts that earn in one network on one day are held until an operator has looked at them. */
export const NEW_IN_NETWORK_MAX = 8

export type PromoLimits = {
  payoutMsat: bigint
  /** All that was paid into it. */
  budgetMsat: bigint
  /** What it holds. */
  restMsat: bigint
  durationSeconds: number
}

/** What was given today, before this minute. */
export type Given = {
  listenerMsat: bigint
  /** Rewards of this listener by this track. */
  trackCount: number
  networkMsat: bigint
  networkPromoMsat: bigint
  /** Of the IPv6 /48; null for other networks. */
  siteMsat: bigint | null
  sitePromoMsat: bigint | null
  /** By this promo to all accounts in their first days. */
  newcomersMsat: bigint
}

export type Refusal = 'ended' | 'listener' | 'track' | 'network' | 'newcomers'
export type Decision = 'paid' | 'maturing' | Refusal

export function decideReward(promo: PromoLimits, given: Given, isNew: boolean): Decision {
  const { payoutMsat, budgetMsat, restMsat } = promo
  if (restMsat < payoutMsat) return 'ended'
  if (given.listenerMsat + payoutMsat > LISTENER_DAY_MSAT) return 'listener'
  if (given.trackCount >= trackCountMax(promo)) return 'track'
  const ownMsat = listenerCapMsat(promo)
  const networkPromoMsat = atLeast(ownMsat, (budgetMsat * NETWORK_PERCENT) / 100n)
  if (isOver(given.networkMsat, given.networkPromoMsat, payoutMsat, { networkPromoMsat, factor: 1n })) return 'network'
  const { siteMsat, sitePromoMsat } = given
  if (siteMsat !== null && sitePromoMsat !== null) {
    if (isOver(siteMsat, sitePromoMsat, payoutMsat, { networkPromoMsat, factor: SITE_FACTOR })) return 'network'
  }
  if (!isNew) return 'paid'
  const newcomersMaxMsat = atLeast(ownMsat, (budgetMsat * NEWCOMERS_PERCENT) / 100n)
  return given.newcomersMsat + payoutMsat > newcomersMaxMsat ? 'newcomers' : 'maturing'
}

/** Rewards of one listener by one track in a day. */
export function trackCountMax({ durationSeconds }: Pick<PromoLimits, 'durationSeconds'>): number {
  return Math.max(1, Math.floor(durationSeconds / 60))
}

/** What one listener may earn by this promo in a day. */
export function listenerCapMsat(promo: Pick<PromoLimits, 'durationSeconds' | 'payoutMsat'>): bigint {
  const wholeMsat = BigInt(trackCountMax(promo)) * promo.payoutMsat
  return wholeMsat < LISTENER_DAY_MSAT ? wholeMsat : LISTENER_DAY_MSAT
}

/** Whether the account is in the first days on which it earns, when it earns today. */
export function isNewEarner(earningDays: number, lastDay: string | null, today: string): boolean {
  return (lastDay === today ? earningDays : earningDays + 1) <= NEW_DAYS
}

/** Whether new accounts in this network are held until an operator has looked at them. */
export function isSuspicious({ newAccounts, networkMsat }: { newAccounts: number; networkMsat: bigint }): boolean {
  return newAccounts >= NEW_IN_NETWORK_MAX || (newAccounts > 1 && networkMsat >= NETWORK_DAY_MSAT)
}

function isOver(
  allMsat: bigint,
  promoMsat: bigint,
  payoutMsat: bigint,
  { networkPromoMsat, factor }: { networkPromoMsat: bigint; factor: bigint },
): boolean {
  return allMsat + payoutMsat > NETWORK_DAY_MSAT * factor || promoMsat + payoutMsat > networkPromoMsat * factor
}

const atLeast = (one: bigint, other: bigint) => (one > other ? one : other)

export type Heard = {
  /** When the nonce was dealt, and the position then. */
  dealtAt: Date
  dealtPosition: number
  now: Date
  position: number
  /** Seconds of the track that were played since. */
  mediaTime: number
  durationSeconds: number
}

/** Clocks of players are not exact, and positions are reported between two updates. */
const TOLERANCE_SECONDS = 5
/** A nonce that is returned later is not a minute of listening. */
const NONCE_MS = 10 * 60_000

/** Whether a player's claim fits a minute of listening at normal speed. */
export function isMinuteHeard({ dealtAt, dealtPosition, now, position, mediaTime, durationSeconds }: Heard): boolean {
  const elapsedMs = now.getTime() - dealtAt.getTime()
  if (elapsedMs < MINUTE_MS || elapsedMs > NONCE_MS) return false
  if (mediaTime * 1_000 < MINUTE_MS || mediaTime > elapsedMs / 1_000 + TOLERANCE_SECONDS) return false
  if (position > durationSeconds + TOLERANCE_SECONDS) return false
  // A track that repeats starts again at zero.
  const expected = (dealtPosition + mediaTime) % Math.max(1, durationSeconds)
  const gap = Math.abs(expected - position)
  return Math.min(gap, Math.abs(durationSeconds - gap)) <= TOLERANCE_SECONDS
}
