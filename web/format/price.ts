/** What sats are worth in dollars, shown beside them. It is never
 * used in calculations, and without a price nothing is shown. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getPrice } from '#contract/payments/price.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useHydrated } from '#web/data/use-hydrated.ts'
import { t } from '#web/words/words.ts'
import { formatNumber } from '#web/words/format.ts'

const MSAT_PER_BTC = 100_000_000_000
const POLL_MS = 5 * 60_000
const CENT = 0.01
const HOUR_MS = 3_600_000
/** An older price is not shown. */
const HOURS_MAX = 24

export type Price = NonNullable<Wire<typeof getPrice>>

/** null while no price is known, and while a part of the page hydrates: the HTML of the server has no prices. */
export function usePrice(): Price | null {
  const { call } = useSite()
  const isHydrated = useHydrated()
  const { data } = useQuery({
    ...callQuery(call, getPrice, {}),
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    retry: false,
  })
  return isHydrated && data && hoursOld(data, new Date()) < HOURS_MAX ? data : null
}

function hoursOld({ fetchedAt }: Price, now: Date): number {
  return (now.getTime() - Date.parse(fetchedAt)) / HOUR_MS
}

/** '$52.31', to the cent; '<$0.01' for less than one cent. */
export function formatDollars(amountMsat: number, price: Price): string {
  return labelled(isSmall(amountMsat, price) ? `<${write(CENT)}` : write(dollarsOf(amountMsat, price)), price)
}

/** 'about $52.31', with the age of the price when that is more than an hour. */
export function describeDollars(amountMsat: number, price: Price, now: Date): string {
  const dollars = isSmall(amountMsat, price)
    ? t('wallet.dollarsLess', { dollars: write(CENT) })
    : t('wallet.dollars', { dollars: write(dollarsOf(amountMsat, price)) })
  const hours = Math.floor(hoursOld(price, now))
  if (price.isSandbox) return labelled(dollars, price)
  if (hours < 1) return dollars
  return t('wallet.dollarsHours', { dollars, count: hours })
}

/** A sandbox price is invented and labelled as such everywhere. */
const labelled = (dollars: string, { isSandbox }: Price) =>
  isSandbox ? t('wallet.sandboxPrice', { dollars }) : dollars

const dollarsOf = (amountMsat: number, { usdPerBtc }: Price) => (Math.abs(amountMsat) / MSAT_PER_BTC) * usdPerBtc
const isSmall = (amountMsat: number, price: Price) => amountMsat !== 0 && dollarsOf(amountMsat, price) < CENT
/** '$5.00': a price in dollars, which is exact. */
export const formatCents = (cents: number): string => write(cents / 100)

const write = (dollars: number) => formatNumber(dollars, { style: 'currency', currency: 'USD' })
