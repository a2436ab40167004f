/** The albums and tracks that downloads are about, whether they are public or not. */
import { sql } from 'kysely'
import { contentsOf, contentTitle, publicContent } from '#server/catalog/content/queries.ts'
import { trackTakenDown } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireOwner } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'

export type Subject = {
  content_id: string
  content_type: 'album' | 'track'
  title: string
  artist_name: string
  artwork_key: string | null
  owner_id: string
  is_public: boolean
  is_deleted: boolean
  is_taken_down: boolean
}

/** Those that exist or existed, by id; content of other kinds is left out. */
export async function readSubjects(tx: Tx, contentIds: readonly string[], now: Date): Promise<Map<string, Subject>> {
  if (contentIds.length === 0) return new Map()
  const subjects = await readShared(tx, `subjects ${contentIds.join()}`, () => selectSubjects(tx, contentIds, now))
  return new Map(subjects.map((subject) => [subject.content_id, subject]))
}

async function selectSubjects(tx: Tx, contentIds: readonly string[], now: Date): Promise<readonly Subject[]> {
  const { rows } = await sql<Subject>`
    SELECT c.id AS content_id, c.type AS content_type, ${contentTitle} AS title, ar.name AS artist_name, al.artwork_key,
      c.owner_id, ${publicContent(now)} AS is_public, ${trackTakenDown} AS is_taken_down,
      (ar.deleted_at IS NOT NULL OR al.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL) AS is_deleted
    FROM ${contentsOf(contentIds)} WHERE c.type IN ('album', 'track')`.execute(tx)
  return rows
}

export async function readSubject(tx: Tx, contentId: string, now: Date): Promise<Subject> {
  const subject = (await readSubjects(tx, [contentId], now)).get(contentId.toLowerCase())
  if (subject === undefined) throw notFound()
  return subject
}

/** Only its owner. */
export async function readOwnSubject(tx: Tx, caller: Caller, contentId: string, now: Date): Promise<Subject> {
  const subject = await readSubject(tx, contentId, now)
  if (subject.is_deleted) throw notFound()
  requireOwner(caller, subject.owner_id)
  return subject
}
