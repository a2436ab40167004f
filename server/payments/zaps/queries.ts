/** SQL of booked zaps and their legs. Statement lines: statements/queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Leg, SplitTerms } from '#contract/split.ts'

export type ZapRow = {
  id: string
  payer_id: string | null
  /** Only the payer sees who paid. */
  is_nameless: boolean
  content_id: string
  content_type: string
  content_title: string
  amount_msat: bigint
  terms: SplitTerms
  comment: string | null
  content_time_seconds: number | null
  settled_at: Date
}

export type LegRow = {
  zap_id: string
  seq: number
  role: Leg['role']
  /** Null for the platform, and while the share waits for its recipient's consent. */
  user_id: string | null
  amount_msat: bigint
  /** Set when the recipient had not agreed to the terms: `returned` went to the owner. */
  consent: 'waiting' | 'accepted' | 'returned' | null
}

export type NewZap = ZapRow & { legs: Omit<LegRow, 'zap_id' | 'consent'>[] }

/** Any number of zaps with the same statement text. */
export async function insertZaps(tx: Tx, zaps: readonly NewZap[]): Promise<void> {
  const legs = zaps.flatMap((zap) => zap.legs.map((leg) => ({ ...leg, zap_id: zap.id })))
  await sql`
    WITH zaps AS (
      INSERT INTO zap (id, payer_id, is_nameless, content_id, content_type, content_title, amount_msat, terms, comment,
        content_time_seconds, settled_at)
      SELECT id, payer_id, is_nameless, content_id, content_type, content_title, amount_msat, terms, comment,
        content_time_seconds, settled_at
      FROM jsonb_populate_recordset(NULL::zap, ${toJson(zaps)})
    )
    INSERT INTO zap_leg (zap_id, seq, role, user_id, amount_msat)
    SELECT zap_id, seq, role, user_id, amount_msat
    FROM jsonb_populate_recordset(NULL::zap_leg, ${toJson(legs)})`.execute(tx)
}

/** Amounts as text, which PostgreSQL parses exactly. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Those of the ids that are booked zaps. */
export async function selectBookedZaps(tx: Tx, zapIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM zap WHERE id = ANY(${zapIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function readZap(tx: Tx, zapId: string): Promise<ZapRow | undefined> {
  const { rows } = await sql<ZapRow>`
    SELECT id, payer_id, is_nameless, content_id, content_type, content_title, amount_msat, terms, comment,
      content_time_seconds, settled_at
    FROM zap WHERE id = ${zapId}`.execute(tx)
  return rows[0]
}

export async function readLegs(tx: Tx, zapId: string): Promise<LegRow[]> {
  const { rows } = await sql<LegRow>`
    SELECT leg.zap_id, leg.seq, leg.role, leg.amount_msat, w.state AS consent,
      CASE w.state WHEN 'waiting' THEN NULL WHEN 'returned' THEN w.owner_id WHEN 'accepted' THEN w.user_id
        ELSE leg.user_id END AS user_id
    FROM zap_leg leg LEFT JOIN waiting_share w ON w.payment_id = leg.zap_id AND w.seq = leg.seq
    WHERE leg.zap_id = ${zapId} ORDER BY leg.seq`.execute(tx)
  return rows
}
