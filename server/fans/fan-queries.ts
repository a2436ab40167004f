/** SQL of fans: who zapped, bought or follows, under a name that the artist or podcast may see, and who gets its messages. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { FanKind } from '#contract/community/fans.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { TimeCursor } from '#server/platform/http/cursor.ts'
import type { Maker } from './maker.ts'

export type Kind = z.output<typeof FanKind>

/** Each with a name that the owner sees anyway: a named zap or purchase, a ticket. Followers only if they allow it. */
const activityFor = ({ id, familyIds }: Maker): RawBuilder<unknown> => sql`
  SELECT z.payer_id AS user_id, 'supported' AS kind, z.amount_msat AS msat, z.settled_at AS done_at
  FROM zap z WHERE z.content_id = ANY(${familyIds}::uuid[]) AND z.payer_id IS NOT NULL AND NOT z.is_nameless
    AND NOT EXISTS (SELECT FROM purchase p WHERE p.id = z.id)
  UNION ALL
  SELECT p.buyer_id, 'bought', p.amount_msat, r.created_at
  FROM purchase p JOIN download_right r ON r.id = p.id
  WHERE p.content_id = ANY(${familyIds}::uuid[]) AND p.buyer_id IS NOT NULL AND NOT p.is_nameless
  UNION ALL
  SELECT tp.buyer_id, 'events', 0, tp.created_at
  FROM ticket_purchase tp JOIN concert k ON k.id = tp.concert_id
  WHERE k.artist_id = ${id} AND tp.state = 'sold' AND tp.buyer_id IS NOT NULL
    AND EXISTS (SELECT FROM ticket t WHERE t.purchase_id = tp.id AND t.state = 'valid')
  UNION ALL
  SELECT li.user_id, 'follows', 0, li.added_at
  FROM library_item li JOIN fan_choice fc ON fc.user_id = li.user_id
  WHERE li.content_id = ${id} AND fc.is_named`

/** Not the owner, nobody deleted, and nobody whom the owner has muted or blocked, or who has muted the owner. `a` is the
 * user. */
const isEligible = ({ owner_id: ownerId }: Maker): RawBuilder<boolean> => sql`
  a.deleted_at IS NULL AND a.id <> ${ownerId}
  AND NOT EXISTS (SELECT FROM blocked_commenter b WHERE b.user_id = ${ownerId} AND b.person_id = a.id)
  AND NOT EXISTS (SELECT FROM muted_person m WHERE m.user_id = ${ownerId} AND m.person_id = a.id)
  AND NOT EXISTS (SELECT FROM muted_person m WHERE m.user_id = a.id AND m.person_id = ${ownerId})`

const fansOf = (maker: Maker): RawBuilder<unknown> => sql`(
  SELECT a.id, a.username, a.display_name, a.artwork_key, given.kinds, given.msat, given.last_at
  FROM (
    SELECT activity.user_id, array_agg(DISTINCT activity.kind) AS kinds, sum(activity.msat)::bigint AS msat,
      max(date_trunc('milliseconds', activity.done_at)) AS last_at
    FROM (${activityFor(maker)}) activity GROUP BY activity.user_id) given
    JOIN person a ON a.id = given.user_id
  WHERE ${isEligible(maker)}) fan`

export type FanRow = {
  id: string
  username: string
  display_name: string | null
  artwork_key: string | null
  kinds: Kind[]
  msat: bigint
  last_at: Date
}

export type FanFilter = { kind?: Kind | undefined; search?: string | undefined }
type Page = { before: TimeCursor | null; limit: number }

/** Latest first. */
export async function selectFans(
  tx: Tx,
  maker: Maker,
  { kind, search = '' }: FanFilter,
  { before, limit }: Page,
): Promise<FanRow[]> {
  const older =
    before === null ? sql`TRUE` : sql`(fan.last_at, fan.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<FanRow>`
    SELECT fan.id, fan.username, fan.display_name, fan.artwork_key, fan.kinds, fan.msat, fan.last_at
    FROM ${fansOf(maker)}
    WHERE (${kind ?? null}::text IS NULL OR ${kind ?? null}::text = ANY(fan.kinds))
      AND position(lower(${search}::text) IN lower(concat_ws(' ', fan.display_name, fan.username))) > 0 AND ${older}
    ORDER BY fan.last_at DESC, fan.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

type FanCounts = Record<Kind | 'all', number>

export async function countFans(tx: Tx, maker: Maker): Promise<FanCounts> {
  const { rows } = await sql<FanCounts>`
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE 'supported' = ANY(fan.kinds))::int AS supported,
      count(*) FILTER (WHERE 'bought' = ANY(fan.kinds))::int AS bought,
      count(*) FILTER (WHERE 'events' = ANY(fan.kinds))::int AS events,
      count(*) FILTER (WHERE 'follows' = ANY(fan.kinds))::int AS follows
    FROM ${fansOf(maker)}`.execute(tx)
  return rows[0]!
}

/** Followers who may be written to. */
const followersOf = (maker: Maker): RawBuilder<unknown> => sql`
  library_item li JOIN person a ON a.id = li.user_id
  WHERE li.content_id = ${maker.id} AND ${isEligible(maker)}
    AND NOT EXISTS (SELECT FROM fan_stop s WHERE s.user_id = li.user_id AND s.maker_id = ${maker.id})`

/** The next recipients after a user, in the order of their ids. */
export async function selectRecipients(
  tx: Tx,
  maker: Maker,
  audience: Kind,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const isInAudience =
    audience === 'follows'
      ? sql`TRUE`
      : sql`li.user_id IN (SELECT activity.user_id FROM (${activityFor(maker)}) activity WHERE activity.kind = ${audience})`
  const { rows } = await sql<{ user_id: string }>`
    SELECT li.user_id FROM ${followersOf(maker)} AND (${after}::uuid IS NULL OR li.user_id > ${after}::uuid)
      AND ${isInAudience} ORDER BY li.user_id LIMIT ${limit}`.execute(tx)
  return rows.map(({ user_id: userId }) => userId)
}

/** How many followers a message to each audience would reach. */
export async function countReach(tx: Tx, maker: Maker): Promise<Record<Kind, number>> {
  const { rows } = await sql<Record<Kind, number>>`
    SELECT count(*)::int AS follows, count(*) FILTER (WHERE 'supported' = ANY(did.kinds))::int AS supported,
      count(*) FILTER (WHERE 'bought' = ANY(did.kinds))::int AS bought,
      count(*) FILTER (WHERE 'events' = ANY(did.kinds))::int AS events
    FROM (SELECT li.user_id FROM ${followersOf(maker)}) follower LEFT JOIN (
      SELECT activity.user_id, array_agg(DISTINCT activity.kind) AS kinds
      FROM (${activityFor(maker)}) activity GROUP BY activity.user_id) did ON did.user_id = follower.user_id`.execute(
    tx,
  )
  return rows[0]!
}
