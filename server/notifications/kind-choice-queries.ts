/** SQL of users' preferences for each kind of notification. Defaults are in kinds.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { isChoosable, isMailable, type Kind } from './kinds.ts'

export type KindChoice = { isShown: boolean; isMailed: boolean }
/** The preferences, with defaults filled in. */
export type KindChoices = (userId: string, kind: Kind) => KindChoice

type Row = KindChoice & { userId: string; kind: Kind }

export async function readKindChoices(tx: Tx, userIds: readonly string[]): Promise<KindChoices> {
  const { rows } = await sql<Row>`
    SELECT user_id AS "userId", kind, is_shown AS "isShown", is_mailed AS "isMailed"
    FROM notification_kind_choice WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx)
  const chosen = new Map(rows.map((row) => [`${row.userId} ${row.kind}`, row]))
  return (userId, kind) => {
    const row = isChoosable(kind) ? chosen.get(`${userId} ${kind}`) : undefined
    return { isShown: row?.isShown ?? true, isMailed: isMailable(kind) && (row?.isMailed ?? true) }
  }
}

/** Locks the row of the user's preferences, as every writer does first; also notifies watching pages of a change. */
export async function lockChoice(tx: Tx, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_choice AS known (user_id, revision) VALUES (${userId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET revision = known.revision + 1`.execute(tx)
}

export async function upsertKindChoice(tx: Tx, { userId, kind, isShown, isMailed }: Row): Promise<void> {
  await sql`
    INSERT INTO notification_kind_choice (user_id, kind, is_shown, is_mailed)
    VALUES (${userId}, ${kind}, ${isShown}, ${isMailed})
    ON CONFLICT (user_id, kind) DO UPDATE SET is_shown = excluded.is_shown, is_mailed = excluded.is_mailed`.execute(tx)
}

/** Those of these users who get e-mails of this kind. */
export async function selectMailed(tx: Tx, userIds: readonly string[], kind: Kind): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    SELECT given.user_id AS "userId" FROM unnest(${userIds}::uuid[]) given (user_id)
    WHERE NOT EXISTS (SELECT FROM notification_choice ch WHERE ch.user_id = given.user_id AND ch.email_digest = 'off')
      AND NOT EXISTS (SELECT FROM notification_kind_choice kc
        WHERE kc.user_id = given.user_id AND kc.kind = ${kind} AND NOT kc.is_mailed)`.execute(tx)
  return new Set(rows.map(({ userId }) => userId))
}

/** For the user's data export. */
export async function listKindChoices(tx: Tx, userId: string): Promise<(KindChoice & { kind: string })[]> {
  const { rows } = await sql<KindChoice & { kind: string }>`
    SELECT kind, is_shown AS "isShown", is_mailed AS "isMailed" FROM notification_kind_choice
    WHERE user_id = ${userId} ORDER BY kind`.execute(tx)
  return rows
}
