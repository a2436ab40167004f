/** Which stored files the database knows: those whose key is in a column `key` or `…_key`, or has the id of one that is, and
 * those of an asset. All others are leftovers. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type KnownFiles = {
  has: (key: string) => boolean
  /** Those that must be stored, as far as their whole keys are known: without the sizes of pictures. */
  required: ReadonlySet<string>
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const WHOLE_KEY = /^(media|original|downloads)\/.*\.[a-z0-9]+$/
/** Names audio that may have been replaced since, as the columns of `asset` do. */
const WITH_FORMER = ['asset', 'clip', 'account_archive_file']

/** Sizes of one picture and encodings of one recording differ only in what follows their id. */
const stemOf = (key: string) => ID.exec(key)?.[0] ?? publicKey(key)

/** Of a file that a takedown has moved. */
export const publicKey = (key: string) => key.replace(/^withheld\//, '')

export async function readKnownFiles(tx: Tx): Promise<KnownFiles> {
  const stems = new Set<string>()
  const required = new Set<string>()
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ '(^|_)key$'`.execute(tx)
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await sql<{ key: string }>`SELECT ${sql.ref(column)} AS key FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} ~ '^[a-z]+/'`.execute(tx)
    for (const { key } of rows) {
      stems.add(stemOf(key))
      if (WHOLE_KEY.test(key) && !WITH_FORMER.includes(table)) required.add(key)
    }
  }
  type Asset = { id: string; picture: string | null; original: string | null; streams: string[] }
  const { rows: assets } = await sql<Asset>`
    SELECT id::text, tags->>'pictureKey' AS picture, CASE WHEN removed_at IS NULL THEN original_key END AS original,
      ARRAY(SELECT value->>'key' FROM jsonb_each(streams)) AS streams FROM asset`.execute(tx)
  for (const { id, picture, original, streams } of assets) {
    stems.add(id)
    if (picture !== null) stems.add(stemOf(picture))
    if (original !== null) required.add(original)
    // All of a recording are dropped together.
    if (streams.some((key) => required.has(key))) for (const key of streams) required.add(key)
  }
  return { has: (key) => stems.has(stemOf(key)), required }
}
