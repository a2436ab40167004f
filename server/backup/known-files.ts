/** Which stored files the database knows: those whose key is in a column `key` or `…_key`, or has the id of one that is, and
 * those of an asset. All others are leftovers. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Sizes of one picture and encodings of one recording differ only in what follows their id. */
const stemOf = (key: string) => ID.exec(key)?.[0] ?? key.replace(/^withheld\//, '')

export async function readKnownFiles(tx: Tx): Promise<(key: string) => boolean> {
  const stems = new Set<string>()
  const add = (rows: { key: string }[]) => {
    for (const { key } of rows) stems.add(stemOf(key))
  }
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ '(^|_)key$'`.execute(tx)
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await sql<{ key: string }>`SELECT ${sql.ref(column)} AS key FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} ~ '^[a-z]+/'`.execute(tx)
    add(rows)
  }
  const { rows } = await sql<{ key: string; picture: string | null }>`
    SELECT id::text AS key, tags->>'pictureKey' AS picture FROM asset`.execute(tx)
  add(rows)
  add(rows.flatMap(({ picture }) => (picture === null ? [] : [{ key: picture }])))
  return (key) => stems.has(stemOf(key))
}
