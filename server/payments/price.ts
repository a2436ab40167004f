/** US dollars per bitcoin: requested from PRICE_URL every 15 minutes by one process for all, and stored with its
 * time. Amounts are shown in it, and prices of tickets in dollars are converted with it. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type { getPrice } from '#contract/payments/price.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { PaymentDeps } from './deps.ts'

type PriceDeps = Pick<PaymentDeps, 'database' | 'clock' | 'log' | 'outbound' | 'priceUrl' | 'isSandboxPrice'>

const ASKED_PER_MINUTE = { max: 600, windowSeconds: 60 }
const FETCH_EVERY_MS = 15 * 60_000
const FETCH_AGAIN_MS = 60_000
const CLOCKS_DIFFER_MS = 60_000
const SANDBOX_AGAIN_MS = 5_000
const HIDDEN_AFTER_MS = 24 * 3_600_000
const USD_PER_BTC_MAX = 1e9

/** The last known price, or null when it is more than a day old or there is none. Public, with a rate limit for each
 * IP address. */
export async function readPrice(deps: PriceDeps, caller: Caller): Promise<Data<typeof getPrice>> {
  const { database, clock, priceUrl, isSandboxPrice: isSandbox } = deps
  if (priceUrl === '') return null
  await countUse(database.relaxed.read, `price:${caller.ip}`, ASKED_PER_MINUTE, clock.now())
  const { rows } = await sql<{ usd_per_btc: string; fetched_at: Date }>`
    SELECT usd_per_btc, fetched_at FROM price WHERE fetched_at IS NOT NULL AND is_sandbox = ${isSandbox}`.execute(
    database.read,
  )
  const [row] = rows
  if (row === undefined || clock.now().getTime() - row.fetched_at.getTime() >= HIDDEN_AFTER_MS) return null
  return { usdPerBtc: Number(row.usd_per_btc), fetchedAt: row.fetched_at, isSandbox }
}

const CURRENT_MS = 30 * 60_000

/** US cents for one bitcoin, for converting a price. Null when the last report is older than half an hour. */
export async function readCentsPerBtc(
  { priceUrl, isSandboxPrice: isSandbox }: Pick<PriceDeps, 'priceUrl' | 'isSandboxPrice'>,
  tx: Tx,
  now: Date,
): Promise<bigint | null> {
  if (priceUrl === '') return null
  const { rows } = await sql<{ cents: bigint }>`
    SELECT round(usd_per_btc * 100)::bigint AS cents FROM price
    WHERE usd_per_btc > 0 AND is_sandbox = ${isSandbox} AND fetched_at > ${new Date(now.getTime() - CURRENT_MS)}`.execute(
    tx,
  )
  const cents = rows[0]?.cents ?? 0n
  return cents > 0n ? cents : null
}

/** Requests the price when it is due and no other process has claimed the turn. True when there is a new price. */
export async function refreshPrice(deps: PriceDeps): Promise<boolean> {
  if (deps.priceUrl === '' || !(await claimTurn(deps))) return false
  try {
    const { status, json } = await deps.outbound.getJson(deps.priceUrl)
    if (status !== 200) throw new Error(`The price service answered with status ${status}`)
    const usdPerBtc = parsePrice(json)
    if (usdPerBtc === null) throw new Error('The price service returned no price')
    await sql`UPDATE price SET usd_per_btc = ${usdPerBtc}, fetched_at = ${deps.clock.now()}`.execute(deps.database.read)
    return true
  } catch (error) {
    // The sandbox's service is this same server, which may not be listening yet.
    if (!deps.isSandboxPrice) deps.log.warn('price-not-fetched', { error })
    await putOff(deps, deps.isSandboxPrice ? SANDBOX_AGAIN_MS : FETCH_AGAIN_MS)
    return false
  }
}

/** `{data: {rates: {BTC}}}`, where BTC is how much bitcoin one dollar buys. Null for anything that cannot be a
 * price. */
export function parsePrice(json: unknown): number | null {
  const reported = memberOf(memberOf(memberOf(json, 'data'), 'rates'), 'BTC')
  const isNumber =
    typeof reported === 'number' || (typeof reported === 'string' && /^\d+(\.\d+)?(e-?\d+)?$/i.test(reported))
  const usdPerBtc = isNumber ? Math.round(100 / Number(reported)) / 100 : Number.NaN
  return usdPerBtc > 0 && usdPerBtc <= USD_PER_BTC_MAX ? usdPerBtc : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A turn further ahead than any can be was set before the clock was set back; a small difference between the clocks
 * of two servers is allowed. A sandbox price is dropped when another service is configured, and vice versa. */
async function claimTurn({ database, clock, isSandboxPrice }: PriceDeps): Promise<boolean> {
  const now = clock.now()
  const next = new Date(now.getTime() + FETCH_EVERY_MS)
  const tooFar = new Date(next.getTime() + CLOCKS_DIFFER_MS)
  const { rows } = await sql`
    UPDATE price SET next_fetch_at = ${next}, is_sandbox = ${isSandboxPrice},
      usd_per_btc = CASE WHEN is_sandbox = ${isSandboxPrice} THEN usd_per_btc END,
      fetched_at = CASE WHEN is_sandbox = ${isSandboxPrice} THEN fetched_at END
    WHERE next_fetch_at <= ${now} OR next_fetch_at > ${tooFar} OR is_sandbox <> ${isSandboxPrice}
    RETURNING 1`.execute(database.read)
  return rows.length === 1
}

async function putOff({ database, clock }: PriceDeps, forMs: number): Promise<void> {
  const next = new Date(clock.now().getTime() + forMs)
  await sql`UPDATE price SET next_fetch_at = ${next}`.execute(database.read)
}
