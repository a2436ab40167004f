/** Feature flags of single users, by name. Features for all users are configuration. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'

const NAME = /^[a-z][a-z0-9-]{0,49}$/
const FEATURES_MAX = 100

/** In alphabetical order. */
export async function listFeatures(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM person_feature WHERE user_id = ${userId} ORDER BY name LIMIT ${FEATURES_MAX}`.execute(tx)
  return rows.map(({ name }) => name)
}

/** The caller must check authorization. Idempotent. */
export async function setFeature(
  tx: Tx,
  userId: string,
  feature: { name: string; isOn: boolean; now: Date },
): Promise<void> {
  const { name, isOn, now } = feature
  if (!NAME.test(name))
    throw new AppError(422, 'rule-broken', 'The name of a feature has at most 50 characters of a-z, 0-9 and -.')
  if (!isOn) {
    await sql`DELETE FROM person_feature WHERE user_id = ${userId} AND name = ${name}`.execute(tx)
    return
  }
  await sql`
    INSERT INTO person_feature (user_id, name, set_at) VALUES (${userId}, ${name}, ${now})
    ON CONFLICT (user_id, name) DO NOTHING`.execute(tx)
}
