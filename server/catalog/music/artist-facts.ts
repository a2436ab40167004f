/** Where an artist comes from, its genres and members, between the forms and the columns of the artist. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { artistFactFields, Member } from '#contract/catalog/artist-facts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { asJson, type Columns, textChange } from '#server/catalog/forms/changes.ts'
import { requiredText } from '#server/catalog/forms/values.ts'

export type ArtistFacts = { location: string | null; genre_ids: number[]; members: Member[] }
type Sent = { [Name in keyof typeof artistFactFields]?: output<(typeof artistFactFields)[Name]> }
export type Genre = { id: number; name: string; slug: string }

/** Throws 422 for an unknown genre. */
export async function factColumns(tx: Tx, { location, genreIds, members }: Sent): Promise<Columns> {
  const ids = genreIds === undefined ? undefined : [...new Set(genreIds ?? [])]
  if (ids !== undefined && (await selectGenres(tx, ids)).length !== ids.length) {
    throw ruleBrokenInEnglish('One of the genres does not exist.')
  }
  return {
    location: textChange(location),
    genre_ids: ids && sql`${ids}::int[]`,
    members: members === undefined ? undefined : asJson((members ?? []).map(toStored)),
  }
}

type NewMember = NonNullable<Sent['members']>[number]

const toStored = ({ name, from = null, until = null }: NewMember): Member => ({ name: requiredText(name), from, until })

/** In the order of the ids. */
export async function selectGenres(tx: Tx, ids: readonly number[]): Promise<Genre[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Genre>`
    SELECT c.id, c.name, c.slug FROM unnest(${ids}::int[]) WITH ORDINALITY wanted (id, place)
    JOIN classification c ON c.kind = 'genre' AND c.id = wanted.id ORDER BY wanted.place`.execute(tx)
  return rows
}
