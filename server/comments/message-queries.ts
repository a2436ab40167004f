/** SQL of the messages of given payments, as everybody may see them. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { isVisibleComment } from './list-queries.ts'

export type MessageRow = {
  payment_id: string | null
  body: string
  username: string | null
  display_name: string | null
  artwork_key: string | null
}

/** Hidden, blocked and deleted messages are left out, and with them the name of their author. */
export async function selectShownMessages(tx: Tx, paymentIds: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT cm.payment_id, cm.body, a.username, a.display_name, a.artwork_key
    FROM comment cm LEFT JOIN person a ON a.id = cm.author_id
    WHERE cm.payment_id = ANY(${paymentIds}::uuid[]) AND cm.deleted_at IS NULL AND ${isVisibleComment('cm', null)}`.execute(
    tx,
  )
  return rows
}

/** Of these payments, those whose message has been stored, also when it is hidden. */
export async function selectStoredMessages(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string | null }>`
    SELECT payment_id FROM comment WHERE payment_id = ANY(${paymentIds}::uuid[])`.execute(tx)
  return rows.flatMap(({ payment_id }) => payment_id ?? [])
}
