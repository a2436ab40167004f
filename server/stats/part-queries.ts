/** SQL of breakdowns: by content, release, agent, source and supporter; and messages. */
import { type RawBuilder, sql } from 'kysely'
import type { PlaySource } from '#contract/play-sources.ts'
import { CONTENTS_MAX, type EarningSource, SUPPORTERS_MAX } from '#contract/listening/stats.ts'
import { releaseOf } from '#server/catalog/content/release-of.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Range, spansOf } from './ranges.ts'
import { type Requested, isOfArtist, within } from './series-queries.ts'

/** Roll-up rows that cover a range: monthly rows for whole months, daily rows for the rest.
 * `columns` exist in both tables. */
function rowsWithin(
  { days: dayTable, months: monthTable, userKey, columns }: Record<'days' | 'months' | 'userKey' | 'columns', string>,
  userId: string,
  range: Range,
): RawBuilder<unknown> {
  const { months, days } = spansOf(range)
  const isOf = sql`${sql.ref(userKey)} = ${userId}`
  const isWithin = sql.join(days.map(within), sql` OR `)
  const found = sql.raw(columns)
  const byDay = sql`SELECT ${found} FROM ${sql.table(dayTable)} WHERE ${isOf} AND (${isWithin})`
  const byMonth = ({ from, to }: Range) => sql`
    SELECT ${found} FROM ${sql.table(monthTable)} WHERE ${isOf} AND month BETWEEN ${from}::date AND ${to}::date`
  if (months === null) return sql`(${byDay}) rows`
  return days.length === 0 ? sql`(${byMonth(months)}) rows` : sql`(${byDay} UNION ALL ${byMonth(months)}) rows`
}

const earningRows = { days: 'earning_day', months: 'earning_month', userKey: 'user_id', columns: 'content_id, msat' }
const playRows = { days: 'play_day', months: 'play_month', userKey: 'owner_id', columns: 'content_id, plays' }
const supporterRows = {
  days: 'supporter_day',
  months: 'supporter_month',
  userKey: 'user_id',
  columns: 'supporter_id, msat, zaps',
}

/** One page of a list; pages start at 1. */
const pageOf = (page: number) => sql`LIMIT ${CONTENTS_MAX} OFFSET ${(page - 1) * CONTENTS_MAX}::int`

export type ContentTotal = { contentId: string; msatTotal: bigint; playTotal: number }

export async function selectEarnedContents(
  tx: Tx,
  { userId, artistId, range }: Requested,
  page: number,
): Promise<{ contentId: string; msatTotal: bigint }[]> {
  const { rows } = await sql<{ contentId: string; msatTotal: bigint }>`
    SELECT content_id AS "contentId", sum(msat)::bigint AS "msatTotal"
    FROM ${rowsWithin(earningRows, userId, range)} WHERE ${isOfArtist(artistId)}
    GROUP BY content_id ORDER BY sum(msat) DESC, content_id ${pageOf(page)}`.execute(tx)
  return rows
}

export async function selectPlayedContents(
  tx: Tx,
  { userId, artistId, range }: Requested,
  page: number,
): Promise<{ contentId: string; playTotal: number }[]> {
  const { rows } = await sql<{ contentId: string; playTotal: number }>`
    SELECT content_id AS "contentId", sum(plays)::int AS "playTotal"
    FROM ${rowsWithin(playRows, userId, range)} WHERE ${isOfArtist(artistId)}
    GROUP BY content_id ORDER BY sum(plays) DESC, content_id ${pageOf(page)}`.execute(tx)
  return rows
}

/** What each content earned and how often it was played. */
const totalsWithin = (userId: string, range: Range): RawBuilder<unknown> => sql`
  (SELECT content_id, sum(msat)::bigint AS msat
    FROM ${rowsWithin(earningRows, userId, range)} GROUP BY content_id) earned
  FULL JOIN (SELECT content_id, sum(plays)::int AS plays
    FROM ${rowsWithin(playRows, userId, range)} GROUP BY content_id) played USING (content_id)`

const totalsEver = (userId: string): RawBuilder<unknown> => sql`
  (SELECT content_id, msat FROM earning_total WHERE user_id = ${userId}) earned
  FULL JOIN (SELECT content_id, plays FROM play_total WHERE owner_id = ${userId}) played USING (content_id)`

/** Of all time if no range is given. Most earned first, then most played. */
export async function selectContentTotals(
  tx: Tx,
  { userId, artistId, range }: Omit<Requested, 'range'> & { range: Range | null },
  page: number,
): Promise<ContentTotal[]> {
  const totals = range === null ? totalsEver(userId) : totalsWithin(userId, range)
  const { rows } = await sql<ContentTotal>`
    SELECT content_id AS "contentId", coalesce(msat, 0)::bigint AS "msatTotal", coalesce(plays, 0)::int AS "playTotal"
    FROM ${totals} WHERE ${isOfArtist(artistId)}
    ORDER BY coalesce(msat, 0) DESC, coalesce(plays, 0) DESC, content_id ${pageOf(page)}`.execute(tx)
  return rows
}

export async function selectReleaseTotals(
  tx: Tx,
  { userId, artistId, range }: Requested,
  page: number,
): Promise<ContentTotal[]> {
  const { joins, releaseId } = releaseOf('totals.content_id')
  const { rows } = await sql<ContentTotal>`
    SELECT ${releaseId} AS "contentId", coalesce(sum(msat), 0)::bigint AS "msatTotal",
      coalesce(sum(plays), 0)::int AS "playTotal"
    FROM (SELECT content_id, msat, plays FROM ${totalsWithin(userId, range)} WHERE ${isOfArtist(artistId)}) totals ${joins}
    GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 ${pageOf(page)}`.execute(tx)
  return rows
}

export async function sumEverEarned(tx: Tx, userId: string): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT coalesce(sum(msat), 0)::bigint AS total FROM earning_total WHERE user_id = ${userId}`.execute(tx)
  return rows[0]?.total ?? 0n
}

export async function sumEverPlayed(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT coalesce(sum(plays), 0)::bigint AS total FROM play_total WHERE owner_id = ${userId}`.execute(tx)
  return Number(rows[0]?.total ?? 0n)
}

export async function selectAgents(
  tx: Tx,
  userId: string,
  range: Range,
): Promise<{ agent: string; playTotal: number }[]> {
  const { rows } = await sql<{ agent: string; playTotal: number }>`
    SELECT agent, sum(plays)::int AS "playTotal" FROM play_agent_day
    WHERE owner_id = ${userId} AND ${within(range)} GROUP BY agent ORDER BY 2 DESC, 1`.execute(tx)
  return rows
}

export async function selectPlaySources(
  tx: Tx,
  userId: string,
  range: Range,
): Promise<{ source: PlaySource; playTotal: number }[]> {
  const { rows } = await sql<{ source: PlaySource; playTotal: number }>`
    SELECT source, sum(plays)::int AS "playTotal" FROM play_agent_day
    WHERE owner_id = ${userId} AND ${within(range)} GROUP BY source ORDER BY 2 DESC, 1`.execute(tx)
  return rows
}

export async function selectEarningSources(
  tx: Tx,
  userId: string,
  range: Range,
): Promise<{ source: EarningSource; msatTotal: bigint }[]> {
  const { rows } = await sql<{ source: EarningSource; msatTotal: bigint }>`
    SELECT source, sum(msat)::bigint AS "msatTotal" FROM earning_source_day
    WHERE user_id = ${userId} AND ${within(range)} GROUP BY source ORDER BY 2 DESC, 1`.execute(tx)
  return rows
}

export type SupporterTotal = { supporterId: string; msatTotal: bigint; zapTotal: number }

export async function selectSupporters(tx: Tx, userId: string, range: Range): Promise<SupporterTotal[]> {
  const { rows } = await sql<SupporterTotal>`
    SELECT supporter_id AS "supporterId", sum(msat)::bigint AS "msatTotal", sum(zaps)::int AS "zapTotal"
    FROM ${rowsWithin(supporterRows, userId, range)}
    GROUP BY supporter_id ORDER BY 2 DESC, 1 LIMIT ${SUPPORTERS_MAX}`.execute(tx)
  return rows
}

export type MessageRow = {
  id: string
  contentId: string
  supporterId: string | null
  msatAmount: bigint
  comment: string
  createdAt: Date
}

/** Newest first; `before` is the id of the last message of the previous page. */
export async function selectMessages(
  tx: Tx,
  userId: string,
  before: string | null,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT payment_id AS id, content_id AS "contentId", supporter_id AS "supporterId", msat AS "msatAmount", comment,
      settled_at AS "createdAt"
    FROM support_message WHERE user_id = ${userId} AND (${before}::uuid IS NULL OR (settled_at, payment_id) < (
      SELECT settled_at, payment_id FROM support_message WHERE user_id = ${userId} AND payment_id = ${before}::uuid))
    ORDER BY settled_at DESC, payment_id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export type Income = { msatGross: bigint; msatFee: bigint; msatCollaborators: bigint; msatOwn: bigint }

export async function sumIncome(tx: Tx, { userId, artistId, range }: Requested): Promise<Income> {
  const { rows } = await sql<Income>`
    SELECT coalesce(sum(gross_msat), 0)::bigint AS "msatGross", coalesce(sum(fee_msat), 0)::bigint AS "msatFee",
      coalesce(sum(others_msat), 0)::bigint AS "msatCollaborators", coalesce(sum(own_msat), 0)::bigint AS "msatOwn"
    FROM income_day WHERE owner_id = ${userId} AND ${isOfArtist(artistId)} AND ${within(range)}`.execute(tx)
  return rows[0]!
}
