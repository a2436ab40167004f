/** The dollar price of a test world with `PRICE_SETTINGS`: nothing is requested, and the test sets the price. */
import type { TestWorld } from './world.ts'

export const PRICE_SETTINGS = { PRICE_URL: 'https://price.example/rates' }

export async function setPrice({ world }: TestWorld, usdPerBtc: number, ageMinutes = 1): Promise<void> {
  await world.database.pool.query(
    `UPDATE price SET next_fetch_at = now() + interval '1 hour', usd_per_btc = $1,
      fetched_at = now() - $2 * interval '1 minute', is_sandbox = false`,
    [usdPerBtc, ageMinutes],
  )
}
