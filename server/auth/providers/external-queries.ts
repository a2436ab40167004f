/** All SQL of external logins: profiles, logins in progress, discovery documents, used tokens. */
import { sql } from 'kysely'
import { columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
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
type Tables = {
  outside_identity: ExternalIdentityRow
  outside_attempt: AttemptRow
  outside_discovery: { issuer: string; metadata: unknown; read_at: Date }
  used_token: { token_hash: Buffer; expires_at: Date }
}

const DELETE_BATCH = 100

const tables = (tx: Tx) => tx.withTables<Tables>()

const EXTERNAL_COLUMNS = [
  'issuer',
  'subject',
  'email',
  'email_verified',
  'given_email',
  'display_name',
  'picture_url',
  'created_at',
  'last_seen_at',
] as const

const ATTEMPT_COLUMNS = [
  'verifier_hash',
  'state_hash',
  'provider',
  'redirect_uri',
  'user_id',
  'is_proof',
  'display_name',
  'expires_at',
] as const

/** Values that are missing this time keep their last value: Apple sends a name only once. */
export async function upsertExternal(tx: Tx, row: Omit<ExternalIdentityRow, 'given_email'>): Promise<void> {
  await tables(tx)
    .insertInto('outside_identity')
    .values({ ...row, given_email: null })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({
        email: row.email,
        email_verified: row.email_verified,
        display_name: sql`coalesce(excluded.display_name, outside_identity.display_name)`,
        picture_url: sql`coalesce(excluded.picture_url, outside_identity.picture_url)`,
        last_seen_at: row.last_seen_at,
      }),
    )
    .execute()
}

export async function updateGivenEmail(tx: Tx, { issuer, subject }: IdentityKey, email: string): Promise<void> {
  await tables(tx)
    .updateTable('outside_identity')
    .set({ given_email: email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export async function selectExternals(tx: Tx, names: readonly IdentityKey[]): Promise<ExternalIdentityRow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<ExternalIdentityRow>`
    SELECT ${columnList(EXTERNAL_COLUMNS)} FROM outside_identity
    JOIN unnest(${names.map(({ issuer }) => issuer)}::text[], ${names.map(({ subject }) => subject)}::text[])
      AS name (issuer, subject) USING (issuer, subject)`.execute(tx)
  return rows
}

export async function deleteExternal(tx: Tx, { issuer, subject }: IdentityKey): Promise<void> {
  await tables(tx).deleteFrom('outside_identity').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}

export async function insertAttempt(tx: Tx, row: AttemptRow, now: Date): Promise<void> {
  await tables(tx).insertInto('outside_attempt').values(row).execute()
  await sql`
    DELETE FROM outside_attempt WHERE verifier_hash IN (
      SELECT verifier_hash FROM outside_attempt WHERE expires_at < ${now} LIMIT ${DELETE_BATCH})`.execute(tx)
}

/** Returns and deletes the attempt: of two concurrent requests only one gets it. */
export function consumeAttempt(tx: Tx, verifierHash: Buffer): Promise<AttemptRow | undefined> {
  return tables(tx)
    .deleteFrom('outside_attempt')
    .where('verifier_hash', '=', verifierHash)
    .returning(ATTEMPT_COLUMNS)
    .executeTakeFirst()
}

/** Returns the attempt of this state, and stores the name that came with it. */
export function nameAttempt(
  tx: Tx,
  { stateHash, provider, displayName }: { stateHash: Buffer; provider: string; displayName: string | null },
): Promise<AttemptRow | undefined> {
  return tables(tx)
    .updateTable('outside_attempt')
    .set({ display_name: sql`coalesce(display_name, ${displayName})` })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .returning(ATTEMPT_COLUMNS)
    .executeTakeFirst()
}

export async function saveDiscovery(tx: Tx, issuer: string, metadata: object, now: Date): Promise<void> {
  await sql`
    INSERT INTO outside_discovery (issuer, metadata, read_at) VALUES (${issuer}, ${JSON.stringify(metadata)}::jsonb, ${now})
    ON CONFLICT (issuer) DO UPDATE SET metadata = excluded.metadata, read_at = excluded.read_at`.execute(tx)
}

export async function selectDiscovery(tx: Tx, issuer: string): Promise<unknown> {
  const row = await tables(tx)
    .selectFrom('outside_discovery')
    .select('metadata')
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row?.metadata
}

/** False when it was used before. */
export async function insertUsedToken(tx: Tx, tokenHash: Buffer, expiresAt: Date, now: Date): Promise<boolean> {
  await sql`
    DELETE FROM used_token WHERE token_hash IN (
      SELECT token_hash FROM used_token WHERE expires_at < ${now} LIMIT ${DELETE_BATCH})`.execute(tx)
  const rows = await tables(tx)
    .insertInto('used_token')
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .execute()
  return rows.length === 1
}
