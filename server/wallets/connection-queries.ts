/** SQL of connections. Requests over them: request-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type ConnectionRow = {
  id: string
  user_id: string
  name: string
  client_pubkey: string
  wallet_pubkey: string
  permissions: string[]
  weekly_budget_msat: bigint | null
  max_payment_msat: bigint | null
  expires_at: Date | null
  /** The connection cannot pay until its owner resumes it. */
  paused_at: Date | null
  described_at: bigint
  created_at: Date
  last_used_at: Date | null
  deleted_at: Date | null
}

export type ConnectionTerms = Pick<
  ConnectionRow,
  'name' | 'permissions' | 'weekly_budget_msat' | 'max_payment_msat' | 'expires_at'
>

type Tables = { wallet_connection: ConnectionRow }
const tables = (tx: Tx) => tx.withTables<Tables>()

const CONNECTION_COLUMNS = [
  'id',
  'user_id',
  'name',
  'client_pubkey',
  'wallet_pubkey',
  'permissions',
  'weekly_budget_msat',
  'max_payment_msat',
  'expires_at',
  'paused_at',
  'described_at',
  'created_at',
  'last_used_at',
  'deleted_at',
] as const

/** Locks the user, so that concurrent creations of connections count each other. */
export async function countConnectionsLocked(tx: Tx, userId: string): Promise<number> {
  await sql`SELECT FROM person WHERE id = ${userId} FOR UPDATE`.execute(tx)
  return (await listConnectionRows(tx, userId)).length
}

export async function insertConnection(
  tx: Tx,
  row: Omit<ConnectionRow, 'last_used_at' | 'deleted_at' | 'paused_at'>,
): Promise<ConnectionRow> {
  return tables(tx).insertInto('wallet_connection').values(row).returning(CONNECTION_COLUMNS).executeTakeFirstOrThrow()
}

export async function listConnectionRows(tx: Tx, userId: string): Promise<ConnectionRow[]> {
  return tables(tx)
    .selectFrom('wallet_connection')
    .select(CONNECTION_COLUMNS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** This user's connection with an app's key. */
export async function findOwnByClient(
  tx: Tx,
  userId: string,
  clientPubkey: string,
): Promise<ConnectionRow | undefined> {
  return tables(tx)
    .selectFrom('wallet_connection')
    .select(CONNECTION_COLUMNS)
    .where('user_id', '=', userId)
    .where('client_pubkey', '=', clientPubkey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Includes deleted ones. */
export async function readConnection(tx: Tx, connectionId: string): Promise<ConnectionRow | undefined> {
  return tables(tx)
    .selectFrom('wallet_connection')
    .select(CONNECTION_COLUMNS)
    .where('id', '=', connectionId)
    .executeTakeFirst()
}

/** The same, with its row locked until the transaction ends. */
export async function lockConnection(tx: Tx, connectionId: string): Promise<ConnectionRow | undefined> {
  return tables(tx)
    .selectFrom('wallet_connection')
    .select(CONNECTION_COLUMNS)
    .where('id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst()
}

/** Includes deleted ones, so that their requests get an error response. */
export async function findConnection(tx: Tx, walletPubkey: string): Promise<ConnectionRow | undefined> {
  return tables(tx)
    .selectFrom('wallet_connection')
    .select(CONNECTION_COLUMNS)
    .where('wallet_pubkey', '=', walletPubkey)
    .executeTakeFirst()
}

/** `described_at` always increases, also within a second. */
export async function updateTerms(
  tx: Tx,
  connectionId: string,
  terms: ConnectionTerms,
  nowSeconds: number,
): Promise<ConnectionRow | undefined> {
  return tables(tx)
    .updateTable('wallet_connection')
    .set({ ...terms, described_at: sql<bigint>`GREATEST(described_at + 1, ${nowSeconds}::bigint)` })
    .where('id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .returning(CONNECTION_COLUMNS)
    .executeTakeFirst()
}

export async function endConnection(tx: Tx, connectionId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('wallet_connection')
    .set({ deleted_at: now })
    .where('id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function endConnectionsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('wallet_connection')
    .set({ deleted_at: now, name: '–' })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Pauses all open connections. The owner then decides about each of them. */
export async function pauseConnectionsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('wallet_connection')
    .set({ paused_at: now })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('paused_at', 'is', null)
    .execute()
}

/** False when this user has no such connection. */
export async function resumeConnection(tx: Tx, userId: string, connectionId: string): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('wallet_connection')
    .set({ paused_at: null })
    .where('id', '=', connectionId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Updated once a minute at most. */
export async function recordUse(tx: Tx, connectionId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallet_connection SET last_used_at = ${now}
    WHERE id = ${connectionId} AND coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', TRUE)`.execute(tx)
}
