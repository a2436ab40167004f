/** SQL of artists. */
import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/team-roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Links, Page } from '#server/catalog/forms/values.ts'
import { colorInfoOf, type SavedArtwork } from '#server/catalog/forms/artwork.ts'
import type { ArtistFacts } from './artist-facts.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { makersOf, roleOf } from '#server/catalog/content/team-sql.ts'
import { exists, visibleTo, artistWithMusic } from '#server/catalog/content/visibility.ts'

export type ArtistRow = Links &
  ArtistFacts & {
    id: string
    user_id: string
    name: string
    artist_url: string
    artwork_key: string | null
    color_info: Colors
    bio: string | null
    allows_clips: boolean
    verified: boolean
    is_taken_down: boolean
    created_at: Date
    updated_at: Date
    msat_total: bigint
    room_id: string | null
    room_pubkey: string | null
  }

export const artistColumns = sql`ar.id, ar.user_id, ar.name, ar.artist_url, ar.artwork_key, ar.color_info, ar.bio, ar.twitter,
  ar.npub, ar.instagram, ar.youtube, ar.website, ar.verified, ar.created_at, ar.updated_at, ar.room_id, ar.room_pubkey,
  ar.allows_clips, ar.location, ar.genre_ids, ar.members,
  ar.taken_down_at IS NOT NULL AS is_taken_down,
  coalesce(received.msat_total, 0) AS msat_total`
export const artistJoins = sql`artist ar LEFT JOIN content_total received ON received.content_id = ar.id`

export type NewArtist = Links & {
  id: string
  userId: string
  name: string
  artistUrl: string
  bio: string | null
  picture: SavedArtwork
  now: Date
}

export async function insertArtist(tx: Tx, artist: NewArtist): Promise<void> {
  await sql`
    INSERT INTO artist (id, user_id, name, artist_url, bio, twitter, npub, instagram, youtube, website, artwork_key,
      color_info, created_at, updated_at)
    VALUES (${artist.id}, ${artist.userId}, ${artist.name}, ${artist.artistUrl}, ${artist.bio}, ${artist.twitter},
      ${artist.npub}, ${artist.instagram}, ${artist.youtube}, ${artist.website}, ${artist.picture.artworkKey},
      ${colorInfoOf(artist.picture)}, ${artist.now}, ${artist.now})`.execute(tx)
}

async function selectArtist(tx: Tx, where: RawBuilder<boolean>): Promise<ArtistRow | undefined> {
  const { rows } = await sql<ArtistRow>`SELECT ${artistColumns} FROM ${artistJoins} WHERE ${where}`.execute(tx)
  return rows[0]
}

export function findArtist(tx: Tx, artistId: string): Promise<ArtistRow | undefined> {
  return selectArtist(tx, sql`ar.id = ${artistId} AND ${exists.artist}`)
}

/** The same, locked until the transaction ends, so that no album is added in the meantime. */
export async function lockArtist(tx: Tx, artistId: string): Promise<ArtistRow | undefined> {
  await sql`SELECT FROM artist WHERE id = ${artistId} FOR UPDATE`.execute(tx)
  return findArtist(tx, artistId)
}

export async function hasAlbums(tx: Tx, artistId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM album WHERE artist_id = ${artistId} AND deleted_at IS NULL LIMIT 1`.execute(tx)
  return rows.length > 0
}

export type ArtistName = { artistId: string } | { artistUrl: string }

export function findVisibleArtist(tx: Tx, caller: Caller, name: ArtistName, now: Date): Promise<ArtistRow | undefined> {
  const named = 'artistId' in name ? sql`ar.id = ${name.artistId}` : sql`ar.artist_url = ${name.artistUrl}`
  return selectArtist(tx, sql`${named} AND ${visibleTo('artist', caller, now)}`)
}

/** Those of the user, and those in whose team the user is. */
export type OwnArtistRow = ArtistRow & { role: Role; new_feed_url: string | null; new_feed_since: Date | null }

export async function selectArtistsOf(tx: Tx, userId: string, page: Page): Promise<OwnArtistRow[]> {
  const { rows } = await sql<OwnArtistRow>`
    SELECT ${artistColumns}, ${roleOf('ar', userId)} AS role, ar.new_feed_url, ar.new_feed_since FROM ${artistJoins}
    WHERE ar.id IN ${makersOf('artist', userId)} AND ${exists.artist}
    ORDER BY ar.created_at DESC, ar.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

export async function selectArtistPage(tx: Tx, page: Page, now: Date): Promise<ArtistRow[]> {
  const { rows } = await sql<ArtistRow>`
    SELECT ${artistColumns} FROM ${artistJoins} WHERE ${artistWithMusic(now)}
    ORDER BY lower(ar.name), ar.id LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

export async function countArtists(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM artist ar WHERE ${artistWithMusic(now)}`.execute(tx)
  return rows[0]?.total ?? 0
}
