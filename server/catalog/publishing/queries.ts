/** SQL of publishing, shared by albums with their tracks and podcasts with their episodes. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

/** The tables of a parent and its children. */
export const families = {
  album: { parent: 'album', child: 'track', link: 'album_id' },
  podcast: { parent: 'podcast', child: 'episode', link: 'podcast_id' },
} as const
export type Family = (typeof families)[keyof typeof families]

export type ParentRow = { id: string; is_draft: boolean; published_at: Date | null }
export type ChildRow = ParentRow & { live_key: string | null }

/** Locked until the transaction ends: publishing the parent and adding or finishing children wait for each other. */
export async function lockParent(tx: Tx, family: Family, id: string): Promise<ParentRow | undefined> {
  const { rows } = await sql<ParentRow>`
    SELECT id, is_draft, published_at FROM ${sql.table(family.parent)} WHERE id = ${id} AND deleted_at IS NULL
    FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function lockChild(tx: Tx, family: Family, id: string): Promise<ChildRow | undefined> {
  const { rows } = await sql<ChildRow>`
    SELECT id, is_draft, published_at, live_key FROM ${sql.table(family.child)} WHERE id = ${id} AND deleted_at IS NULL
    FOR UPDATE`.execute(tx)
  return rows[0]
}

/** How many of these belong to the parent and are not deleted. */
export async function countChildren(tx: Tx, family: Family, parentId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(family.child)}
    WHERE id = ANY(${ids}::uuid[]) AND ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL`.execute(tx)
  return rows[0]!.count
}

export type ParentChange = { isDraft: boolean; publishedAt: Date | null; now: Date }

export async function updateParent(tx: Tx, family: Family, id: string, change: ParentChange): Promise<void> {
  await sql`
    UPDATE ${sql.table(family.parent)} SET is_draft = ${change.isDraft}, published_at = ${change.publishedAt},
      updated_at = ${change.now}, publish_when_ready = false WHERE id = ${id}`.execute(tx)
}

/** Sets the planned date of a draft. It stays a draft, and publish_when_ready is unchanged. */
export async function setDate(
  tx: Tx,
  family: Family,
  id: string,
  { publishedAt, now }: Omit<ParentChange, 'isDraft'>,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(family.parent)} SET published_at = ${publishedAt}, updated_at = ${now}
    WHERE id = ${id}`.execute(tx)
}

export type ChildChange = ParentChange & { isWithdrawn: boolean }

export async function updateChild(tx: Tx, family: Family, id: string, change: ChildChange): Promise<void> {
  await sql`
    UPDATE ${sql.table(family.child)} SET is_draft = ${change.isDraft}, published_at = ${change.publishedAt},
      is_withdrawn = ${change.isWithdrawn}, updated_at = ${change.now} WHERE id = ${id}`.execute(tx)
}

export type Cascade = {
  parentId: string
  /** When the parent is published, and its date before this change. */
  publishedAt: Date
  publishedBefore: Date | null
  /** When finished children without their own date are published. */
  childrenAt: Date
  now: Date
}

/** Publishes the drafts among the children and returns the ids of the finished ones. Unfinished ones get a date when
 * they finish. A child that was scheduled with its parent moves to the new date. */
export async function publishChildren(tx: Tx, family: Family, cascade: Cascade): Promise<string[]> {
  const { parentId, publishedAt, publishedBefore, childrenAt, now } = cascade
  const { rows } = await sql<{ id: string; is_finished: boolean }>`
    UPDATE ${sql.table(family.child)} SET is_draft = false, updated_at = ${now}, published_at = CASE
        WHEN published_at > ${now} AND published_at = ${publishedBefore}::timestamptz THEN ${publishedAt}::timestamptz
        WHEN published_at IS NULL AND live_key IS NOT NULL THEN ${childrenAt}::timestamptz
        ELSE published_at END
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL AND NOT is_withdrawn
      AND (is_draft OR published_at > ${now})
    RETURNING id, live_key IS NOT NULL AS is_finished`.execute(tx)
  return rows.filter((row) => row.is_finished).map((row) => row.id)
}

/** Hides the children with their parent. They become public again with it, with their old dates. */
export async function hideChildren(tx: Tx, family: Family, parentId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE ${sql.table(family.child)} SET is_draft = true, updated_at = ${now}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL AND NOT is_draft RETURNING id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Publishes a parent whose owner asked to publish it as soon as a child is ready. */
export async function publishReadyParent(tx: Tx, family: Family, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE ${sql.table(family.parent)} SET is_draft = false,
      published_at = coalesce(published_at, ${now}::timestamptz), updated_at = ${now}
    WHERE id = ${id} AND is_draft AND publish_when_ready AND deleted_at IS NULL`.execute(tx)
}

/** Those of these tracks that were taken down before this moment, and have not been restored. */
export async function findTracksTakenDown(tx: Tx, trackIds: readonly string[], before: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ANY(${trackIds}::uuid[]) AND least(ar.taken_down_at, t.taken_down_at) < ${before}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
