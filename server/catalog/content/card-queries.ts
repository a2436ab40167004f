/** SQL of the title, byline and cover of content, for lists of mixed content. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { contentsOf, contentTitle, publicContent } from './queries.ts'
import type { ContentKind } from './visibility.ts'

export type CardRow = {
  id: string
  type: ContentKind
  title: string
  artist_name: string
  /** Null for podcasts and episodes. */
  artist_id: string | null
  artwork_key: string | null
  /** The album or podcast that it is part of. */
  parent_id: string | null
}

/** In any order; content that the public does not see is left out. */
export async function selectCards(tx: Tx, contentIds: readonly string[], now: Date): Promise<CardRow[]> {
  if (contentIds.length === 0) return []
  const { rows } = await sql<CardRow>`
    SELECT c.id, c.type, ${contentTitle} AS title, coalesce(ar.name, p.name) AS artist_name, ar.id AS artist_id,
      CASE WHEN c.type = 'artist' THEN ar.artwork_key ELSE coalesce(al.artwork_key, e.artwork_key, p.artwork_key) END
        AS artwork_key,
      coalesce(t.album_id, e.podcast_id) AS parent_id
    FROM ${contentsOf(contentIds)} WHERE ${publicContent(now)}`.execute(tx)
  return rows
}
