/** SQL of slugs: which are free, and where former ones redirect. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { lockName } from '#server/platform/database/engine.ts'
import { AppError } from '#server/platform/errors.ts'
import { slugCandidates, slugOf } from './slugs.ts'

const kinds = {
  artist: { table: 'artist', column: 'artist_url' },
  podcast: { table: 'podcast', column: 'podcast_url' },
} as const
export type SlugKind = keyof typeof kinds

/** How many former slugs of a content redirect; the oldest are dropped. */
const FORMER_MAX = 20

/** The first free slug for a name; no other transaction can take it before this one ends. A content's own
 * former slugs are free for it. */
export async function chooseSlug(tx: Tx, kind: SlugKind, contentId: string, name: string): Promise<string> {
  const { table, column } = kinds[kind]
  await lockName(tx, `slug:${kind}`)
  const candidates = slugCandidates(name)
  const { rows } = await sql<{ slug: string }>`
    SELECT ${sql.ref(column)} AS slug FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ANY(${candidates}::text[]) AND id <> ${contentId}
    UNION ALL SELECT slug FROM former_slug
    WHERE kind = ${kind} AND slug = ANY(${candidates}::text[]) AND content_id <> ${contentId}`.execute(tx)
  const taken = new Set(rows.map(({ slug }) => slug))
  const free = candidates.find((slug) => !taken.has(slug))
  if (free === undefined) throw new AppError(409, 'conflict', 'Too many items have this name already.')
  return free
}

/** Makes the previous slug redirect to the content, and removes the new one from the former slugs. */
async function saveFormerSlug(
  tx: Tx,
  kind: SlugKind,
  contentId: string,
  { former, current, now }: { former: string; current: string; now: Date },
): Promise<void> {
  await sql`DELETE FROM former_slug WHERE kind = ${kind} AND slug = ${current}`.execute(tx)
  await sql`
    INSERT INTO former_slug (kind, slug, content_id, since) VALUES (${kind}, ${former}, ${contentId}, ${now})
    ON CONFLICT (kind, slug) DO UPDATE SET content_id = excluded.content_id, since = excluded.since`.execute(tx)
  await sql`
    DELETE FROM former_slug WHERE content_id = ${contentId} AND slug IN (
      SELECT slug FROM former_slug WHERE content_id = ${contentId} ORDER BY since DESC, slug OFFSET ${FORMER_MAX})`.execute(
    tx,
  )
}

/** The slug for a changed name, or undefined when the slug stays. The former slug redirects to the new one. */
export async function renameSlug(
  tx: Tx,
  kind: SlugKind,
  content: { id: string; name: string; slug: string },
  { name, now }: { name: string; now: Date },
): Promise<string | undefined> {
  if (slugOf(name) === slugOf(content.name)) return undefined
  const current = await chooseSlug(tx, kind, content.id, name)
  if (current !== content.slug) await saveFormerSlug(tx, kind, content.id, { former: content.slug, current, now })
  return current
}

export async function findByFormerSlug(tx: Tx, kind: SlugKind, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ content_id: string }>`
    SELECT content_id FROM former_slug WHERE kind = ${kind} AND slug = ${slug}`.execute(tx)
  return rows[0]?.content_id
}
