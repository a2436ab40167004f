/** All SQL about passkeys. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type PasskeyRow = {
  id: string
  user_id: string
  /** Base64url, as in the browser. */
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  is_synced: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
}

const PASSKEY_COLUMNS = columnList([
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'is_synced',
  'name',
  'created_at',
  'last_used_at',
])

export async function selectPasskeys(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    SELECT ${PASSKEY_COLUMNS} FROM passkey WHERE user_id = ${userId} ORDER BY created_at LIMIT 100`.execute(tx)
  return rows
}

export async function selectPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    SELECT ${PASSKEY_COLUMNS} FROM passkey WHERE credential_id = ${credentialId}`.execute(tx)
  return rows[0]
}

/** False when the passkey is already stored, for any user. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO passkey ${rowValues({ ...row, transports: JSON.stringify(row.transports) })}
    ON CONFLICT (credential_id) DO NOTHING RETURNING id`.execute(tx)
  return rows.length === 1
}

export async function touchPasskey(tx: Tx, id: string, counter: bigint, isSynced: boolean, now: Date): Promise<void> {
  await sql`
    UPDATE passkey SET counter = greatest(counter, ${counter}), is_synced = ${isSynced}, last_used_at = ${now}
    WHERE id = ${id}`.execute(tx)
}

export async function updatePasskeyName(
  tx: Tx,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    UPDATE passkey SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${PASSKEY_COLUMNS}`.execute(tx)
  return rows[0]
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM passkey WHERE id = ${id} AND user_id = ${userId} RETURNING id`.execute(tx)
  return rows.length === 1
}
