/** All SQL of external logins: profiles, logins in progress, discovery documents, used tokens. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteExpired } from '#server/platform/database/expired.ts'
import type { IdentityKey } from '#server/auth/sessions/login-method.ts'

export type ExternalIdentityRow = {
  issuer: string
  subject: string
  email: string | null
  email_verified: boolean
  /** Entered at a login and confirmed here. */
  given_email: string | null
  display_name: string | null
  picture_url: string | null
  created_at: Date
  last_seen_at: Date
}
export type AttemptRow = {
  verifier_hash: Buffer
  state_hash: Buffer
  provider: string
  redirect_uri: string
  user_id: string | null
  is_proof: boolean
  display_name: string | null
  expires_at: Date
}

const EXTERNAL_COLUMNS = columnList([
  'issuer',
  'subject',
  'email',
  'email_verified',
  'given_email',
  'display_name',
  'picture_url',
  'created_at',
  'last_seen_at',
])

const ATTEMPT_COLUMNS = columnList([
  'verifier_hash',
  'state_hash',
  'provider',
  'redirect_uri',
  'user_id',
  'is_proof',
  'display_name',
  'expires_at',
])

/** Values that are missing this time keep their last value: Apple sends a name only once. */
export async function upsertExternal(tx: Tx, row: Omit<ExternalIdentityRow, 'given_email'>): Promise<void> {
  await sql`
    INSERT INTO outside_identity ${rowValues({ ...row })}
    ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email, email_verified = excluded.email_verified,
      display_name = coalesce(excluded.display_name, outside_identity.display_name),
      picture_url = coalesce(excluded.picture_url, outside_identity.picture_url),
      last_seen_at = excluded.last_seen_at`.execute(tx)
}

export async function updateGivenEmail(tx: Tx, { issuer, subject }: IdentityKey, email: string): Promise<void> {
  await sql`
    UPDATE outside_identity SET given_email = ${email} WHERE issuer = ${issuer} AND subject = ${subject}`.execute(tx)
}

export async function selectExternals(tx: Tx, names: readonly IdentityKey[]): Promise<ExternalIdentityRow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<ExternalIdentityRow>`
    SELECT ${EXTERNAL_COLUMNS} FROM outside_identity
    JOIN unnest(${names.map(({ issuer }) => issuer)}::text[], ${names.map(({ subject }) => subject)}::text[])
      AS name (issuer, subject) USING (issuer, subject)`.execute(tx)
  return rows
}

export async function deleteExternal(tx: Tx, { issuer, subject }: IdentityKey): Promise<void> {
  await sql`DELETE FROM outside_identity WHERE issuer = ${issuer} AND subject = ${subject}`.execute(tx)
}

export async function insertAttempt(tx: Tx, row: AttemptRow, now: Date): Promise<void> {
  await sql`INSERT INTO outside_attempt ${rowValues(row)}`.execute(tx)
  await deleteExpired(tx, { table: 'outside_attempt', key: 'verifier_hash' }, now)
}

/** Returns and deletes the attempt: of two concurrent requests only one gets it. */
export async function consumeAttempt(tx: Tx, verifierHash: Buffer): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    DELETE FROM outside_attempt WHERE verifier_hash = ${verifierHash} RETURNING ${ATTEMPT_COLUMNS}`.execute(tx)
  return rows[0]
}

/** Returns the attempt of this state, and stores the name that came with it. */
export async function nameAttempt(
  tx: Tx,
  { stateHash, provider, displayName }: { stateHash: Buffer; provider: string; displayName: string | null },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    UPDATE outside_attempt SET display_name = coalesce(display_name, ${displayName})
    WHERE state_hash = ${stateHash} AND provider = ${provider} RETURNING ${ATTEMPT_COLUMNS}`.execute(tx)
  return rows[0]
}

export async function saveDiscovery(tx: Tx, issuer: string, metadata: object, now: Date): Promise<void> {
  await sql`
    INSERT INTO outside_discovery (issuer, metadata, read_at) VALUES (${issuer}, ${JSON.stringify(metadata)}::jsonb, ${now})
    ON CONFLICT (issuer) DO UPDATE SET metadata = excluded.metadata, read_at = excluded.read_at`.execute(tx)
}

export async function selectDiscovery(tx: Tx, issuer: string): Promise<unknown> {
  const { rows } = await sql<{ metadata: unknown }>`
    SELECT metadata FROM outside_discovery WHERE issuer = ${issuer}`.execute(tx)
  return rows[0]?.metadata
}

/** False when it was used before. */
export async function insertUsedToken(tx: Tx, tokenHash: Buffer, expiresAt: Date, now: Date): Promise<boolean> {
  await deleteExpired(tx, { table: 'used_token', key: 'token_hash' }, now)
  const { rows } = await sql`
    INSERT INTO used_token (token_hash, expires_at) VALUES (${tokenHash}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING token_hash`.execute(tx)
  return rows.length === 1
}
