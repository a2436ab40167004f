/** SQL of artists' picks and liner notes. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { publicAlbum, publicEpisode, publicTrack } from '#server/catalog/content/visibility.ts'

export type PickRow = {
  kind: 'track' | 'album' | 'episode' | 'playlist'
  id: string
  title: string
  byline: string
  artwork_key: string | null
  sentence: string
}

/** Undefined also while what was picked is not public. */
export async function findPick(tx: Tx, artistId: string, now: Date): Promise<PickRow | undefined> {
  const { rows } = await sql<PickRow>`
    SELECT target.kind, target.id, target.title, target.byline, target.artwork_key, pick.sentence
    FROM artist_pick pick CROSS JOIN LATERAL (
      SELECT 'track' AS kind, t.id, t.title, ar.name AS byline, al.artwork_key
      FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      WHERE t.id = pick.target_id AND ${publicTrack(now)}
      UNION ALL SELECT 'album', al.id, al.title, ar.name, al.artwork_key
      FROM album al JOIN artist ar ON ar.id = al.artist_id WHERE al.id = pick.target_id AND ${publicAlbum(now)}
      UNION ALL SELECT 'episode', e.id, e.title, p.name, coalesce(e.artwork_key, p.artwork_key)
      FROM episode e JOIN podcast p ON p.id = e.podcast_id WHERE e.id = pick.target_id AND ${publicEpisode(now)}
      UNION ALL SELECT 'playlist', pl.id, pl.title, coalesce(person.display_name, person.username), NULL
      FROM playlist pl JOIN person ON person.id = pl.user_id
      WHERE pl.id = pick.target_id AND pl.visibility = 'public'
    ) target WHERE pick.artist_id = ${artistId}`.execute(tx)
  return rows[0]
}

export type NewPick = { artistId: string; targetId: string; sentence: string; now: Date }

export async function upsertPick(tx: Tx, { artistId, targetId, sentence, now }: NewPick): Promise<void> {
  await sql`
    INSERT INTO artist_pick (artist_id, target_id, sentence, updated_at)
    VALUES (${artistId}, ${targetId}, ${sentence}, ${now})
    ON CONFLICT (artist_id) DO UPDATE SET target_id = excluded.target_id, sentence = excluded.sentence,
      updated_at = excluded.updated_at`.execute(tx)
}

export async function deletePick(tx: Tx, artistId: string): Promise<void> {
  await sql`DELETE FROM artist_pick WHERE artist_id = ${artistId}`.execute(tx)
}

/** Whether the user may recommend it: a public playlist of theirs. */
export async function isOwnPublicPlaylist(tx: Tx, playlistId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM playlist WHERE id = ${playlistId} AND user_id = ${userId} AND visibility = 'public'`.execute(tx)
  return rows.length > 0
}

export async function findNotes(tx: Tx, albumId: string): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`SELECT body FROM liner_note WHERE album_id = ${albumId}`.execute(tx)
  return rows[0]?.body ?? null
}

/** Null removes them. */
export async function writeNotes(tx: Tx, albumId: string, body: string | null, now: Date): Promise<void> {
  if (body === null) {
    await sql`DELETE FROM liner_note WHERE album_id = ${albumId}`.execute(tx)
    return
  }
  await sql`
    INSERT INTO liner_note (album_id, body, updated_at) VALUES (${albumId}, ${body}, ${now})
    ON CONFLICT (album_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`.execute(tx)
}
