/** The list behind the bell: a user's own notifications and the announcements to all, the newest first; and the dot.
 * Users cannot mark notifications as unread; a new event of the same kind and subject does. */
import type { Data, Input } from '#contract/endpoint.ts'
import {
  NOTIFICATIONS_PER_PAGE,
  NOTIFICATIONS_PER_PAGE_MAX,
  type listNotifications,
  type readNotifications,
} from '#contract/community/notifications.ts'
import { listAnnouncements, type Announcement } from '#server/accounts/announcements.ts'
import { readUsers, readUser } from '#server/accounts/users.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatTimeCursor, parseTimeCursor, type TimeCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type NotificationDeps } from './deps.ts'
import { readKindChoices } from './kind-choice-queries.ts'
import { choosableKinds } from './kinds.ts'
import * as queries from './queries.ts'

type DescribeDeps = Pick<NotificationDeps, 'privateLinkOf'>
type ListDeps = DescribeDeps & Pick<NotificationDeps, 'database' | 'clock'>
type Page = Data<typeof listNotifications>
export type Shown = Page['notifications'][number]

export async function listOwnNotifications(
  deps: ListDeps,
  caller: Caller,
  { before, limit }: Input<typeof listNotifications>['query'],
): Promise<Page> {
  requireUser(caller)
  const { database, clock } = deps
  const { read: tx } = database
  const perPage = perPageOf(limit, NOTIFICATIONS_PER_PAGE, NOTIFICATIONS_PER_PAGE_MAX)
  const place = parseTimeCursor(before)
  const choiceOf = await readKindChoices(tx, [caller.userId])
  const hidden = choosableKinds.filter((kind) => !choiceOf(caller.userId, kind).isShown)
  const rows = await queries.selectNotifications(tx, caller.userId, place, perPage + 1, hidden)
  const announcements = hidden.includes('announcement')
    ? []
    : await listOwnAnnouncements(tx, caller.userId, place, clock.now())
  const all = [...(await describeRows(deps, tx, rows)), ...announcements].sort(newestFirst)
  const { shown: notifications, nextBefore } = cutPage(all, perPage, (last) =>
    formatTimeCursor({ at: last.createdAt, id: last.id }),
  )
  return { notifications, nextBefore }
}

function newestFirst(one: Shown, other: Shown): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)
}

/** Rows as shown to their owners. */
export async function describeRows(
  { privateLinkOf }: DescribeDeps,
  tx: Tx,
  rows: readonly queries.NotificationRow[],
): Promise<Shown[]> {
  const actorIds = new Set(rows.flatMap((row) => row.actor_id ?? []))
  const users = actorIds.size === 0 ? new Map() : await readUsers(tx, [...actorIds])
  return rows.map((row) => {
    const user = row.actor_id === null ? undefined : users.get(row.actor_id)
    const actor = user === undefined || user.isDeleted ? undefined : user
    // An event is not content: only the link leads to it.
    const isContent = row.content_type !== 'event'
    return {
      id: row.id,
      kind: row.kind,
      count: row.count,
      actorName: row.actor_name ?? (actor === undefined ? null : (actor.displayName ?? actor.username)),
      // For an artist or a show, the link goes to the content.
      actorUrl: row.actor_name === null ? (actor?.username ?? null) : null,
      contentId: isContent ? row.content_id : null,
      contentType: isContent ? (row.content_type as Shown['contentType']) : null,
      contentTitle: row.content_title,
      msatAmount: row.amount_msat,
      comment: row.comment,
      title: null,
      paymentId: row.payment_id,
      address: row.address,
      reason: row.reason,
      isRead: row.read_at !== null,
      createdAt: row.noted_at,
      href: row.kind === 'gift' && row.reason === 'spare' ? privateLinkOf(row.subject) : addressOf(row),
    }
  })
}

const statementTypes: Partial<Record<queries.NotificationRow['kind'], string>> = {
  'zap-received': 'Earnings',
  'address-received': 'Zap',
  deposit: 'Deposit',
  'withdrawal-failed': 'Withdraw',
  'forward-failed': 'Autoforward',
}

/** The page of the payment, or of the latest of several; the feed, which has all releases; otherwise that of the content. */
function addressOf({
  kind,
  subject,
  payment_id: paymentId,
  content_id: contentId,
  content_type: contentType,
  comment,
  reason,
}: queries.NotificationRow) {
  const type = statementTypes[kind]
  if (type !== undefined && paymentId !== null) return `/transactions/${type}/${paymentId}`
  // There the user objects. The hold of a late payment, which says why, is not a decision.
  const isDecision = kind === 'moderation' && (reason === 'comment' || reason === 'objection')
  if (isDecision || kind === 'takedown' || (kind === 'account-held' && comment === null)) return '/decisions'
  if (kind === 'genre-news') return '/feed'
  if (kind === 'event-reminder') return '/tickets'
  if (kind === 'ownership-offer') return `/invitations/${subject}`
  if (kind === 'gift') return '/library/collection'
  if (kind === 'stream-stopped') return '/library/elsewhere'
  // There the offered share is answered.
  if (kind === 'new-split') return '/transactions'
  if (kind === 'follower') return `/studio/fans?of=${contentId}`
  if (kind === 'ticket-sold') return `/studio/events/${contentId}`
  // There the owner confirms who it was.
  if (kind.startsWith('split-') && contentId !== null) {
    return contentType === 'artist'
      ? `/studio/artists/${contentId}`
      : `/studio/edit/${contentType}/${contentId}?part=split`
  }
  const part = kind === 'comment' || kind === 'reply' ? '#comments' : ''
  if (contentId !== null && contentType !== null) return `/${contentType}/${contentId}${part}`
  return '/transactions'
}

/** Announcements since the account was created. */
async function listOwnAnnouncements(tx: Tx, userId: string, before: TimeCursor | null, now: Date): Promise<Shown[]> {
  const user = await readUser(tx, userId)
  const all = await listAnnouncements(tx, now)
  const own = all.filter(
    ({ id, createdAt }) => createdAt >= (user?.createdAt ?? now) && (before === null || isOlder(before, createdAt, id)),
  )
  if (own.length === 0) return []
  const { readAllAt } = await queries.readChoice(tx, userId)
  const ids = own.map(({ id }) => id)
  const readIds = await queries.selectReadAnnouncements(tx, userId, ids)
  return own.map((announcement) =>
    describeAnnouncement(announcement, readIds.has(announcement.id) || (readAllAt ?? 0) >= announcement.createdAt),
  )
}

function isOlder({ at, id }: TimeCursor, createdAt: Date, ownId: string): boolean {
  return createdAt < at || (createdAt.getTime() === at.getTime() && ownId < id)
}

function describeAnnouncement({ id, title, content, link, createdAt }: Announcement, isRead: boolean): Shown {
  return {
    id,
    kind: 'announcement',
    count: 1,
    actorName: null,
    actorUrl: null,
    contentId: null,
    contentType: null,
    contentTitle: null,
    msatAmount: null,
    comment: content,
    title,
    paymentId: null,
    address: null,
    reason: null,
    isRead,
    createdAt,
    href: link ?? '/transactions?tab=notifications',
  }
}

export async function readOwnNotifications(
  { database, clock, signals }: Pick<NotificationDeps, 'database' | 'clock' | 'signals'>,
  caller: Caller,
  { ids, all }: Input<typeof readNotifications>['body'],
): Promise<null> {
  requireUser(caller)
  if ((ids === undefined) === (all === undefined)) throw new AppError(400, 'bad-request', 'Either ids or all.')
  const { userId } = caller
  await database.transaction(async (tx) => {
    if (ids === undefined) return queries.markAllRead(tx, userId, clock.now())
    await queries.touchChoice(tx, userId)
    await queries.markRead(tx, userId, ids, clock.now())
  })
  signals.wake(signalOf(userId))
  return null
}
