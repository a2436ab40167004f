/** Updates rows of content: only the fields that the caller sent are written.
 * Which changes are allowed is decided by the callers. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { type Links, numberOrNull, requiredText, textOrNull } from './values.ts'

type Value = string | number | boolean | Date | null | RawBuilder<unknown>
/** New values by column; undefined leaves the column unchanged. */
export type Columns = Readonly<Record<string, Value | undefined>>
type Table = 'artist' | 'album' | 'track' | 'podcast' | 'episode'

/** Also sets updated_at, even without any column. */
export async function setColumns(tx: Tx, table: Table, id: string, columns: Columns, now: Date): Promise<void> {
  const set = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`, ${sql.ref(name)} = ${value}`],
  )
  const changes = set.length === 0 ? sql`` : sql.join(set, sql``)
  await sql`UPDATE ${sql.table(table)} SET updated_at = ${now} ${changes} WHERE id = ${id}`.execute(tx)
}

export const asJson = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

type Sent<Value> = Value | null | undefined

/** Undefined means unchanged; null and blank text clear the field. */
export function textChange(sent: Sent<string>): string | null | undefined {
  return sent === undefined ? undefined : textOrNull(sent)
}

/** A required field can be changed, but not cleared. */
export function requiredChange(sent: string | undefined): string | undefined {
  return sent === undefined ? undefined : requiredText(sent)
}

export function numberChange(sent: Sent<number>): number | null | undefined {
  return sent === undefined ? undefined : numberOrNull(sent)
}

export type Place = { parent: number | null; child: number | null }

/** The new values of a category and its subcategory. The subcategory is cleared when its category changes and
 * no new subcategory was sent. */
export function categoryChange(
  known: Place,
  sent: { parent: number | null | undefined; child: number | null | undefined },
): Place & { isChanged: boolean } {
  const parent = sent.parent === undefined ? known.parent : sent.parent
  const currentChild = parent === known.parent ? known.child : null
  const child = sent.child === undefined ? currentChild : sent.child
  return { parent, child, isChanged: parent !== known.parent || child !== known.child }
}

/** Clients send `explicit` or `isExplicit`. */
export function explicitChange(body: {
  explicit?: boolean | undefined
  isExplicit?: boolean | undefined
}): boolean | undefined {
  return body.isExplicit ?? body.explicit
}

/** Clients send `nostr` or `npub`. */
export function linkChanges(body: { [Name in keyof Links | 'nostr']?: Sent<string> }): Columns {
  return {
    twitter: textChange(body.twitter),
    npub: textChange(body.npub === undefined ? body.nostr : body.npub),
    instagram: textChange(body.instagram),
    youtube: textChange(body.youtube),
    website: textChange(body.website),
  }
}
