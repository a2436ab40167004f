/** Followed genres: their releases appear in the feed and in the lists made for the user. Visible to the user alone. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/taste.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { LibraryDeps } from './deps.ts'

type Followed = Data<typeof calls.listFollowedGenres>

/** The signed-in user's own. */
export async function listGenreFollows({ database }: LibraryDeps, caller: Caller): Promise<Followed> {
  requireUser(caller)
  return readFollowed(database.read, caller.userId)
}

/** Signed-in users. Idempotent. There are few genres, so there is no limit. */
export async function followGenre(
  { database, clock }: LibraryDeps,
  caller: Caller,
  genreId: number,
): Promise<Followed> {
  requireUser(caller)
  await requireGenre(database.read, genreId)
  await sql`
    INSERT INTO followed_genre (user_id, genre_id, followed_at) VALUES (${caller.userId}, ${genreId}, ${clock.now()})
    ON CONFLICT DO NOTHING`.execute(database.read)
  return readFollowed(database.read, caller.userId)
}

/** Signed-in users. Idempotent. */
export async function unfollowGenre({ database }: LibraryDeps, caller: Caller, genreId: number): Promise<Followed> {
  requireUser(caller)
  await sql`DELETE FROM followed_genre WHERE user_id = ${caller.userId} AND genre_id = ${genreId}`.execute(
    database.read,
  )
  return readFollowed(database.read, caller.userId)
}

async function readFollowed(tx: Tx, userId: string): Promise<Followed> {
  const { rows } = await sql<{ genre_id: number }>`
    SELECT genre_id FROM followed_genre WHERE user_id = ${userId} ORDER BY followed_at DESC, genre_id`.execute(tx)
  return { genreIds: rows.map(({ genre_id }) => genre_id) }
}

async function requireGenre(tx: Tx, genreId: number): Promise<void> {
  const { rows } = await sql`SELECT FROM classification WHERE kind = 'genre' AND id = ${genreId}`.execute(tx)
  if (rows.length === 0) throw notFound()
}

export async function deleteGenreFollows(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM followed_genre WHERE user_id = ${userId}`.execute(tx)
}

export async function exportGenreFollows(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ genre_id: number; followed_at: Date }>`
    SELECT genre_id, followed_at FROM followed_genre WHERE user_id = ${userId} ORDER BY followed_at, genre_id`.execute(
    tx,
  )
  return rows
}
