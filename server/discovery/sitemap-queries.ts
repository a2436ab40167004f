/** SQL of the sitemap: everything that has its own page, in the order of creation, so that existing parts stay
 * stable. */
import { type RawBuilder, sql } from 'kysely'
import { isPublic } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export const sitemapKinds = ['artist', 'album', 'track', 'podcast', 'episode', 'genre'] as const
export type SitemapKind = (typeof sitemapKinds)[number]
export type SitemapRow = { url: string; changed_at: Date | null }

const album = sql`album al JOIN artist ar ON ar.id = al.artist_id`
const sources: Record<SitemapKind, (now: Date) => { columns: RawBuilder<unknown>; from: RawBuilder<unknown> }> = {
  artist: () => ({
    columns: sql`ar.id::text AS key, ar.artist_url AS url, ar.updated_at AS changed_at`,
    from: sql`artist ar WHERE ${isPublic.artist()}`,
  }),
  album: (now) => ({
    columns: sql`al.id::text AS key, al.id::text AS url, al.updated_at AS changed_at`,
    from: sql`${album} WHERE ${isPublic.album(now)}`,
  }),
  track: (now) => ({
    columns: sql`t.id::text AS key, t.id::text AS url, t.updated_at AS changed_at`,
    from: sql`track t JOIN ${album} ON al.id = t.album_id WHERE ${isPublic.track(now)}`,
  }),
  podcast: (now) => ({
    columns: sql`p.id::text AS key, p.podcast_url AS url, p.updated_at AS changed_at`,
    from: sql`podcast p WHERE ${isPublic.podcast(now)}`,
  }),
  episode: (now) => ({
    columns: sql`e.id::text AS key, e.id::text AS url, e.updated_at AS changed_at`,
    from: sql`episode e JOIN podcast p ON p.id = e.podcast_id WHERE ${isPublic.episode(now)}`,
  }),
  genre: (now) => ({
    columns: sql`g.slug AS key, g.slug AS url, NULL::timestamptz AS changed_at`,
    from: sql`classification g WHERE g.kind = 'genre' AND EXISTS (
      SELECT FROM ${album} WHERE al.genre_id = g.id AND ${isPublic.album(now)})`,
  }),
}

export async function countListed(tx: Tx, kind: SitemapKind, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${sources[kind](now).from}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectListed(
  tx: Tx,
  kind: SitemapKind,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<SitemapRow[]> {
  const { columns, from } = sources[kind](now)
  const { rows } = await sql<SitemapRow>`
    SELECT ${columns} FROM ${from} ORDER BY key LIMIT ${limit} OFFSET ${offset}`.execute(tx)
  return rows
}
