/** Which kind of ticket an amount pays for, for payers who only send an amount. */
import { formatSats } from '#contract/money.ts'
import { priceNow } from '#server/concerts/concerts.ts'
import { type ConcertRow, selectTiers, type TierRow } from '#server/concerts/queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readCentsPerBtc } from '#server/payments/price.ts'

type Priced = { tier: TierRow; priceMsat: bigint }

/** Free tickets need no payment, so they are left out, as are prices while the rate is not known. */
async function readPrices(deps: PaymentDeps, { id }: ConcertRow): Promise<Priced[]> {
  const tx = deps.database.read
  const tiers = await selectTiers(tx, [id])
  const isInCents = tiers.some(({ price_cents: cents }) => cents !== null)
  const centsPerBtc = isInCents ? await readCentsPerBtc(deps, tx, deps.clock.now()) : null
  const priced = tiers.map((tier) => ({ tier, priceMsat: priceNow(tier, centsPerBtc) }))
  if (priced.every(({ priceMsat }) => priceMsat === null)) throw new AppError(409, 'rate-unknown')
  return priced.filter((one): one is Priced => one.priceMsat !== null && one.priceMsat > 0n)
}

/** The lowest price of a ticket that is left. */
export async function readCheapest(deps: PaymentDeps, concert: ConcertRow): Promise<bigint> {
  const prices = (await readPrices(deps, concert))
    .filter(({ tier }) => tier.taken < tier.seats)
    .map(({ priceMsat }) => priceMsat)
  if (prices.length === 0) throw new AppError(409, 'ticket-sold-out')
  return prices.reduce((low, price) => (price < low ? price : low))
}

type Wanted = { count: number; tierId: string | null; amountMsat: bigint }

/** The first kind of which that many tickets cost this amount; one with enough seats, if there is any. */
export async function chooseTier(
  deps: PaymentDeps,
  concert: ConcertRow,
  { count, tierId, amountMsat }: Wanted,
): Promise<TierRow> {
  const offered = (await readPrices(deps, concert)).filter(({ tier }) => tierId === null || tier.id === tierId)
  const fitting = offered.filter(({ priceMsat }) => priceMsat * BigInt(count) === amountMsat).map(({ tier }) => tier)
  const found = fitting.find(({ seats, taken }) => seats - taken >= count) ?? fitting[0]
  if (found !== undefined) return found
  const sats = offered.map(({ priceMsat }) => formatSats(Number(priceMsat))).join(' or ')
  const reason =
    sats === '' ? 'There is no such kind of ticket.' : `The amount is not the price. One ticket costs ${sats} sats.`
  throw new AppError(409, 'ticket-price-changed', reason)
}
