/** Content of other owners whose split pays a user. The amounts paid are in the statistics module. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import type { listCollaborations as call } from '#contract/catalog/splits.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { statusOf } from '#server/catalog/music/albums.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { contentJoins } from '#server/catalog/content/queries.ts'
import { type Page, pageOf, paginationOf } from '#server/catalog/forms/values.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import { type ContentKind, exists } from '#server/catalog/content/visibility.ts'

export async function listCollaborations(
  { database, files, clock }: Catalog,
  caller: Caller,
  query: Input<typeof call>['query'],
): Promise<Data<typeof call>> {
  requireUser(caller)
  const page = pageOf(query)
  const { rows, total } = await selectCollaborations(database.read, caller.userId, page)
  const names = await readUserSummaries(database.read, [...new Set(rows.map((row) => row.owner_id))])
  const now = clock.now()
  return {
    collaborations: rows.map((row) => {
      const owner = names.get(row.owner_id)
      return {
        contentId: row.id,
        contentType: row.type,
        title: row.title,
        artist: row.artist_name,
        artworkUrl: urlOf(files, row.artwork_key),
        slug: row.slug,
        parentId: row.parent_id,
        status: statusOf(row, now),
        publishedAt: row.published_at,
        owner: { name: owner?.username ?? '', displayName: owner?.displayName ?? null },
        share: row.share,
        shareTotal: row.share_total,
        since: row.since,
      }
    }),
    pagination: paginationOf(page, total),
  }
}

type Row = {
  id: string
  type: ContentKind
  owner_id: string
  title: string
  artist_name: string
  artwork_key: string | null
  slug: string | null
  parent_id: string | null
  is_draft: boolean
  published_at: Date | null
  share: number
  share_total: number
  since: Date
}

const others = (userId: string) => sql`split_recipient r JOIN split s ON s.id = r.split_id
  JOIN (${contentJoins}) ON c.id = s.content_id AND r.user_id = ${userId} AND c.owner_id <> ${userId}
    AND NOT EXISTS (SELECT FROM split_share offered
      WHERE offered.version_id = r.version_id AND offered.user_id = r.user_id AND offered.state <> 'agreed')`
const isThere = sql`CASE c.type WHEN 'artist' THEN ${exists.artist} WHEN 'album' THEN ${exists.album}
  WHEN 'track' THEN ${exists.track} WHEN 'podcast' THEN ${exists.podcast} ELSE ${exists.episode} END`

async function selectCollaborations(tx: Tx, userId: string, page: Page): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    SELECT c.id, c.type, c.owner_id, coalesce(t.title, e.title, al.title, ar.name, p.name) AS title,
      coalesce(ar.name, p.name) AS artist_name,
      coalesce(al.artwork_key, ar.artwork_key, e.artwork_key, p.artwork_key) AS artwork_key,
      CASE c.type WHEN 'artist' THEN ar.artist_url WHEN 'podcast' THEN p.podcast_url END AS slug,
      coalesce(t.album_id, e.podcast_id) AS parent_id,
      coalesce(t.is_draft, e.is_draft, al.is_draft, p.is_draft, false) AS is_draft,
      CASE c.type WHEN 'track' THEN t.published_at WHEN 'episode' THEN e.published_at WHEN 'album' THEN al.published_at
        WHEN 'podcast' THEN p.published_at END AS published_at,
      r.share, r.created_at AS since,
      (SELECT sum(share)::int FROM split_recipient WHERE split_id = s.id) AS share_total
    FROM ${others(userId)} WHERE ${isThere}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  const count = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${others(userId)} WHERE ${isThere}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
