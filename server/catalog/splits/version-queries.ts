/** SQL of the versions of splits and of who has agreed to them. The terms in force are copied to split_recipient, which
 * payments read (split-queries.ts). */
import { sql } from 'kysely'
import type { ShareState } from '#contract/split.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type VersionRow = {
  id: string
  content_id: string
  number: number
  split_id: string
  owner_id: string
  is_removal: boolean
  created_at: Date
  begun_at: Date | null
  ended_at: Date | null
}

export type ShareRow = {
  id: string
  version_id: string
  user_id: string
  position: number | null
  share: number
  state: ShareState
  is_lowered: boolean
  invited_at: Date | null
  decided_at: Date | null
}

const VERSION = [
  'id',
  'content_id',
  'number',
  'split_id',
  'owner_id',
  'is_removal',
  'created_at',
  'begun_at',
  'ended_at',
] as const

const SHARE = [
  'id',
  'version_id',
  'user_id',
  'position',
  'share',
  'state',
  'is_lowered',
  'invited_at',
  'decided_at',
] as const

/** Inserts the version with the next number of its content. The caller has locked the content's row. */
export async function insertVersion(tx: Tx, version: Omit<VersionRow, 'number'>): Promise<void> {
  await sql`
    INSERT INTO split_version (id, content_id, number, split_id, owner_id, is_removal, created_at, begun_at, ended_at)
    SELECT ${version.id}::uuid, ${version.content_id}::uuid, coalesce(max(number), 0) + 1, ${version.split_id}::uuid,
      ${version.owner_id}::uuid, ${version.is_removal}::boolean, ${version.created_at}::timestamptz,
      ${version.begun_at}::timestamptz, ${version.ended_at}::timestamptz
    FROM split_version WHERE content_id = ${version.content_id}`.execute(tx)
}

export async function insertShares(tx: Tx, shares: readonly ShareRow[]): Promise<void> {
  for (const share of shares) await sql`INSERT INTO split_share ${rowValues(share)}`.execute(tx)
}

export async function findVersion(tx: Tx, versionId: string): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION)} FROM split_version WHERE id = ${versionId}`.execute(tx)
  return rows[0]
}

/** The version of the content that has not taken effect yet. */
export async function findPending(tx: Tx, contentId: string): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION)} FROM split_version
    WHERE content_id = ${contentId} AND begun_at IS NULL AND ended_at IS NULL`.execute(tx)
  return rows[0]
}

/** The versions of these contents that are in force or have not taken effect yet. */
export async function listCurrent(tx: Tx, contentIds: readonly string[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION)} FROM split_version
    WHERE content_id = ANY(${contentIds}::uuid[]) AND ended_at IS NULL ORDER BY content_id, number`.execute(tx)
  return rows
}

/** The latest version of the split that a request with this id made. */
export async function findVersionOfSplit(tx: Tx, splitId: string): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION)} FROM split_version WHERE split_id = ${splitId} ORDER BY number DESC LIMIT 1`.execute(
    tx,
  )
  return rows[0]
}

/** Newest first. */
export async function listVersions(tx: Tx, contentId: string, limit: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION)} FROM split_version WHERE content_id = ${contentId}
    ORDER BY number DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** The version in force at this moment: of the content itself, else of its album or podcast. */
export async function selectVersionAt(tx: Tx, contentId: string, at: Date): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    SELECT ${columnList(VERSION, 'v')} FROM content c
    LEFT JOIN track t ON t.id = c.id
    LEFT JOIN episode e ON e.id = c.id
    JOIN split_version v ON v.content_id IN (c.id, t.album_id, e.podcast_id)
    WHERE c.id = ${contentId} AND v.begun_at <= ${at} AND (v.ended_at IS NULL OR v.ended_at > ${at})
    ORDER BY (v.content_id = c.id) DESC LIMIT 1`.execute(tx)
  return rows[0]
}

export async function isInVersions(tx: Tx, contentId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM split_share s JOIN split_version v ON v.id = s.version_id
    WHERE v.content_id = ${contentId} AND s.user_id = ${userId} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** By position; partners whose whole share was taken away come last. */
export async function listShares(tx: Tx, versionIds: readonly string[]): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    SELECT ${columnList(SHARE)} FROM split_share WHERE version_id = ANY(${versionIds}::uuid[])
    ORDER BY version_id, position NULLS LAST, id`.execute(tx)
  return rows
}

export async function findShare(tx: Tx, versionId: string, userId: string): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    SELECT ${columnList(SHARE)} FROM split_share WHERE version_id = ${versionId} AND user_id = ${userId}`.execute(tx)
  return rows[0]
}

/** The shares of this user in later versions of the content that await the user's decision. */
export async function listLaterWaiting(
  tx: Tx,
  { content_id: contentId, number }: VersionRow,
  userId: string,
): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    SELECT ${columnList(SHARE, 's')} FROM split_share s JOIN split_version v ON v.id = s.version_id
    WHERE v.content_id = ${contentId} AND v.number > ${number} AND s.user_id = ${userId} AND s.state = 'waiting'
    ORDER BY v.number`.execute(tx)
  return rows
}

/** False when it was decided before. */
export async function decideShare(tx: Tx, id: string, state: ShareState, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE split_share SET state = ${state}, decided_at = ${now} WHERE id = ${id} AND state = 'waiting'
    RETURNING 1`.execute(tx)
  return rows.length === 1
}

/** Asks a user again, because the terms now lower the user's share and the user has not agreed to that. */
export async function askAgain(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE split_share SET state = 'waiting', is_lowered = TRUE, invited_at = ${now}, decided_at = NULL
    WHERE id = ${id}`.execute(tx)
}

/** Withdraws a version that has not begun. It never will. */
export async function withdrawVersion(tx: Tx, versionId: string, now: Date): Promise<void> {
  await sql`
    UPDATE split_version SET ended_at = ${now} WHERE id = ${versionId} AND begun_at IS NULL AND ended_at IS NULL`.execute(
    tx,
  )
  await sql`
    UPDATE split_share SET state = 'withdrawn', decided_at = ${now}
    WHERE version_id = ${versionId} AND state = 'waiting'`.execute(tx)
}

/** Ends the version in force. A removal ends at the moment it begins. */
export async function beginVersion(tx: Tx, version: VersionRow, now: Date): Promise<void> {
  await sql`
    UPDATE split_version SET ended_at = ${now}
    WHERE content_id = ${version.content_id} AND begun_at IS NOT NULL AND ended_at IS NULL`.execute(tx)
  await sql`
    UPDATE split_version SET begun_at = ${now}, ended_at = ${version.is_removal ? now : null}::timestamptz
    WHERE id = ${version.id}`.execute(tx)
}

type Place = { versionId: string; position: number }
export type Consent = { userId: string; ownerId: string; state: 'agreed' | 'waiting' | 'returned' }

export const consentKey = ({ versionId, position }: Place) => `${versionId}:${position}`

/** Whether the users at these places have agreed, by `consentKey`. Read it with their accounts locked. */
export async function readConsents(tx: Tx, wanted: readonly Place[]): Promise<Map<string, Consent>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Place & Consent>`
    SELECT s.version_id AS "versionId", wanted.position AS position, s.user_id AS "userId", v.owner_id AS "ownerId",
      CASE WHEN s.state IN ('agreed', 'waiting') THEN s.state ELSE 'returned' END AS state
    FROM unnest(${wanted.map(({ versionId }) => versionId)}::uuid[], ${wanted.map(({ position }) => position)}::int[])
      wanted (version_id, position)
    JOIN split_share s ON s.version_id = wanted.version_id AND s.position = wanted.position
    JOIN split_version v ON v.id = s.version_id`.execute(tx)
  return new Map(rows.map(({ userId, ownerId, state, ...place }) => [consentKey(place), { userId, ownerId, state }]))
}

export type OfferRow = ShareRow & {
  content_id: string
  number: number
  owner_id: string
  begun_at: Date | null
  ended_at: Date | null
  share_total: number
}

/** The shares that this user has not decided on, newest first. */
export async function listOffers(tx: Tx, userId: string, limit: number): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    SELECT ${columnList(SHARE, 's')}, v.content_id, v.number, v.owner_id, v.begun_at, v.ended_at,
      (SELECT coalesce(sum(share), 0)::int FROM split_share WHERE version_id = v.id) AS share_total
    FROM split_share s JOIN split_version v ON v.id = s.version_id
    WHERE s.user_id = ${userId} AND s.state = 'waiting' ORDER BY s.invited_at DESC, s.id DESC LIMIT ${limit}`.execute(
    tx,
  )
  return rows
}

/** Unanswered offers that were made before this moment, oldest first. */
export async function listLapsed(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ version_id: string; user_id: string }[]> {
  const { rows } = await sql<{ version_id: string; user_id: string }>`
    SELECT version_id, user_id FROM split_share WHERE state = 'waiting' AND invited_at < ${before}
    ORDER BY invited_at LIMIT ${limit}`.execute(tx)
  return rows
}

export async function listWaitingOf(tx: Tx, userId: string): Promise<{ version_id: string }[]> {
  const { rows } = await sql<{ version_id: string }>`
    SELECT version_id FROM split_share WHERE user_id = ${userId} AND state = 'waiting' ORDER BY version_id`.execute(tx)
  return rows
}
