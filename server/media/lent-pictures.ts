/** Pictures found inside sound files, shown to whoever sent the file until they are used or forgotten.
 * Not artwork: a form sends one back to become that. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawPicture } from './artwork.ts'

type Lender = { database: Database; files: Files; clock: Clock }

const SWEEP_LIMIT = 100

/** Under a name nobody can guess. Null: it is no picture that we take. */
export async function lendPicture(lender: Lender, bytes: Buffer, hours: number): Promise<string | null> {
  const { database, files, clock } = lender
  const picture = await redrawPicture(bytes).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (picture === null) return null
  const key = `media/${newId()}.jpg`
  const until = new Date(clock.now().getTime() + hours * 3_600_000)
  // Noted first: a file without a row would stay for ever.
  await sql`INSERT INTO lent_picture (key, lent_until) VALUES (${key}, ${until})`.execute(database.read)
  await files.write(key, picture)
  return key
}

/** Where it is, while it is lent. */
export async function findLentPicture(tx: Tx, files: Files, key: string | null, now: Date): Promise<string | null> {
  if (key === null) return null
  const { rows } = await sql`SELECT 1 FROM lent_picture WHERE key = ${key} AND lent_until > ${now}`.execute(tx)
  return rows.length === 0 ? null : files.publicUrl(key)
}

/** Deletes those whose time is over. */
export async function endLoans({ database, files, clock }: Lender): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM lent_picture WHERE lent_until < ${clock.now()} LIMIT ${SWEEP_LIMIT}`.execute(database.read)
  for (const { key } of rows) {
    await files.remove(key)
    await sql`DELETE FROM lent_picture WHERE key = ${key}`.execute(database.read)
  }
}
