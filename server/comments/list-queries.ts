/** SQL that reads comments: their visibility, and the lists by content, by owner, and of replies. cm is a comment, r a
 * reply; the aliases of content tables are those of the catalogue. */
import { type RawBuilder, sql } from 'kysely'
import { COMMENTS_PER_PAGE, REPLIES_MAX } from '#contract/community/comments.ts'
import { contentJoins, contentTitle } from '#server/catalog/content/queries.ts'
import { type ContentKind, isPublic } from '#server/catalog/content/visibility.ts'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'

type Writer = {
  author_id: string | null
  username: string | null
  display_name: string | null
  artwork_key: string | null
}
type Written = Writer & {
  id: string
  is_mine: boolean
  body: string
  is_deleted: boolean
  state: 'shown' | 'hidden' | 'blocked'
}

/** As in JSON: `created_at` is text. */
export type ReplyRow = Written & { parent_id: string; created_at: string }
export type CommentRow = Written & {
  created_at: Date
  content_id: string
  content_type: ContentKind
  title: string
  amount_msat: bigint
  content_time_seconds: number | null
  app_name: string | null
  sender_name: string | null
  replies: ReplyRow[] | null
}
export type SupporterRow = Writer & { msat: bigint }

export type Sort = 'new' | 'top'

type Alias = 'cm' | 'r'

/** Whether the owner of the content has blocked the author. */
const isBlocked = (alias: Alias) => sql<boolean>`EXISTS (
  SELECT FROM blocked_commenter b
  WHERE b.user_id = ${sql.ref(`${alias}.owner_id`)} AND b.person_id = ${sql.ref(`${alias}.author_id`)})`

/** Whether a comment is visible to this user, or to a visitor: owners see what they hid, and users never
 * see authors they have muted. */
export function isVisibleComment(alias: Alias, userId: string | null): RawBuilder<boolean> {
  const isOpen = sql`(${sql.ref(`${alias}.hidden_at`)} IS NULL AND NOT ${isBlocked(alias)})`
  if (userId === null) return sql`${isOpen}`
  return sql`((${sql.ref(`${alias}.owner_id`)} = ${userId} OR ${isOpen}) AND NOT ${isMutedBy(userId, `${alias}.author_id`)})`
}

/** Whether the user has muted the person in this column. */
export const isMutedBy = (userId: string, column: string) => sql<boolean>`EXISTS (
  SELECT FROM muted_person m WHERE m.user_id = ${userId} AND m.person_id = ${sql.ref(column)})`

const stateOf = (alias: Alias) => sql`CASE WHEN ${sql.ref(`${alias}.hidden_at`)} IS NOT NULL THEN 'hidden'
  WHEN ${isBlocked(alias)} THEN 'blocked' ELSE 'shown' END`

/** False for visitors. */
const isWrittenBy = (alias: Alias, userId: string | null) =>
  sql<boolean>`coalesce(${userId}::uuid IN (${sql.ref(`${alias}.author_id`)}, ${sql.ref(`${alias}.nameless_author_id`)}), false)`

/** A deleted comment stays as an empty placeholder while it has visible replies. */
const isLeft = (userId: string | null) => sql<boolean>`(cm.deleted_at IS NULL OR EXISTS (
  SELECT FROM comment r WHERE r.parent_id = cm.id AND r.deleted_at IS NULL AND ${isVisibleComment('r', userId)}))`

const repliesOf = (userId: string | null) => sql`(
  SELECT jsonb_agg(to_jsonb(told) ORDER BY told.created_at, told.id) FROM (
    SELECT r.id, r.parent_id, r.author_id, ra.username, ra.display_name, ra.artwork_key, r.body, false AS is_deleted,
      ${stateOf('r')} AS state, r.created_at, ${isWrittenBy('r', userId)} AS is_mine
    FROM comment r LEFT JOIN person ra ON ra.id = r.author_id
    WHERE r.parent_id = cm.id AND r.deleted_at IS NULL AND ${isVisibleComment('r', userId)}
    ORDER BY r.created_at, r.id LIMIT ${REPLIES_MAX}) told)`

const valueOf = { new: sql.ref('cm.created_at'), top: sql.ref('cm.amount_msat') }

function after(sort: Sort, place: CursorPosition | null): RawBuilder<boolean> {
  if (place === null) return sql`TRUE`
  const value = sort === 'new' ? sql`${new Date(place.value)}::timestamptz` : sql`${place.value}::bigint`
  return sql`(${valueOf[sort]}, cm.id) < (${value}, ${place.id}::uuid)`
}

/** Comments with the content they belong to. */
type About = { from: RawBuilder<unknown>; type: RawBuilder<unknown>; title: RawBuilder<unknown> }
type Family = About & { isPublic: (now: Date) => RawBuilder<unknown> }

/** Each with only the tables it needs: planning joins with more tables takes longer than reading a page. */
const music: Family = {
  from: sql`comment cm LEFT JOIN track t ON t.id = cm.content_id LEFT JOIN album al ON al.id = cm.album_id
    LEFT JOIN artist ar ON ar.id = cm.maker_id`,
  type: sql`CASE WHEN t.id IS NOT NULL THEN 'track' WHEN al.id = cm.content_id THEN 'album' ELSE 'artist' END`,
  title: sql`CASE WHEN t.id IS NOT NULL THEN t.title WHEN al.id = cm.content_id THEN al.title ELSE ar.name END`,
  isPublic: (now) => sql`CASE WHEN t.id IS NOT NULL THEN ${isPublic.track(now)}
    WHEN al.id = cm.content_id THEN ${isPublic.album(now)} ELSE ${isPublic.artist()} END`,
}
const spoken: Family = {
  from: sql`comment cm LEFT JOIN episode e ON e.id = cm.content_id LEFT JOIN podcast p ON p.id = cm.maker_id`,
  type: sql`CASE WHEN e.id IS NOT NULL THEN 'episode' ELSE 'podcast' END`,
  title: sql`CASE WHEN e.id IS NOT NULL THEN e.title ELSE p.name END`,
  isPublic: (now) => sql`CASE WHEN e.id IS NOT NULL THEN ${isPublic.episode(now)} ELSE ${isPublic.podcast(now)} END`,
}
export const families = { artist: music, album: music, track: music, podcast: spoken, episode: spoken } as const
const anything: About = {
  from: sql`${contentJoins} JOIN comment cm ON cm.content_id = c.id`,
  type: sql`c.type`,
  title: contentTitle,
}

/** The column that refers to content of this kind. */
export const placeOf = {
  artist: sql.ref('cm.maker_id'),
  podcast: sql.ref('cm.maker_id'),
  album: sql.ref('cm.album_id'),
  track: sql.ref('cm.content_id'),
  episode: sql.ref('cm.content_id'),
} as const

/** The position from a podcast app, if the payment itself has none; a position in another feed does not count. */
const position = sql`coalesce(cm.content_time_seconds,
  CASE WHEN po.remote_item_guid IS NULL AND po.remote_feed_guid IS NULL THEN po.position_seconds END)`

type Listing = {
  where: RawBuilder<boolean>
  userId: string | null
  sort: Sort
  place: CursorPosition | null
  limit: number
}

async function selectComments(
  tx: Tx,
  about: About,
  { where, userId, sort, place, limit }: Listing,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    SELECT cm.id, cm.owner_id, cm.author_id, cm.body, cm.is_deleted, cm.state, cm.created_at, cm.content_id, cm.content_type,
      cm.title, cm.amount_msat, cm.content_time_seconds, cm.app_name, cm.sender_name, cm.is_mine,
      a.username, a.display_name, a.artwork_key, ${repliesOf(userId)} AS replies
    FROM (
      SELECT cm.id, cm.owner_id, cm.author_id, cm.body, cm.deleted_at IS NOT NULL AS is_deleted,
        ${stateOf('cm')} AS state, cm.created_at, cm.content_id, ${about.type} AS content_type, ${about.title} AS title,
        cm.amount_msat, ${position} AS content_time_seconds, po.app_name, po.sender_name,
        ${isWrittenBy('cm', userId)} AS is_mine
      FROM ${about.from} LEFT JOIN payment_origin po ON po.payment_id = cm.payment_id
      WHERE cm.parent_id IS NULL AND ${where} AND ${isLeft(userId)} AND ${after(sort, place)}
      ORDER BY ${valueOf[sort]} DESC, cm.id DESC LIMIT ${limit}) cm
      LEFT JOIN person a ON a.id = cm.author_id
    ORDER BY ${valueOf[sort]} DESC, cm.id DESC`.execute(tx)
  return rows
}

export type OfContent = { contentId: string; type: ContentKind; now: Date }

/** A page needs the newest comments twice: a few with the content, and the first page of the list. */
const FIRST_COMMENTS = COMMENTS_PER_PAGE + 1

/** Comments on the content and on everything public in it. */
export async function selectCommentsOf(
  tx: Tx,
  { contentId, type, now }: OfContent,
  listing: Omit<Listing, 'where'>,
): Promise<readonly CommentRow[]> {
  const { userId, sort, place, limit } = listing
  const family = families[type]
  const where = sql<boolean>`${placeOf[type]} = ${contentId} AND ${family.isPublic(now)} AND ${isVisibleComment('cm', userId)}`
  const isShared = userId === null && sort === 'new' && place === null && limit <= FIRST_COMMENTS
  if (!isShared) return selectComments(tx, family, { ...listing, where })
  const first = { ...listing, where, limit: FIRST_COMMENTS }
  return (await readShared(tx, `comments ${contentId}`, () => selectComments(tx, family, first))).slice(0, limit)
}

/** Comments on everything of this owner, public or not. */
export function selectReceived(
  tx: Tx,
  userId: string,
  place: CursorPosition | null,
  limit: number,
): Promise<CommentRow[]> {
  const where = sql<boolean>`cm.owner_id = ${userId}`
  return selectComments(tx, anything, { where, userId, sort: 'new', place, limit })
}

/** Only this many of the largest messages are considered: an author with none of them would not be among the top. */
const WEIGHED = 200

/** The authors whose messages came with the largest sums; and as one row without an author, everything else of the total that
 * the content received: zaps without a message, anonymous zaps, and those from external wallets and apps. */
export async function selectSupporters(
  tx: Tx,
  { contentId, type, now }: OfContent,
  { limit, msatTotal }: { limit: number; msatTotal: bigint },
): Promise<SupporterRow[]> {
  const { rows } = await sql<SupporterRow>`
    SELECT given.author_id, a.username, a.display_name, a.artwork_key, given.msat
    FROM (
      SELECT largest.author_id, sum(largest.amount_msat)::bigint AS msat FROM (
        SELECT cm.author_id, cm.amount_msat FROM ${families[type].from}
        WHERE cm.parent_id IS NULL AND ${placeOf[type]} = ${contentId} AND cm.deleted_at IS NULL
          AND cm.author_id IS NOT NULL AND ${families[type].isPublic(now)} AND ${isVisibleComment('cm', null)}
        ORDER BY cm.amount_msat DESC, cm.id DESC LIMIT ${WEIGHED}) largest
      GROUP BY largest.author_id ORDER BY msat DESC, largest.author_id LIMIT ${limit}) given
      LEFT JOIN person a ON a.id = given.author_id
    ORDER BY given.msat DESC, given.author_id`.execute(tx)
  const named = rows.reduce((sum, { msat }) => sum + msat, 0n)
  const rest = msatTotal - named
  const nobody = { author_id: null, username: null, display_name: null, artwork_key: null }
  return rest > 0n ? [...rows, { ...nobody, msat: rest }] : rows
}
