/** Covers of contents, and the artist or podcast that each belongs to, for users who paid for them. Of content that is
 * no longer public only the names are given. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { ColorInfo } from '#contract/fields.ts'
import type { Addresses } from '#server/catalog/catalog.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { contentsOf, publicContent } from './queries.ts'
import { publicArtist, publicPodcast } from './visibility.ts'

export type Maker = {
  id: string
  contentType: 'artist' | 'podcast'
  name: string
  /** Null when the page of the artist or podcast is not public. */
  slug: string | null
}
export type MadeContent = {
  artworkUrl: string | null
  colorInfo: output<typeof ColorInfo> | null
  maker: Maker
}

type Row = {
  id: string
  artwork_key: string | null
  color_info: output<typeof ColorInfo> | null
  is_public: boolean
  maker_id: string
  is_artist: boolean
  name: string
  slug: string
  is_maker_public: boolean
}

/** By id; content that never existed is left out. */
export async function makersOfContents(
  tx: Tx,
  addresses: Addresses,
  contentIds: readonly string[],
  now: Date,
): Promise<Map<string, MadeContent>> {
  if (contentIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    SELECT c.id, coalesce(al.artwork_key, e.artwork_key, p.artwork_key, ar.artwork_key) AS artwork_key,
      CASE WHEN e.artwork_key IS NOT NULL THEN e.color_info WHEN al.artwork_key IS NOT NULL THEN al.color_info
        ELSE coalesce(p.color_info, ar.color_info) END AS color_info,
      ${publicContent(now)} AS is_public, coalesce(ar.id, p.id) AS maker_id, ar.id IS NOT NULL AS is_artist,
      coalesce(ar.name, p.name) AS name, coalesce(ar.artist_url, p.podcast_url) AS slug,
      CASE WHEN ar.id IS NULL THEN ${publicPodcast(now)} ELSE ${publicArtist} END IS TRUE AS is_maker_public
    FROM ${contentsOf(contentIds)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, toMade(addresses, row)]))
}

function toMade(addresses: Addresses, row: Row): MadeContent {
  const isShown = row.is_public && row.artwork_key !== null
  return {
    artworkUrl: isShown ? addresses.publicUrl(row.artwork_key!) : null,
    colorInfo: row.is_public ? row.color_info : null,
    maker: {
      id: row.maker_id,
      contentType: row.is_artist ? 'artist' : 'podcast',
      name: row.name,
      slug: row.is_maker_public ? row.slug : null,
    },
  }
}
