/** SQL of concerts, their tiers and helpers. k is a concert, ar its artist. Tickets: server/payments/tickets. */
import { type RawBuilder, sql } from 'kysely'
import { assignments, rowValues } from '#server/platform/database/columns.ts'
import { isTeamOf } from '#server/catalog/content/team-sql.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publicArtist } from '#server/catalog/content/visibility.ts'
import type { CoverColors } from '#server/media/pictures/colors.ts'

export type ConcertRow = {
  id: string
  artist_id: string
  artist_name: string
  artist_url: string
  owner_id: string
  name: string
  description: string | null
  place: string
  city: string
  map_url: string | null
  begins_at: Date
  ends_at: Date
  time_zone: string
  artwork_key: string | null
  color_info: CoverColors | null
  /** Shown if the concert has no image. */
  artist_artwork_key: string | null
  artist_color_info: CoverColors | null
  person_max: number
  sale_from: Date | null
  sale_until: Date | null
  is_draft: boolean
  cancelled_at: Date | null
  /** The artist is public: not deleted, not taken down. */
  is_artist_public: boolean
}

export type TierRow = {
  id: string
  concert_id: string
  position: number
  name: string
  seats: number
  taken: number
  price_msat: bigint | null
  price_cents: number | null
}

const columns = sql`k.id, k.artist_id, ar.name AS artist_name, ar.artist_url, k.owner_id, k.name, k.description, k.place, k.city,
  k.map_url, k.begins_at, k.ends_at, k.time_zone, k.artwork_key, k.color_info,
  ar.artwork_key AS artist_artwork_key, ar.color_info AS artist_color_info, k.person_max, k.sale_from, k.sale_until,
  k.is_draft, k.cancelled_at, ${publicArtist} AS is_artist_public`
const tierColumns = sql`tier.id, tier.concert_id, tier.position, tier.name, tier.seats, tier.taken, tier.price_msat,
  tier.price_cents`

async function selectAny(tx: Tx, where: RawBuilder<unknown>): Promise<ConcertRow[]> {
  const { rows } = await sql<ConcertRow>`
    SELECT ${columns} FROM concert k JOIN artist ar ON ar.id = k.artist_id WHERE ${where}`.execute(tx)
  return rows
}

const select = (tx: Tx, where: RawBuilder<unknown>) => selectAny(tx, sql`k.deleted_at IS NULL AND ${where}`)

export async function findConcert(tx: Tx, concertId: string): Promise<ConcertRow | undefined> {
  return (await select(tx, sql`k.id = ${concertId}`))[0]
}

/** Also deleted ones: tickets and refunds outlive their event. */
export async function findConcerts(tx: Tx, concertIds: readonly string[]): Promise<Map<string, ConcertRow>> {
  if (concertIds.length === 0) return new Map()
  return new Map((await selectAny(tx, sql`k.id = ANY(${concertIds}::uuid[])`)).map((row) => [row.id, row]))
}

const LISTED_MAX = 100

/** Public concerts that are not over, soonest first. */
export function selectUpcoming(
  tx: Tx,
  { city, artistId }: { city?: string | undefined; artistId?: string | undefined },
  now: Date,
): Promise<ConcertRow[]> {
  const inCity = city === undefined ? sql`` : sql`AND lower(k.city) = lower(${city})`
  const ofArtist = artistId === undefined ? sql`` : sql`AND k.artist_id = ${artistId}`
  return select(
    tx,
    sql`NOT k.is_draft AND k.ends_at > ${now} AND ${publicArtist} ${inCity} ${ofArtist}
      ORDER BY k.begins_at, k.id LIMIT ${LISTED_MAX}`,
  )
}

export async function selectCities(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ city: string }>`
    SELECT min(k.city) AS city FROM concert k JOIN artist ar ON ar.id = k.artist_id
    WHERE k.deleted_at IS NULL AND NOT k.is_draft AND k.ends_at > ${now} AND ${publicArtist}
    GROUP BY lower(k.city) ORDER BY count(*) DESC, 1 LIMIT ${LISTED_MAX}`.execute(tx)
  return rows.map(({ city }) => city)
}

const OWN_MAX = 500

export const selectOwn = (tx: Tx, userId: string) =>
  select(tx, sql`k.owner_id = ${userId} ORDER BY k.begins_at DESC, k.id LIMIT ${OWN_MAX}`)

export const selectHelped = (tx: Tx, userId: string) =>
  select(
    tx,
    sql`NOT k.is_draft AND (EXISTS (SELECT FROM concert_helper h WHERE h.concert_id = k.id AND h.user_id = ${userId})
        OR ${isTeamOf('k.artist_id', userId, 'door')})
      ORDER BY k.begins_at DESC, k.id LIMIT ${OWN_MAX}`,
  )

export async function selectTiers(tx: Tx, concertIds: readonly string[]): Promise<TierRow[]> {
  if (concertIds.length === 0) return []
  const { rows } = await sql<TierRow>`
    SELECT ${tierColumns} FROM concert_tier tier WHERE tier.concert_id = ANY(${concertIds}::uuid[])
    ORDER BY tier.position, tier.id`.execute(tx)
  return rows
}

/** In a fixed order: sales, releases and edits of this concert happen one after another. */
export async function lockTiers(tx: Tx, concertId: string): Promise<TierRow[]> {
  const { rows } = await sql<TierRow>`
    SELECT ${tierColumns} FROM concert_tier tier WHERE tier.concert_id = ${concertId}
    ORDER BY tier.id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

type ConcertColumns = Omit<
  ConcertRow,
  'artist_name' | 'artist_url' | 'is_artist_public' | 'color_info' | 'artist_artwork_key' | 'artist_color_info'
>

export async function insertConcert(tx: Tx, concert: ConcertColumns, now: Date): Promise<void> {
  await sql`INSERT INTO concert ${rowValues({ ...concert, created_at: now, updated_at: now })}
    ON CONFLICT (id) DO NOTHING`.execute(tx)
}

export async function changeConcert(
  tx: Tx,
  concertId: string,
  changes: Partial<ConcertColumns & { color_info: string | null; deleted_at: Date }>,
  now: Date,
): Promise<void> {
  await sql`UPDATE concert SET ${assignments({ ...changes, updated_at: now })} WHERE id = ${concertId}`.execute(tx)
}

/** Call this only with the id of a tier of this concert, or a new one. */
export async function upsertTier(tx: Tx, tier: Omit<TierRow, 'taken'>): Promise<void> {
  await sql`
    INSERT INTO concert_tier ${rowValues(tier)}
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, name = excluded.name, seats = excluded.seats,
      price_msat = excluded.price_msat, price_cents = excluded.price_cents
    WHERE concert_tier.concert_id = excluded.concert_id`.execute(tx)
}

export async function deleteTier(tx: Tx, tierId: string): Promise<void> {
  await sql`DELETE FROM concert_tier WHERE id = ${tierId}`.execute(tx)
}

export async function isHelper(tx: Tx, concertId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM concert_helper WHERE concert_id = ${concertId} AND user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

export async function selectHelpers(tx: Tx, concertId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM concert_helper WHERE concert_id = ${concertId} ORDER BY user_id`.execute(tx)
  return rows.map((row) => row.user_id)
}

export async function replaceHelpers(tx: Tx, concertId: string, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM concert_helper WHERE concert_id = ${concertId}`.execute(tx)
  await sql`
    INSERT INTO concert_helper (concert_id, user_id)
    SELECT ${concertId}::uuid, unnest(${userIds}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
}

/** Sold tickets keep the owner at the time of their sale, who is paid and pays refunds. */
export async function setConcertOwner(tx: Tx, artistId: string, ownerId: string): Promise<void> {
  await sql`UPDATE concert SET owner_id = ${ownerId} WHERE artist_id = ${artistId} AND deleted_at IS NULL`.execute(tx)
}
