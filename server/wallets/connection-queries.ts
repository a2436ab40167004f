/** SQL of connections. Requests over them: request-queries.ts. */
import { sql } from 'kysely'
import { assignments, columnList, rowValues } from '#server/platform/database/columns.ts'
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

const CONNECTION_COLUMNS = columnList([
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
])

/** Locks the user, so that concurrent creations of connections count each other. */
export async function countConnectionsLocked(tx: Tx, userId: string): Promise<number> {
  await sql`SELECT FROM person WHERE id = ${userId} FOR UPDATE`.execute(tx)
  return (await listConnectionRows(tx, userId)).length
}

export async function insertConnection(
  tx: Tx,
  row: Omit<ConnectionRow, 'last_used_at' | 'deleted_at' | 'paused_at'>,
): Promise<ConnectionRow> {
  const { rows } = await sql<ConnectionRow>`
    INSERT INTO wallet_connection ${rowValues(row)} RETURNING ${CONNECTION_COLUMNS}`.execute(tx)
  return rows[0]!
}

export async function listConnectionRows(tx: Tx, userId: string): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    SELECT ${CONNECTION_COLUMNS} FROM wallet_connection WHERE user_id = ${userId} AND deleted_at IS NULL
    ORDER BY created_at DESC, id DESC`.execute(tx)
  return rows
}

/** This user's connection with an app's key. */
export async function findOwnByClient(
  tx: Tx,
  userId: string,
  clientPubkey: string,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    SELECT ${CONNECTION_COLUMNS} FROM wallet_connection
    WHERE user_id = ${userId} AND client_pubkey = ${clientPubkey} AND deleted_at IS NULL`.execute(tx)
  return rows[0]
}

/** Includes deleted ones. */
export async function readConnection(tx: Tx, connectionId: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    SELECT ${CONNECTION_COLUMNS} FROM wallet_connection WHERE id = ${connectionId}`.execute(tx)
  return rows[0]
}

/** The same, with its row locked until the transaction ends. */
export async function lockConnection(tx: Tx, connectionId: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    SELECT ${CONNECTION_COLUMNS} FROM wallet_connection WHERE id = ${connectionId} FOR UPDATE`.execute(tx)
  return rows[0]
}

/** Includes deleted ones, so that their requests get an error response. */
export async function findConnection(tx: Tx, walletPubkey: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    SELECT ${CONNECTION_COLUMNS} FROM wallet_connection WHERE wallet_pubkey = ${walletPubkey}`.execute(tx)
  return rows[0]
}

/** `described_at` always increases, also within a second. */
export async function updateTerms(
  tx: Tx,
  connectionId: string,
  terms: ConnectionTerms,
  nowSeconds: number,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    UPDATE wallet_connection SET ${assignments(terms)},
      described_at = GREATEST(described_at + 1, ${nowSeconds}::bigint)
    WHERE id = ${connectionId} AND deleted_at IS NULL RETURNING ${CONNECTION_COLUMNS}`.execute(tx)
  return rows[0]
}

export async function endConnection(tx: Tx, connectionId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallet_connection SET deleted_at = ${now} WHERE id = ${connectionId} AND deleted_at IS NULL`.execute(tx)
}

export async function endConnectionsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallet_connection SET deleted_at = ${now}, name = '–'
    WHERE user_id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

/** Pauses all open connections. The owner then decides about each of them. */
export async function pauseConnectionsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallet_connection SET paused_at = ${now}
    WHERE user_id = ${userId} AND deleted_at IS NULL AND paused_at IS NULL`.execute(tx)
}

/** False when this user has no such connection. */
export async function resumeConnection(tx: Tx, userId: string, connectionId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE wallet_connection SET paused_at = NULL
    WHERE id = ${connectionId} AND user_id = ${userId} AND deleted_at IS NULL RETURNING id`.execute(tx)
  return rows.length === 1
}

/** Updated once a minute at most. */
export async function recordUse(tx: Tx, connectionId: string, now: Date): Promise<void> {
  await sql`
    UPDATE wallet_connection SET last_used_at = ${now}
    WHERE id = ${connectionId} AND coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', TRUE)`.execute(tx)
}

/** When the secret is replaced, from which their keys are derived. Returns how many there were. */
export async function deleteAllConnections(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql`
    UPDATE wallet_connection SET deleted_at = ${now} WHERE deleted_at IS NULL RETURNING 1`.execute(tx)
  return rows.length
}
