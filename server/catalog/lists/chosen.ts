/** Artists, albums and podcasts selected by another module, as every list shows them.
 * The caller supplies the condition and the order, with the table aliases of visibility.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { Album } from '#contract/catalog/albums.ts'
import type { Artist } from '#contract/catalog/artists.ts'
import type { Podcast } from '#contract/catalog/podcasts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type AlbumRow, albumColumns, albumJoins } from '#server/catalog/music/album-queries.ts'
import { toAlbum } from '#server/catalog/music/albums.ts'
import { type ArtistRow, artistColumns, artistJoins } from '#server/catalog/music/artist-queries.ts'
import { toArtist } from '#server/catalog/music/artists.ts'
import type { Addresses } from '#server/catalog/catalog.ts'
import { type PodcastRow, podcastColumns, podcastJoins } from '#server/catalog/podcasts/podcast-queries.ts'
import { toPodcast } from '#server/catalog/podcasts/podcasts.ts'

export type Choice = { where: RawBuilder<unknown>; orderBy: RawBuilder<unknown>; limit: number; offset?: number }

const paged = ({ where, orderBy, limit, offset = 0 }: Choice) =>
  sql`WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`

export async function chooseArtists(tx: Tx, addresses: Addresses, choice: Choice): Promise<output<typeof Artist>[]> {
  const { rows } = await sql<ArtistRow>`SELECT ${artistColumns} FROM ${artistJoins} ${paged(choice)}`.execute(tx)
  return rows.map((row) => toArtist(addresses, row))
}

export async function chooseAlbums(tx: Tx, addresses: Addresses, choice: Choice): Promise<output<typeof Album>[]> {
  const { rows } = await sql<AlbumRow>`SELECT ${albumColumns} FROM ${albumJoins} ${paged(choice)}`.execute(tx)
  return rows.map((row) => toAlbum(addresses, row))
}

export async function choosePodcasts(tx: Tx, addresses: Addresses, choice: Choice): Promise<output<typeof Podcast>[]> {
  const { rows } = await sql<PodcastRow>`SELECT ${podcastColumns} FROM ${podcastJoins} ${paged(choice)}`.execute(tx)
  return rows.map((row) => toPodcast(addresses, row))
}
