/** The rules of a smart playlist as SQL, with the aliases t, al and ar. `mine` is how often the owner has played each
 * track (smart-queries.ts). */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { SmartDefinition, SmartRule } from '#contract/listening/smart-rules.ts'

export type Definition = output<typeof SmartDefinition>
type Rule = output<typeof SmartRule>
type Field = Rule['field']
type Condition = RawBuilder<boolean>
type For<Name extends Field> = Extract<Rule, { field: Name }>
/** Whose likes, plays and zaps the rules mean. */
export type Owner = { userId: string; now: Date }

const DAY_MS = 86_400_000
const MSAT = 1_000n
/** The newest zaps of a user that rules consider. */
const ZAPS_MAX = 20_000
const PRIVATE: ReadonlySet<Field> = new Set(['liked', 'zapped', 'plays', 'not-played-within'])

/** Whether the rules are about what the owner likes, plays or zaps. */
export function isPrivate({ rules, order }: Definition): boolean {
  return order === 'my-plays' || rules.some(({ field }) => PRIVATE.has(field))
}

export function conditionOf({ match, rules }: Definition, owner: Owner): Condition {
  if (rules.length === 0) return sql`true`
  const conditions = rules.map((rule) => sql`(${describe(rule, owner)})`)
  return sql`(${sql.join(conditions, match === 'all' ? sql` AND ` : sql` OR `)})`
}

function describe(rule: Rule, owner: Owner): Condition {
  switch (rule.field) {
    case 'genre':
      return sql`al.genre_id = ANY(${rule.genreIds}::int[])`
    case 'artist':
      return sql`al.artist_id = ANY(${rule.artistIds}::uuid[])`
    case 'mood':
      return ofMood(rule.mood)
    case 'explicit':
      return sql`t.is_explicit = ${rule.is}`
    case 'seconds':
      return between(sql`t.duration_ms`, rule.min && rule.min * 1_000, rule.max && rule.max * 1_000)
    case 'released':
      return released(rule)
    case 'released-within':
      return sql`t.published_at >= ${new Date(owner.now.getTime() - rule.days * DAY_MS)}`
    case 'sats':
      return between(
        sql`coalesce(received.msat_total, 0)`,
        rule.min && BigInt(rule.min) * MSAT,
        rule.max === undefined ? undefined : BigInt(rule.max) * MSAT,
      )
    case 'liked':
      return rule.is ? sql`t.id IN ${likedBy(owner)}` : sql`t.id NOT IN ${likedBy(owner)}`
    case 'zapped':
      return zappedBy(owner, rule)
    case 'plays':
      return playedBy(rule)
    case 'not-played-within': {
      const since = new Date(owner.now.getTime() - rule.days * DAY_MS)
      return sql`t.id NOT IN (SELECT content_id FROM mine WHERE last_at >= ${since})`
    }
  }
}

type Bound = number | bigint | undefined

/** An open side has no condition. */
function between(value: RawBuilder<unknown>, min: Bound, max: Bound): Condition {
  const parts = [
    ...(min === undefined ? [] : [sql`${value} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${value} <= ${max}`]),
  ]
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` AND `)}`
}

function released({ from, to }: For<'released'>): Condition {
  const parts = [
    ...(from === undefined ? [] : [sql`t.published_at >= ${new Date(`${from}T00:00:00Z`)}`]),
    ...(to === undefined ? [] : [sql`t.published_at < ${new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS)}`]),
  ]
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` AND `)}`
}

const ofMood = (mood: string): Condition => sql`t.id IN (
  SELECT pe.track_id FROM editorial_list ed JOIN playlist pl ON pl.id = ed.playlist_id AND pl.visibility = 'public'
  JOIN playlist_entry pe ON pe.playlist_id = pl.id WHERE ed.mood = ${mood})`

const likedBy = ({ userId }: Owner) => sql`(
  SELECT pe.track_id FROM playlist pl JOIN playlist_entry pe ON pe.playlist_id = pl.id
  WHERE pl.user_id = ${userId} AND pl.is_favorites)`

const zappedBy = ({ userId }: Owner, { min }: For<'zapped'>): Condition => sql`t.id IN (
  SELECT given.content_id FROM (
    SELECT z.content_id, z.amount_msat FROM zap z WHERE z.payer_id = ${userId} ORDER BY z.settled_at DESC LIMIT ${ZAPS_MAX}
  ) given GROUP BY given.content_id HAVING sum(given.amount_msat) >= ${BigInt(min) * MSAT})`

/** Tracks that were never played have no row. */
function playedBy({ min = 0, max }: For<'plays'>): Condition {
  const tooOften = sql<number>`SELECT content_id FROM mine WHERE plays > ${max ?? 0}`
  if (min === 0) return max === undefined ? sql`true` : sql`t.id NOT IN (${tooOften})`
  const often = sql<boolean>`t.id IN (SELECT content_id FROM mine WHERE plays >= ${min})`
  return max === undefined ? often : sql<boolean>`${often} AND t.id NOT IN (${tooOften})`
}
