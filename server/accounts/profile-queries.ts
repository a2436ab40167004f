/** All SQL of profiles, of usernames ever used, and of account deletion. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { PreferenceChanges, ProfileChanges } from './profile-changes.ts'

type PersonTable = {
  id: string
  username: string
  username_is_generated: boolean
  display_name: string | null
  amp_msat: bigint
  artwork_key: string | null
  language: string | null
  theme: string | null
  deleted_at: Date | null
}
type Tables = {
  person: PersonTable
  given_username: { skeleton: string; username: string; user_id: string; given_at: Date }
}

const tables = (tx: Tx) => tx.withTables<Tables>()

const PROFILE_COLUMNS = [
  'id',
  'username',
  'username_is_generated',
  'display_name',
  'amp_msat',
  'artwork_key',
  'language',
  'theme',
  'deleted_at',
] as const

/** Undefined when the user does not exist or was deleted. */
export function lockProfile(tx: Tx, userId: string): Promise<PersonTable | undefined> {
  return tables(tx)
    .selectFrom('person')
    .select(PROFILE_COLUMNS)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateProfile(tx: Tx, userId: string, changes: ProfileChanges): Promise<void> {
  const { username, displayName, ampMsat, artworkKey } = changes
  const set = {
    ...(username !== undefined && { username, username_is_generated: false }),
    ...(displayName !== undefined && { display_name: displayName }),
    ...(ampMsat !== undefined && { amp_msat: ampMsat }),
    ...(artworkKey !== undefined && { artwork_key: artworkKey }),
  }
  if (Object.keys(set).length === 0) return
  await tables(tx).updateTable('person').set(set).where('id', '=', userId).execute()
}

export async function updatePreferences(tx: Tx, userId: string, changes: PreferenceChanges): Promise<void> {
  const { language, theme } = changes
  const set = { ...(language !== undefined && { language }), ...(theme !== undefined && { theme }) }
  if (Object.keys(set).length === 0) return
  await tables(tx).updateTable('person').set(set).where('id', '=', userId).execute()
}

/** The user who has or once had this name; permanent. */
export function selectAssignedName(
  tx: Tx,
  skeleton: string,
): Promise<{ user_id: string; username: string } | undefined> {
  return tables(tx)
    .selectFrom('given_username')
    .select(['user_id', 'username'])
    .where('skeleton', '=', skeleton)
    .executeTakeFirst()
}

export async function selectNames(
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ username: string; givenAt: Date }[]> {
  return tables(tx)
    .selectFrom('given_username')
    .select(['username', 'given_at as givenAt'])
    .where('user_id', '=', userId)
    .orderBy('given_at')
    .limit(limit)
    .execute()
}

/** Clears everything that identifies the user. The row stays, because ledger entries refer to its id. */
export async function anonymiseUser(tx: Tx, userId: string, username: string, now: Date): Promise<void> {
  await sql`
    UPDATE person SET username = ${username}, username_is_generated = true, display_name = NULL, email = NULL,
      email_verified = false, password_hash = NULL, amp_msat = DEFAULT, artwork_key = NULL, lightning_address = NULL,
      is_admin = false, region_verified_at = NULL, language = NULL, theme = NULL, deleted_at = ${now}
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
  // Keeps only what prevents the names from being used again.
  await sql`UPDATE given_username SET username = skeleton WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM user_verification WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM person_feature WHERE user_id = ${userId}`.execute(tx)
}
