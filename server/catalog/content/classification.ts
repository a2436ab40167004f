/** Genres, subgenres, categories and subcategories, with the number of contents in each.
 * Listing these contents is the task of discovery. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/meta.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { hasPublicTrack, publicAlbum, publicPodcast } from './visibility.ts'
import { notFound } from '#server/platform/errors.ts'

type Classified = Data<typeof calls.listGenres>

export type Kind = 'genre' | 'subgenre' | 'category' | 'subcategory'
const parents = { subgenre: 'genre', subcategory: 'category' } as const
const kindNames = { genre: 'genre', subgenre: 'subgenre', category: 'category', subcategory: 'subcategory' } as const

/** Counting scans everything that is published, so the counts are cached. */
const CACHE_MS = 60_000

export type Classifications = {
  list(kind: 'genre' | 'category'): Promise<Classified>
  /** All subgenres, each with its genre. */
  listSubgenres(): Promise<Data<typeof calls.listAllSubgenres>>
  /** Throws 404 when the parent does not exist. */
  listBelow(kind: 'subgenre' | 'subcategory', parentId: number): Promise<Classified>
}

export function createClassifications({ database, clock }: Catalog): Classifications {
  const cache = new Map<Kind, { rows: Promise<Row[]>; until: number }>()
  const read = (kind: Kind): Promise<Row[]> => {
    const now = clock.now()
    const known = cache.get(kind)
    if (known !== undefined && now.getTime() < known.until) return known.rows
    const entry = { rows: selectClassification(database.read, kind, now), until: now.getTime() + CACHE_MS }
    cache.set(kind, entry)
    entry.rows.catch(() => cache.get(kind) === entry && cache.delete(kind))
    return entry.rows
  }
  return {
    list: read,
    async listSubgenres() {
      const rows = await read('subgenre')
      return rows.flatMap(({ id, parentId, name, slug }) =>
        parentId === null ? [] : { id, genreId: parentId, name, slug },
      )
    },
    async listBelow(kind, parentId) {
      const [above, rows] = await Promise.all([read(parents[kind]), read(kind)])
      if (!above.some(({ id }) => id === parentId)) throw notFound()
      return rows.filter((row) => row.parentId === parentId)
    },
  }
}

type Row = { id: number; parentId: number | null; name: string; slug: string; count: number }

const counts = {
  genre: albumCounts('genre_id'),
  subgenre: albumCounts('subgenre_id'),
  category: podcastCounts(['primary_category_id', 'secondary_category_id']),
  subcategory: podcastCounts(['primary_subcategory_id', 'secondary_subcategory_id']),
} as const

function albumCounts(column: 'genre_id' | 'subgenre_id') {
  return (now: Date) => sql`
    SELECT al.${sql.ref(column)} AS id, count(*)::int AS count FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE al.${sql.ref(column)} IS NOT NULL AND ${publicAlbum(now)} AND ${hasPublicTrack(now)} GROUP BY 1`
}

/** A podcast that is in a category twice counts once. */
function podcastCounts([primary, secondary]: readonly [string, string]) {
  return (now: Date) => sql`
    SELECT named.id, count(DISTINCT p.id)::int AS count
    FROM podcast p CROSS JOIN LATERAL (VALUES (p.${sql.ref(primary)}), (p.${sql.ref(secondary)})) named (id)
    WHERE named.id IS NOT NULL AND ${publicPodcast(now)} GROUP BY 1`
}

async function selectClassification(tx: Tx, kind: Kind, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT c.id, c.parent_id AS "parentId", c.name, c.slug, coalesce(counted.count, 0) AS count
    FROM classification c LEFT JOIN (${counts[kind](now)}) counted ON counted.id = c.id
    WHERE c.kind = ${kind} ORDER BY c.name`.execute(tx)
  return rows
}

/** A category and subcategory to assign to content. */
export type CategoryAssignment = { kind: 'subgenre' | 'subcategory'; parentId: number | null; childId: number | null }

/** Throws 422 for an unknown id, and for a subcategory that belongs to another parent. */
export async function requireValidClassification(tx: Tx, placings: readonly CategoryAssignment[]): Promise<void> {
  const wanted = placings.flatMap(({ kind, parentId, childId }) => [
    ...(parentId === null ? [] : [{ kind: parents[kind], id: parentId }]),
    ...(childId === null ? [] : [{ kind, id: childId }]),
  ])
  if (wanted.length === 0) return
  const { rows } = await sql<{ kind: Kind; id: number; parent_id: number | null }>`
    SELECT kind, id, parent_id FROM classification
    WHERE (kind, id) IN (${sql.join(wanted.map(({ kind, id }) => sql`(${kind}, ${id})`))})`.execute(tx)
  const missing = wanted.find(({ kind, id }) => !rows.some((row) => row.kind === kind && row.id === id))
  if (missing !== undefined) throw ruleBrokenInEnglish(`There is no ${kindNames[missing.kind]} ${missing.id}.`)
  for (const { kind, parentId, childId } of placings) {
    if (childId === null) continue
    const child = rows.find((row) => row.kind === kind && row.id === childId)
    if (child?.parent_id !== parentId)
      throw ruleBrokenInEnglish(`${childId} is not a ${kind} of ${parents[kind]} ${parentId}.`)
  }
}

type Categories = Record<
  'primaryCategoryId' | 'primarySubcategoryId' | 'secondaryCategoryId' | 'secondarySubcategoryId',
  number | null
>

/** By their names in feeds. Unknown ones are left out. */
export async function findCategories(
  tx: Tx,
  named: readonly (readonly [string, string | null])[],
): Promise<Categories> {
  const names = named.slice(0, 2).flatMap(([category, subcategory]) => [category, subcategory ?? ''])
  const { rows } = await sql<{ kind: Kind; id: number; parent_id: number | null; name: string }>`
    SELECT kind, id, parent_id, name FROM classification
    WHERE kind IN ('category', 'subcategory') AND name = ANY(${names}::text[])`.execute(tx)
  const place = (index: number) => {
    const [category, subcategory] = named[index] ?? []
    const parent = rows.find((row) => row.kind === 'category' && row.name === category)
    const child = rows.find(
      (row) => row.kind === 'subcategory' && row.name === subcategory && row.parent_id === parent?.id,
    )
    return [parent?.id ?? null, child?.id ?? null] as const
  }
  const [[primaryCategoryId, primarySubcategoryId], [secondaryCategoryId, secondarySubcategoryId]] = [
    place(0),
    place(1),
  ]
  return { primaryCategoryId, primarySubcategoryId, secondaryCategoryId, secondarySubcategoryId }
}
