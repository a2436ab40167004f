/** The facts of a release, as the standards of other music services name them: for the archive of an account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import { albumPerformers, type PerformerRow, trackPerformers } from '#server/catalog/music/performer-queries.ts'

type Artist = { artist_id: string; artist_name: string; artist_url: string; performers: PerformerRow[] | null }

export type ReleaseRow = Artist & {
  id: string
  title: string
  is_single: boolean
  kind: string | null
  upc: string | null
  label: string | null
  phonogram_line: string | null
  copyright_line: string | null
  genre: string | null
  subgenre: string | null
  language: string | null
  original_date: string | null
  /** Null for a draft. */
  published_at: Date | null
  disc_titles: string[]
  artwork_key: string | null
  credits: StoredCredit[]
}
export type RecordingRow = Artist & {
  id: string
  title: string
  disc: number
  position: number
  isrc: string | null
  iswc: string | null
  duration_ms: number
  is_explicit: boolean
  credits: StoredCredit[]
}

export async function selectRelease(tx: Tx, albumId: string): Promise<ReleaseRow | undefined> {
  const { rows } = await sql<ReleaseRow>`
    SELECT al.id, al.title, al.is_single, al.kind, al.upc, al.label, al.phonogram_line, al.copyright_line,
      genre.name AS genre, subgenre.name AS subgenre, al.language, al.original_date,
      CASE WHEN NOT al.is_draft THEN al.published_at END AS published_at, al.disc_titles, al.artwork_key, al.credits,
      ar.id AS artist_id, ar.name AS artist_name, ar.artist_url, ${albumPerformers} AS performers
    FROM album al JOIN artist ar ON ar.id = al.artist_id
    LEFT JOIN classification genre ON genre.kind = 'genre' AND genre.id = al.genre_id
    LEFT JOIN classification subgenre ON subgenre.kind = 'subgenre' AND subgenre.id = al.subgenre_id
    WHERE al.id = ${albumId} AND al.deleted_at IS NULL`.execute(tx)
  return rows[0]
}

/** The tracks of a release that have a recording. */
export async function selectRecordings(tx: Tx, albumId: string): Promise<RecordingRow[]> {
  const { rows } = await sql<RecordingRow>`
    SELECT t.id, t.title, t.disc, t.position, t.isrc, t.iswc, t.duration_ms, t.is_explicit, t.credits,
      ar.id AS artist_id, ar.name AS artist_name, ar.artist_url, ${trackPerformers} AS performers
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.album_id = ${albumId} AND t.deleted_at IS NULL AND t.duration_ms IS NOT NULL
    ORDER BY t.disc, t.position, t.id`.execute(tx)
  return rows
}
