/** SQL of messages to followers. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Kind } from './fan-queries.ts'

export type MessageRow = {
  id: string
  maker_id: string
  owner_id: string
  kind: 'release' | 'event' | 'thanks'
  audience: Kind
  body: string
  subject_id: string
  subject_type: string
  subject_title: string
  created_at: Date
  sent_to: string | null
  recipient_count: number
  finished_at: Date | null
}

const COLUMNS = [
  'id',
  'maker_id',
  'owner_id',
  'kind',
  'audience',
  'body',
  'subject_id',
  'subject_type',
  'subject_title',
  'created_at',
  'sent_to',
  'recipient_count',
  'finished_at',
] as const

type NewMessage = Omit<MessageRow, 'sent_to' | 'recipient_count' | 'finished_at'>

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await sql`INSERT INTO fan_message ${rowValues(message)}`.execute(tx)
}

/** The latest first. */
export async function selectMessages(tx: Tx, makerId: string, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT ${columnList(COLUMNS)} FROM fan_message WHERE maker_id = ${makerId}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export const unfinishedMessages = () => sql`fan_message WHERE finished_at IS NULL`

/** No other process gets the same one until the transaction ends. */
export async function claimUnfinished(tx: Tx): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${columnList(COLUMNS)} FROM ${unfinishedMessages()}
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows[0]
}

export async function recordBatch(
  tx: Tx,
  id: string,
  { userIds, finishedAt }: { userIds: readonly string[]; finishedAt: Date | null },
): Promise<void> {
  await sql`
    UPDATE fan_message SET sent_to = coalesce(${userIds.at(-1) ?? null}::uuid, sent_to),
      recipient_count = recipient_count + ${userIds.length}, finished_at = ${finishedAt}
    WHERE id = ${id}`.execute(tx)
}
