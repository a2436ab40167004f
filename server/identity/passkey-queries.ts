/** All SQL about passkeys. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type PasskeyRow = {
  id: string
  person_id: string
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
type Tables = { passkey: PasskeyRow }

const tables = (tx: Tx) => tx.withTables<Tables>()

const PASSKEY_COLUMNS = [
  'id',
  'person_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'is_synced',
  'name',
  'created_at',
  'last_used_at',
] as const

export function selectPasskeys(tx: Tx, personId: string): Promise<PasskeyRow[]> {
  return tables(tx)
    .selectFrom('passkey')
    .select(PASSKEY_COLUMNS)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

export function selectPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return tables(tx)
    .selectFrom('passkey')
    .select(PASSKEY_COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** False when the passkey is already stored, for any user. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const rows = await tables(tx)
    .insertInto('passkey')
    .values({ ...row, transports: JSON.stringify(row.transports) as never })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .execute()
  return rows.length === 1
}

export async function touchPasskey(tx: Tx, id: string, counter: bigint, isSynced: boolean, now: Date): Promise<void> {
  await sql`
    UPDATE passkey SET counter = greatest(counter, ${counter}), is_synced = ${isSynced}, last_used_at = ${now}
    WHERE id = ${id}`.execute(tx)
}

export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<boolean> {
  const rows = await tables(tx)
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .execute()
  return rows.length === 1
}
