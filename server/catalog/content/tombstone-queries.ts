/** SQL of content that no longer exists. Existing content is found by the queries of each kind. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { contentJoins } from './queries.ts'
import type { SlugKind } from '#server/catalog/forms/slug-queries.ts'

/** Whether the content was public, and it or its parent has been deleted or taken down since. */
export async function wasWithdrawn(tx: Tx, contentId: string, now: Date): Promise<boolean> {
  const isAlbumOut = sql`NOT al.is_draft AND al.published_at <= ${now}`
  const isShowOut = sql`NOT p.is_draft AND p.published_at <= ${now}`
  const { rows } = await sql`
    SELECT FROM ${contentJoins}
    WHERE c.id = ${contentId} AND CASE c.type WHEN 'artist' THEN TRUE WHEN 'album' THEN ${isAlbumOut}
        WHEN 'track' THEN ${isAlbumOut} AND NOT t.is_draft AND t.published_at <= ${now}
        WHEN 'podcast' THEN ${isShowOut}
        ELSE ${isShowOut} AND NOT e.is_draft AND e.published_at <= ${now} END
      AND coalesce(t.deleted_at, e.deleted_at, al.deleted_at, ar.deleted_at, ar.taken_down_at, p.deleted_at,
        p.taken_down_at, t.taken_down_at, e.taken_down_at) IS NOT NULL`.execute(tx)
  return rows.length > 0
}

const named = {
  artist: { table: sql.table('artist'), column: sql.ref('artist_url') },
  podcast: { table: sql.table('podcast'), column: sql.ref('podcast_url') },
} as const

/** Includes deleted content. */
export async function findBySlug(tx: Tx, kind: SlugKind, slug: string): Promise<string | undefined> {
  const { table, column } = named[kind]
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${table} WHERE ${column} = ${slug}
    UNION ALL SELECT content_id FROM former_slug WHERE kind = ${kind} AND slug = ${slug} LIMIT 1`.execute(tx)
  return rows[0]?.id
}
