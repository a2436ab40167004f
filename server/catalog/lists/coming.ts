/** What a user has scheduled: albums, podcasts, tracks and episodes that become public in the future. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type { listComing as call } from '#contract/catalog/publish.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import type { Catalog } from '#server/catalog/catalog.ts'

const LISTED_MAX = 200

/** Requires a signed-in user. */
export async function listComing({ database, files, clock }: Catalog, caller: Caller): Promise<Data<typeof call>> {
  requireUser(caller)
  const rows = await selectUpcoming(database.read, caller.userId, clock.now())
  return rows.map((row) => ({
    contentId: row.id,
    contentType: row.type,
    title: row.title,
    parent: row.parent_id === null ? null : { id: row.parent_id, title: row.parent_title ?? '' },
    artworkUrl: urlOf(files, row.artwork_key),
    publishedAt: row.published_at,
  }))
}

type ComingRow = {
  id: string
  type: 'album' | 'track' | 'podcast' | 'episode'
  title: string
  parent_id: string | null
  parent_title: string | null
  artwork_key: string | null
  published_at: Date
}

/** A track or an episode that comes with its album or podcast is not listed separately. */
async function selectUpcoming(tx: Tx, userId: string, now: Date): Promise<ComingRow[]> {
  const { rows } = await sql<ComingRow>`
    SELECT al.id, 'album' AS type, al.title, NULL::uuid AS parent_id, NULL AS parent_title, al.artwork_key, al.published_at
    FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE ar.user_id = ${userId} AND al.deleted_at IS NULL AND NOT al.is_draft AND al.published_at > ${now}
    UNION ALL
    SELECT t.id, 'track', t.title, al.id, al.title, al.artwork_key, t.published_at
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE ar.user_id = ${userId} AND t.deleted_at IS NULL AND NOT t.is_draft AND NOT al.is_draft
      AND t.published_at > greatest(${now}::timestamptz, al.published_at)
    UNION ALL
    SELECT p.id, 'podcast', p.name, NULL, NULL, p.artwork_key, p.published_at
    FROM podcast p
    WHERE p.user_id = ${userId} AND p.deleted_at IS NULL AND NOT p.is_draft AND p.published_at > ${now}
    UNION ALL
    SELECT e.id, 'episode', e.title, p.id, p.name, coalesce(e.artwork_key, p.artwork_key), e.published_at
    FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE p.user_id = ${userId} AND e.deleted_at IS NULL AND NOT e.is_draft AND NOT p.is_draft
      AND e.published_at > greatest(${now}::timestamptz, p.published_at)
    ORDER BY published_at, id LIMIT ${LISTED_MAX}`.execute(tx)
  return rows
}
