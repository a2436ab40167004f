/** Reading concerts: one with its tiers, lists of them, and the calendar file. Changing them is editing.ts. */
import { createHash } from 'node:crypto'
import type * as calls from '#contract/concerts/concerts.ts'
import { msatOfCents } from '#contract/dollars.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser } from '#server/platform/http/authorization.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { formatCalendar } from './calendar.ts'
import type { ConcertDeps } from './deps.ts'
import {
  type ConcertRow,
  findConcert,
  selectCities,
  selectUpcoming,
  selectHelped,
  selectOwn,
  selectTiers,
  type TierRow,
} from './queries.ts'
import { saleOf } from './seats.ts'

export type Concert = Data<typeof calls.getConcert>
export type ConcertSummary = Data<typeof calls.listConcerts>['concerts'][number]

/** Public; a draft is for its owner. */
export async function readConcert(deps: ConcertDeps, caller: Caller, concertId: string): Promise<Concert> {
  const row = await requireVisible(deps.database.read, caller, concertId)
  return describeConcert(deps, deps.database.read, row, isOwner(caller, row.owner_id))
}

export async function requireVisible(tx: Tx, caller: Caller, concertId: string): Promise<ConcertRow> {
  const row = await findConcert(tx, concertId)
  if (row === undefined) throw notFound()
  if ((row.is_draft || !row.is_artist_public) && !isOwner(caller, row.owner_id)) throw notFound()
  return row
}

export async function describeConcert(deps: ConcertDeps, tx: Tx, row: ConcertRow, isOwn: boolean): Promise<Concert> {
  const now = deps.clock.now()
  const tiers = await selectTiers(tx, [row.id])
  const centsPerBtc = tiers.some(({ price_cents: cents }) => cents !== null)
    ? await deps.readCentsPerBtc(tx, now)
    : null
  return {
    ...factsOf(deps, row),
    titleFit: await fitTitle(row.name),
    description: row.description,
    mapUrl: row.map_url,
    personMax: row.person_max,
    saleFrom: row.sale_from,
    saleUntil: row.sale_until,
    sale: saleOf(row, now),
    tiers: tiers.map((tier) => ({
      id: tier.id,
      name: tier.name,
      msatPrice: tier.price_msat,
      centsPrice: tier.price_cents,
      msatNow: priceNow(tier, centsPerBtc),
      seats: tier.seats,
      left: tier.seats - tier.taken,
    })),
    mayFree: isSoldOut(tiers) && (await deps.hasHolds(tx, row.id)),
    goingOnNostr: row.is_draft ? 0 : await deps.countGoing(tx, { id: row.id, ownerId: row.owner_id }, now),
    isDraft: row.is_draft,
    isOwn,
    revision: revisionOf(row, tiers),
  }
}

/** A hash of the columns that updating an event sets, so that selling, publishing and a new picture do not change it. */
export function revisionOf(row: ConcertRow, tiers: readonly TierRow[]): string {
  const { name, description, place, city, map_url, begins_at, ends_at, time_zone, person_max, sale_from, sale_until } =
    row
  const values = [
    name,
    description,
    place,
    city,
    map_url,
    begins_at,
    ends_at,
    time_zone,
    person_max,
    sale_from,
    sale_until,
  ]
  const ofTiers = tiers.map((tier) => [tier.id, tier.name, tier.seats, String(tier.price_msat), tier.price_cents])
  return createHash('sha256')
    .update(JSON.stringify([values, ofTiers]))
    .digest('base64url')
    .slice(0, 22)
}

/** The price of a ticket in msat; null while the exchange rate is unknown. */
export function priceNow(
  { price_msat: priceMsat, price_cents: cents }: Pick<TierRow, 'price_msat' | 'price_cents'>,
  centsPerBtc: bigint | null,
): bigint | null {
  if (cents === null) return priceMsat
  return centsPerBtc === null ? null : msatOfCents(cents, centsPerBtc)
}

type Addresses = { files: Pick<ConcertDeps['files'], 'publicUrl'> }

function factsOf({ files }: Addresses, row: ConcertRow) {
  const pictureKey = row.artwork_key ?? row.artist_artwork_key
  return {
    id: row.id,
    name: row.name,
    artist: { id: row.artist_id, name: row.artist_name, artistUrl: row.artist_url },
    place: row.place,
    city: row.city,
    beginsAt: row.begins_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    artworkUrl: pictureKey === null ? null : files.publicUrl(pictureKey),
    colorInfo: row.color_info ?? row.artist_color_info,
    isCancelled: row.cancelled_at !== null,
  }
}

/** In the order of the rows. */
export async function describeSummaries(
  deps: Addresses,
  tx: Tx,
  rows: readonly ConcertRow[],
): Promise<ConcertSummary[]> {
  const tiers = Map.groupBy(
    await selectTiers(
      tx,
      rows.map(({ id }) => id),
    ),
    (tier) => tier.concert_id,
  )
  return rows.map((row) => summaryOf(deps, row, tiers.get(row.id) ?? []))
}

const hasSeats = ({ seats, taken }: TierRow) => taken < seats
const isSoldOut = (tiers: readonly TierRow[]) => tiers.length > 0 && !tiers.some(hasSeats)

function summaryOf(deps: Addresses, row: ConcertRow, tiers: readonly TierRow[]): ConcertSummary {
  const priced = isSoldOut(tiers) ? tiers : tiers.filter(hasSeats)
  const msat = priced.flatMap(({ price_msat: price }) => price ?? [])
  const cents = priced.flatMap(({ price_cents: price }) => price ?? [])
  return {
    ...factsOf(deps, row),
    isDraft: row.is_draft,
    isSoldOut: isSoldOut(tiers),
    msatFrom: msat.length === 0 ? null : msat.reduce((low, price) => (price < low ? price : low)),
    centsFrom: cents.length === 0 ? null : Math.min(...cents),
    hasSeveralPrices: new Set(msat).size + new Set(cents).size > 1,
  }
}

/** Public. */
export async function listConcerts(
  deps: ConcertDeps,
  query: Input<typeof calls.listConcerts>['query'],
): Promise<Data<typeof calls.listConcerts>> {
  const tx = deps.database.read
  const now = deps.clock.now()
  const [rows, cities] = await Promise.all([
    selectUpcoming(tx, query, now),
    query.artistId === undefined ? selectCities(tx, now) : [],
  ])
  return { concerts: await describeSummaries(deps, tx, rows), cities }
}

/** The signed-in user, about themselves. */
export async function listOwnConcerts(deps: ConcertDeps, caller: Caller): Promise<Data<typeof calls.listOwnConcerts>> {
  requireUser(caller)
  const tx = deps.database.read
  const [own, helping] = await Promise.all([selectOwn(tx, caller.userId), selectHelped(tx, caller.userId)])
  return { own: await describeSummaries(deps, tx, own), helping: await describeSummaries(deps, tx, helping) }
}

/** Public; a draft is for its owner. */
export async function writeCalendar(
  deps: ConcertDeps,
  caller: Caller,
  concertId: string,
): Promise<AsyncGenerator<string>> {
  const row = await requireVisible(deps.database.read, caller, concertId)
  const text = formatCalendar(row, { url: `${deps.publicOrigin}/event/${row.id}`, now: deps.clock.now() })
  return (async function* () {
    yield text
  })()
}
