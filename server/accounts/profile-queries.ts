/** All SQL of profiles, of usernames ever used, and of account deletion. */
import { sql } from 'kysely'
import { assignments, columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PreferenceChanges, ProfileChanges } from './profile-changes.ts'

type ProfileRow = {
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
const PROFILE_COLUMNS = columnList([
  'id',
  'username',
  'username_is_generated',
  'display_name',
  'amp_msat',
  'artwork_key',
  'language',
  'theme',
  'deleted_at',
])

/** Undefined when the user does not exist or was deleted. */
export async function lockProfile(tx: Tx, userId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    SELECT ${PROFILE_COLUMNS} FROM person WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
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
  await sql`UPDATE person SET ${assignments(set)} WHERE id = ${userId}`.execute(tx)
}

export async function updatePreferences(tx: Tx, userId: string, changes: PreferenceChanges): Promise<void> {
  const { language, theme } = changes
  const set = { ...(language !== undefined && { language }), ...(theme !== undefined && { theme }) }
  if (Object.keys(set).length === 0) return
  await sql`UPDATE person SET ${assignments(set)} WHERE id = ${userId}`.execute(tx)
}

/** The user who has or once had this name; permanent. */
export async function selectAssignedName(
  tx: Tx,
  skeleton: string,
): Promise<{ user_id: string; username: string } | undefined> {
  const { rows } = await sql<{ user_id: string; username: string }>`
    SELECT user_id, username FROM given_username WHERE skeleton = ${skeleton}`.execute(tx)
  return rows[0]
}

export async function selectNames(
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ username: string; givenAt: Date }[]> {
  const { rows } = await sql<{ username: string; givenAt: Date }>`
    SELECT username, given_at AS "givenAt" FROM given_username WHERE user_id = ${userId}
    ORDER BY given_at LIMIT ${limit}`.execute(tx)
  return rows
}

/** Clears everything that identifies the user. The row stays, because ledger entries refer to its id. */
export async function anonymiseUser(tx: Tx, userId: string, username: string, now: Date): Promise<void> {
  await sql`
    UPDATE person SET username = ${username}, username_is_generated = true, display_name = NULL, email = NULL,
      email_verified = false, password_hash = NULL, amp_msat = DEFAULT, artwork_key = NULL, lightning_address = NULL,
      is_admin = false, operator_role = NULL, region_verified_at = NULL, language = NULL, theme = NULL, deleted_at = ${now}
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
  // Keeps only what prevents the names from being used again.
  await sql`UPDATE given_username SET username = skeleton WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM user_verification WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM person_feature WHERE user_id = ${userId}`.execute(tx)
}
