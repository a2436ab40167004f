/** Temporary images found inside audio files, shown to the uploader until they are used or expire. They become artwork
 * only when a form sends them back. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { reencodeImage } from './pictures/artwork.ts'

type Lender = { database: Database; files: Files; clock: Clock }

const SWEEP_LIMIT = 100

/** Stores the image under an unguessable name. Null when it is not an accepted image. */
export async function shareImage(lender: Lender, bytes: Buffer, hours: number): Promise<string | null> {
  const { database, files, clock } = lender
  const picture = await reencodeImage(bytes).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (picture === null) return null
  const key = `media/${newId()}.jpg`
  const until = new Date(clock.now().getTime() + hours * 3_600_000)
  // The row is written first: a file without a row would never be removed.
  await sql`INSERT INTO lent_picture (key, lent_until) VALUES (${key}, ${until})`.execute(database.read)
  await files.write(key, picture)
  return key
}

/** The URL of the image, until it expires. */
export async function findSharedImage(tx: Tx, files: Files, key: string | null, now: Date): Promise<string | null> {
  if (key === null) return null
  const { rows } = await sql`SELECT 1 FROM lent_picture WHERE key = ${key} AND lent_until > ${now}`.execute(tx)
  return rows.length === 0 ? null : files.publicUrl(key)
}

/** Deletes expired images. */
export async function endImageShares({ database, files, clock }: Lender): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM lent_picture WHERE lent_until < ${clock.now()} LIMIT ${SWEEP_LIMIT}`.execute(database.read)
  for (const { key } of rows) {
    await files.remove(key)
    await sql`DELETE FROM lent_picture WHERE key = ${key}`.execute(database.read)
  }
}
