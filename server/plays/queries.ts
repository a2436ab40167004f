/** SQL of plays: salts, listeners, counted plays, and the statistics made from them. */
import { sql } from 'kysely'
import type { PlaySource } from '#contract/play-sources.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { KnownPlay } from './check.ts'

/** The salt of this day, or of the month that begins on it, the same for every server: the first one offered. Earlier
 * salts are deleted. */
export async function storeSalt(
  tx: Tx,
  table: 'play_salt' | 'audience_salt',
  day: string,
  offered: Buffer,
): Promise<Buffer> {
  const salts = sql.table(table)
  const select = () => sql<{ salt: Buffer }>`SELECT salt FROM ${salts} WHERE day = ${day}`.execute(tx)
  const [known] = (await select()).rows
  if (known !== undefined) return known.salt
  await sql`INSERT INTO ${salts} (day, salt) VALUES (${day}, ${offered}) ON CONFLICT DO NOTHING`.execute(tx)
  await sql`DELETE FROM ${salts} WHERE day < ${day}`.execute(tx)
  const [stored] = (await select()).rows
  if (stored === undefined) throw new Error(`The salt of ${day} was deleted before its time was over`)
  return stored.salt
}

/** Serializes the reports of these listeners. Locks in a fixed order, so that two transactions cannot deadlock. Returns
 * the time up to which plays of the first of them have been counted. */
export async function lockListeners(tx: Tx, keys: readonly Buffer[], day: string): Promise<Date | null> {
  const { rows } = await sql<{ key: Buffer; heard_to: Date | null }>`
    INSERT INTO listener (key, day) SELECT key, ${day}::date FROM unnest(${keys}::bytea[]) reporting (key) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET day = excluded.day RETURNING key, heard_to`.execute(tx)
  return rows.find(({ key }) => key.equals(keys[0]!))?.heard_to ?? null
}

export async function updateHeardTo(tx: Tx, key: Buffer, heardTo: Date): Promise<void> {
  await sql`UPDATE listener SET heard_to = ${heardTo} WHERE key = ${key}`.execute(tx)
}

export async function selectKnownIds(tx: Tx, playIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ play_id: string }>`
    SELECT play_id FROM play WHERE play_id = ANY(${playIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ play_id: playId }) => playId))
}

/** Counted plays of a listener that ended after `since`, or arrived after `arrivedSince`. */
export async function selectPlaysOf(tx: Tx, listener: Buffer, since: Date, arrivedSince: Date): Promise<KnownPlay[]> {
  const { rows } = await sql<KnownPlay>`
    SELECT content_id AS "contentId", started_at AS "startedAt", ended_at AS "endedAt", arrived_at AS "arrivedAt"
    FROM play WHERE listener = ${listener} AND (ended_at > ${since} OR arrived_at > ${arrivedSince})`.execute(tx)
  return rows
}

/** The contents that were counted at least `max` times from an address since then. */
export async function selectCrowded(
  tx: Tx,
  address: Buffer,
  contentIds: readonly string[],
  since: Date,
  max: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ content_id: string }>`
    SELECT content_id FROM play
    WHERE address = ${address} AND arrived_at > ${since} AND content_id = ANY(${contentIds}::uuid[])
    GROUP BY content_id HAVING count(*) >= ${max}::int`.execute(tx)
  return new Set(rows.map(({ content_id: contentId }) => contentId))
}

export type NewPlay = {
  playId: string
  contentId: string
  ownerId: string
  startedAt: Date
  endedAt: Date
  agent: string
  source: PlaySource
}
export type PlayedBy = { key: Buffer; address: Buffer | null; visitor: Buffer; country: string | null }

/** Returns the ids that were new. */
export async function insertPlays(
  tx: Tx,
  plays: readonly NewPlay[],
  { key, address, visitor, country }: PlayedBy,
  arrivedAt: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ play_id: string }>`
    INSERT INTO play (play_id, content_id, owner_id, listener, address, visitor, country, started_at, ended_at, arrived_at,
      agent, source)
    SELECT play_id, content_id, owner_id, ${key}, ${address}, ${visitor}, ${country}, started_at, ended_at, ${arrivedAt},
      agent, source
    FROM unnest(
      ${plays.map(({ playId }) => playId)}::uuid[], ${plays.map(({ contentId }) => contentId)}::uuid[],
      ${plays.map(({ ownerId }) => ownerId)}::uuid[], ${plays.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${plays.map(({ endedAt }) => endedAt)}::timestamptz[], ${plays.map(({ agent }) => agent)}::text[],
      ${plays.map(({ source }) => source)}::text[]
    ) counted (play_id, content_id, owner_id, started_at, ended_at, agent, source)
    ON CONFLICT (play_id) DO NOTHING RETURNING play_id`.execute(tx)
  return new Set(rows.map(({ play_id: playId }) => playId))
}

/** Records which parts of these plays were heard, once for each play. */
export async function updateHeard(tx: Tx, heard: readonly { playId: string; parts: number[] }[]): Promise<void> {
  await sql`
    UPDATE play SET heard = reported.parts, is_heard_known = true
    FROM jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) reported ("playId" uuid, parts smallint[])
    WHERE play.play_id = reported."playId" AND NOT play.is_heard_known`.execute(tx)
}

/** Reduces plays of past days to the listener and the day, so that they cannot be matched with the history of a user. */
export async function blurPlays(tx: Tx, today: string, limit: number): Promise<boolean> {
  const day = (column: 'started_at' | 'ended_at') =>
    sql`date_bin('1 day', ${sql.ref(column)}, timestamptz '2000-01-01 00:00+00')`
  const { numAffectedRows } = await sql`
    UPDATE play SET started_at = ${day('started_at')}, ended_at = ${day('ended_at')}, address = NULL
    WHERE play_id IN (
      SELECT play_id FROM play WHERE arrived_at < ${today}::date AND arrived_at > ${today}::date - 2 AND is_rolled_up
        AND started_at <> ${day('started_at')} LIMIT ${limit})`.execute(tx)
  return numAffectedRows === BigInt(limit)
}

export async function deletePlays(tx: Tx, before: Date, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM play WHERE play_id IN (
      SELECT play_id FROM play WHERE arrived_at < ${before} AND is_rolled_up ORDER BY arrived_at LIMIT ${limit})`.execute(
    tx,
  )
  return numAffectedRows === BigInt(limit)
}

export async function deleteListeners(tx: Tx, today: string, limit: number): Promise<boolean> {
  await sql`DELETE FROM play_salt WHERE day < ${today}`.execute(tx)
  await sql`DELETE FROM audience_salt WHERE day < date_trunc('month', ${today}::date)`.execute(tx)
  const { numAffectedRows } = await sql`
    DELETE FROM listener WHERE key IN (
      SELECT key FROM listener WHERE day < ${today} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(tx)
  return numAffectedRows === BigInt(limit)
}
