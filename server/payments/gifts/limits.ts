/** The limits of gifts that follow from their amount and the daily limit. */
import { GIFT_MSAT } from '#contract/payments/gifts.ts'

export const GIFT = BigInt(GIFT_MSAT)
/** Gifts in 48 hours in an IPv6 /48, which one household or company may have. */
export const GIFTS_PER_SITE = 4

/** What one account may receive by gifts in a day: 2 % of all, or one gift. */
export function accountLimitOf(giftsPerDayMsat: bigint): bigint {
  const share = giftsPerDayMsat / 50n
  return share > GIFT ? share : GIFT
}

export type Networks = { network: string; site: string | null }

/** The network of a caller: an IPv4 address or an IPv6 /64 (`2001:db8:1:2::/64`), and the /48 that the latter is in. */
export function networksOf(ip: string): Networks {
  const groups = /^([0-9a-f:]+)::\/64$/.exec(ip)?.[1]?.split(':')
  return { network: ip, site: groups === undefined ? null : `${groups.slice(0, 3).join(':')}::/48` }
}
