/** SQL of the purse: what filled it and what was returned, and the gifts that were paid from it. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type PurseMove = {
  id: string
  source: 'platform-fee' | 'invoice'
  /** Negative when it was returned. */
  amountMsat: bigint
  /** Null for an invoice. */
  adminId: string | null
  createdAt: Date
}

export async function insertPurseMove(tx: Tx, move: PurseMove): Promise<void> {
  const { id, source, amountMsat, adminId, createdAt } = move
  await sql`
    INSERT INTO purse_move (id, source, amount_msat, admin_id, created_at)
    VALUES (${id}, ${source}, ${amountMsat}, ${adminId}, ${createdAt})`.execute(tx)
}

/** Null when there is no such move: the operation has not been executed. */
export async function readPurseMove(tx: Tx, id: string): Promise<bigint | null> {
  const { rows } = await sql<{ amount_msat: bigint }>`SELECT amount_msat FROM purse_move WHERE id = ${id}`.execute(tx)
  return rows[0]?.amount_msat ?? null
}

export type DayOfGifts = { giftCount: number; givenMsat: bigint }

/** `day` in UTC, as PostgreSQL writes it. */
export async function readDayOfGifts(tx: Tx, day: string): Promise<DayOfGifts> {
  const { rows } = await sql<DayOfGifts>`
    SELECT count(*)::int AS "giftCount", coalesce(sum(amount_msat), 0)::bigint AS "givenMsat"
    FROM gift WHERE day = ${day}::date`.execute(tx)
  return rows[0]!
}

export type GiftRow = {
  paymentId: string
  contentId: string
  contentType: string
  title: string
  msatAmount: bigint
  createdAt: Date
}

export async function listGiftsOfDay(tx: Tx, day: string, limit: number): Promise<GiftRow[]> {
  const { rows } = await sql<GiftRow>`
    SELECT g.id AS "paymentId", z.content_id AS "contentId", z.content_type AS "contentType", z.content_title AS title,
      g.amount_msat AS "msatAmount", g.created_at AS "createdAt"
    FROM gift g JOIN zap z ON z.id = g.id WHERE g.day = ${day}::date
    ORDER BY g.created_at DESC, g.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}
