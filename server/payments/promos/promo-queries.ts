/** SQL of promos and their fundings. Rewards are in reward-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type PromoRow = {
  id: string
  funder_id: string
  content_id: string
  content_title: string
  payout_msat: bigint
  budget_msat: bigint
  rewarded_msat: bigint
  returned_msat: bigint
  reward_count: number
  listener_count: number
  is_active: boolean
  held_at: Date | null
  ended_at: Date | null
  created_at: Date
  is_open: boolean
  is_paying: boolean
}

const columns = sql`id, funder_id, content_id, content_title, payout_msat, budget_msat, rewarded_msat, returned_msat,
  reward_count, listener_count, is_active, held_at, ended_at, created_at, is_open, is_paying`

/** What the promo holds: the balance of its account. */
export const restOf = ({ budget_msat, rewarded_msat, returned_msat }: PromoRow): bigint =>
  budget_msat - rewarded_msat - returned_msat

export type NewPromo = Pick<
  PromoRow,
  'id' | 'funder_id' | 'content_id' | 'content_title' | 'payout_msat' | 'created_at'
>

export async function insertPromo(tx: Tx, promo: NewPromo): Promise<void> {
  const { id, funder_id: funderId, content_id: contentId, content_title: title, payout_msat: payoutMsat } = promo
  await sql`
    INSERT INTO promo (id, funder_id, content_id, content_title, payout_msat, created_at)
    VALUES (${id}, ${funderId}, ${contentId}, ${title}, ${payoutMsat}, ${promo.created_at})
    ON CONFLICT (id) DO NOTHING`.execute(tx)
}

/** In the order that every transaction uses. Lock promos before listeners and balances. */
export async function lockPromos(tx: Tx, ids: readonly string[]): Promise<Map<string, PromoRow>> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function lockPromo(tx: Tx, id: string): Promise<PromoRow | undefined> {
  return (await lockPromos(tx, [id])).get(id)
}

export async function readPromoRow(tx: Tx, id: string): Promise<PromoRow | undefined> {
  const { rows } = await sql<PromoRow>`SELECT ${columns} FROM promo WHERE id = ${id}`.execute(tx)
  return rows[0]
}

export async function findOpenPromo(tx: Tx, contentId: string): Promise<PromoRow | undefined> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo WHERE content_id = ${contentId} AND is_open`.execute(tx)
  return rows[0]
}

export async function listPayingPromos(tx: Tx, limit: number): Promise<PromoRow[]> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo WHERE is_paying ORDER BY payout_msat DESC, id LIMIT ${limit}`.execute(tx)
  return rows
}

export async function listPayingContents(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ content_id: string }>`SELECT content_id FROM promo WHERE is_paying`.execute(tx)
  return rows.map((row) => row.content_id)
}

/** Unpaid promos are listed while their invoice can be paid. */
export async function listPromosOf(tx: Tx, funderId: string, unpaidSince: Date, limit: number): Promise<PromoRow[]> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo
    WHERE funder_id = ${funderId} AND (budget_msat > 0 OR created_at > ${unpaidSince})
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** Open promos, for the round that ends those whose track was deleted or hidden. */
export async function listOpenPromos(tx: Tx, after: string | null, limit: number): Promise<PromoRow[]> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo WHERE is_open ${after === null ? sql`` : sql`AND id > ${after}::uuid`}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Promos that were ever paid, the open ones first. */
export async function listFundedPromos(tx: Tx, limit: number): Promise<PromoRow[]> {
  const { rows } = await sql<PromoRow>`
    SELECT ${columns} FROM promo WHERE budget_msat > 0 ORDER BY is_open DESC, created_at DESC LIMIT ${limit}`.execute(
    tx,
  )
  return rows
}

/** Other promos of this funder that hold money. */
export async function countOpenPromos(tx: Tx, funderId: string, exceptId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM promo
    WHERE funder_id = ${funderId} AND is_open AND id <> ${exceptId}`.execute(tx)
  return rows[0]!.count
}

export async function listOpenPromoIdsOf(tx: Tx, funderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM promo WHERE funder_id = ${funderId} AND is_open ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What the open promos of a user hold. */
export async function sumRests(tx: Tx, funderId: string): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT coalesce(sum(budget_msat - rewarded_msat - returned_msat), 0)::bigint AS msat
    FROM promo WHERE funder_id = ${funderId} AND is_open`.execute(tx)
  return rows[0]!.msat
}

export async function updateActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await sql`UPDATE promo SET is_active = ${isActive} WHERE id = ${id}`.execute(tx)
}

export async function updateHeld(tx: Tx, id: string, heldAt: Date | null): Promise<void> {
  await sql`UPDATE promo SET held_at = ${heldAt} WHERE id = ${id}`.execute(tx)
}

export async function addBudget(tx: Tx, id: string, budgetMsat: bigint): Promise<void> {
  await sql`UPDATE promo SET budget_msat = budget_msat + ${budgetMsat} WHERE id = ${id}`.execute(tx)
}

export async function updateEnded(tx: Tx, id: string, returnedMsat: bigint, endedAt: Date): Promise<void> {
  await sql`
    UPDATE promo SET ended_at = ${endedAt}, returned_msat = returned_msat + ${returnedMsat} WHERE id = ${id}`.execute(
    tx,
  )
}

export type FundingRow = {
  id: string
  promo_id: string
  budget_msat: bigint
  fee_msat: bigint
  created_at: Date
  paid_at: Date | null
}

export async function insertFunding(tx: Tx, funding: Omit<FundingRow, 'paid_at'>): Promise<void> {
  const { id, promo_id: promoId, budget_msat: budgetMsat, fee_msat: feeMsat, created_at: createdAt } = funding
  await sql`
    INSERT INTO promo_funding (id, promo_id, budget_msat, fee_msat, created_at)
    VALUES (${id}, ${promoId}, ${budgetMsat}, ${feeMsat}, ${createdAt}) ON CONFLICT (id) DO NOTHING`.execute(tx)
}

export async function readFunding(tx: Tx, id: string): Promise<FundingRow | undefined> {
  const { rows } = await sql<FundingRow>`
    SELECT id, promo_id, budget_msat, fee_msat, created_at, paid_at FROM promo_funding WHERE id = ${id}`.execute(tx)
  return rows[0]
}

/** What it became when it was paid: more may have arrived than was requested. */
export async function markFunded(
  tx: Tx,
  id: string,
  { budgetMsat, feeMsat, paidAt }: { budgetMsat: bigint; feeMsat: bigint; paidAt: Date },
): Promise<void> {
  await sql`
    UPDATE promo_funding SET budget_msat = ${budgetMsat}, fee_msat = ${feeMsat}, paid_at = ${paidAt}
    WHERE id = ${id}`.execute(tx)
}
