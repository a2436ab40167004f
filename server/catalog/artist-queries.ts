/** SQL of artists. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Who } from '#server/platform/who.ts'
import type { Links, Page } from './form-values.ts'
import type { StoredPicture } from './pictures.ts'
import type { Colors } from './sound-info.ts'
import { exists, publicArtist, publicTrack, visibleTo } from './visibility.ts'

export type ArtistRow = Links & {
  id: string
  user_id: string
  name: string
  artist_url: string
  artwork_key: string | null
  color_info: Colors
  bio: string | null
  verified: boolean
  created_at: Date
  updated_at: Date
  msat_total: bigint
}

const artistColumns = sql`ar.id, ar.user_id, ar.name, ar.artist_url, ar.artwork_key, ar.color_info, ar.bio, ar.twitter,
  ar.npub, ar.instagram, ar.youtube, ar.website, ar.verified, ar.created_at, ar.updated_at,
  coalesce(received.msat_total, 0) AS msat_total`
const artistJoins = sql`artist ar LEFT JOIN content_total received ON received.content_id = ar.id`

export type NewArtist = Links & {
  id: string
  userId: string
  name: string
  artistUrl: string
  bio: string | null
  picture: StoredPicture
  now: Date
}

/** False when the name in the address is taken. */
export async function insertArtist(tx: Tx, artist: NewArtist): Promise<boolean> {
  const colors = artist.picture.colors === null ? null : JSON.stringify(artist.picture.colors)
  const { rows } = await sql`
    INSERT INTO artist (id, user_id, name, artist_url, bio, twitter, npub, instagram, youtube, website, artwork_key,
      color_info, created_at, updated_at)
    VALUES (${artist.id}, ${artist.userId}, ${artist.name}, ${artist.artistUrl}, ${artist.bio}, ${artist.twitter},
      ${artist.npub}, ${artist.instagram}, ${artist.youtube}, ${artist.website}, ${artist.picture.artworkKey},
      ${colors}::jsonb, ${artist.now}, ${artist.now})
    ON CONFLICT (artist_url) DO NOTHING RETURNING 1`.execute(tx)
  return rows.length === 1
}

async function selectArtist(tx: Tx, where: RawBuilder<boolean>): Promise<ArtistRow | undefined> {
  const { rows } = await sql<ArtistRow>`SELECT ${artistColumns} FROM ${artistJoins} WHERE ${where}`.execute(tx)
  return rows[0]
}

export function findArtist(tx: Tx, artistId: string): Promise<ArtistRow | undefined> {
  return selectArtist(tx, sql`ar.id = ${artistId} AND ${exists.artist}`)
}

export type ArtistName = { artistId: string } | { artistUrl: string }

export function findVisibleArtist(tx: Tx, who: Who, name: ArtistName, now: Date): Promise<ArtistRow | undefined> {
  const named = 'artistId' in name ? sql`ar.id = ${name.artistId}` : sql`ar.artist_url = ${name.artistUrl}`
  return selectArtist(tx, sql`${named} AND ${visibleTo('artist', who, now)}`)
}

const OWN_MAX = 500

export async function selectArtistsOf(tx: Tx, userId: string): Promise<ArtistRow[]> {
  const { rows } = await sql<ArtistRow>`
    SELECT ${artistColumns} FROM ${artistJoins} WHERE ar.user_id = ${userId} AND ${exists.artist}
    ORDER BY ar.created_at DESC, ar.id DESC LIMIT ${OWN_MAX}`.execute(tx)
  return rows
}

/** Artists that have something to hear. */
export async function selectArtistPage(tx: Tx, page: Page, now: Date): Promise<{ rows: ArtistRow[]; total: number }> {
  const where = sql`${publicArtist} AND EXISTS (
    SELECT FROM album al JOIN track t ON t.album_id = al.id WHERE al.artist_id = ar.id AND ${publicTrack(now)})`
  const { rows } = await sql<ArtistRow>`
    SELECT ${artistColumns} FROM ${artistJoins} WHERE ${where}
    ORDER BY lower(ar.name), ar.id LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM artist ar WHERE ${where}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
