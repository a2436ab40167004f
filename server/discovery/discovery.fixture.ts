/** A catalogue written directly into a fresh database, for tests that need many names and no audio. Creating content is
 * the task of the catalogue, and tested there. */
import { sql } from 'kysely'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import type { Discovery } from './discovery.ts'

export type TestDiscovery = Discovery & {
  now: Date
  artist(name: string): Promise<string>
  /** A published album with these tracks; returns their ids in order. */
  album(
    artistId: string,
    title: string,
    titles?: string[],
    genreId?: number,
  ): Promise<{ albumId: string; trackIds: string[] }>
  podcast(name: string, titles?: string[]): Promise<string>
  person(username: string, displayName: string): Promise<string>
  close(): Promise<void>
}

export async function openTestDiscovery(): Promise<TestDiscovery> {
  const own = await createTestDatabase()
  const database: Database = connectDatabase({ url: own.url, role: own.role })
  const now = new Date('2030-06-15T12:00:00Z')
  const before = new Date(now.getTime() - 86_400_000)
  const tx = database.read
  const owner = newId()
  const content = async (type: string): Promise<string> => {
    const id = newId()
    await sql`INSERT INTO content (id, type, owner_id) VALUES (${id}, ${type}, ${owner})`.execute(tx)
    return id
  }
  return {
    database,
    clock: { now: () => now },
    files: { publicUrl: (key) => `/files/${key}` },
    now,
    async artist(name) {
      const id = await content('artist')
      await sql`INSERT INTO artist (id, user_id, name, artist_url, created_at, updated_at)
        VALUES (${id}, ${owner}, ${name}, ${id}, ${before}, ${before})`.execute(tx)
      return id
    },
    async album(artistId, title, titles = [title], genreId) {
      const albumId = await content('album')
      await sql`INSERT INTO album (id, artist_id, title, genre_id, is_draft, published_at, created_at, updated_at)
        VALUES (${albumId}, ${artistId}, ${title}, ${genreId ?? null}, false, ${before}, ${before}, ${before})`.execute(
        tx,
      )
      const trackIds: string[] = []
      for (const [index, name] of titles.entries()) {
        const id = await content('track')
        await sql`INSERT INTO track (id, album_id, title, position, is_draft, published_at, asset_id, processing_state,
            live_key, duration_ms, created_at, updated_at)
          VALUES (${id}, ${albumId}, ${name}, ${index + 1}, false, ${before}, ${newId()}, 'finished', ${`${id}.mp3`}, 60000,
            ${before}, ${before})`.execute(tx)
        trackIds.push(id)
      }
      return { albumId, trackIds }
    },
    async podcast(name, titles = []) {
      const podcastId = await content('podcast')
      await sql`INSERT INTO podcast (id, user_id, name, podcast_url, is_draft, published_at, created_at, updated_at)
        VALUES (${podcastId}, ${owner}, ${name}, ${podcastId}, false, ${before}, ${before}, ${before})`.execute(tx)
      for (const [index, title] of titles.entries()) {
        const id = await content('episode')
        await sql`INSERT INTO episode (id, podcast_id, title, position, is_draft, published_at, asset_id, processing_state,
            live_key, duration_ms, created_at, updated_at)
          VALUES (${id}, ${podcastId}, ${title}, ${index + 1}, false, ${before}, ${newId()}, 'finished', ${`${id}.mp3`}, 60000,
            ${before}, ${before})`.execute(tx)
      }
      return podcastId
    },
    async person(username, displayName) {
      const id = newId()
      await sql`INSERT INTO person (id, username, display_name) VALUES (${id}, ${username}, ${displayName})`.execute(tx)
      return id
    },
    async close() {
      await database.close()
      await own.drop()
    },
  }
}
