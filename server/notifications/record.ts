/** Records notifications, each once, and triggers immediate delivery to watching pages and browsers. Which events
 * become notifications is in subscribers.ts. */
import { topics, type PushDue } from '#server/events.ts'
import { newId } from '#server/platform/ids.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { signalOf, type NotificationDeps } from './deps.ts'
import { readKindChoices } from './kind-choice-queries.ts'
import { isDigestKind } from './kinds.ts'
import {
  claimEvents,
  setNotificationFlags,
  upsertNotifications,
  type NewNotification,
  type RecordedNotification,
} from './record-queries.ts'
import { listSubscriptionsOf } from './push-queries.ts'

/** An event with a unique key, and the notifications it causes. */
export type NotificationEvent = { key: string; notes: readonly NewNotification[] }

/** In one transaction; events recorded before are ignored. */
export async function recordNotifications(deps: NotificationDeps, events: readonly NotificationEvent[]): Promise<void> {
  const { database, clock, signals } = deps
  const relevant = events.filter(({ notes }) => notes.length > 0)
  if (relevant.length === 0) return
  const userIds = await database.transaction(async (tx) => {
    const now = clock.now()
    const keys = relevant.map(({ key }) => key)
    const fresh = await claimEvents(tx, keys, now)
    // The same event may be in one call twice.
    const once = new Map(relevant.map((event) => [event.key, event]))
    const notes = mergeNotifications([...once.values()].flatMap(({ key, notes: own }) => (fresh.has(key) ? own : [])))
    if (notes.length === 0) return []
    const users = Map.groupBy(notes, (note) => note.userId)
    const choiceOf = await readKindChoices(tx, [...users.keys()])
    const flags = [...users].map(([userId, own]) => ({
      userId,
      isNews: own.some(({ kind }) => choiceOf(userId, kind).isShown),
      isForDigest: own.some(({ kind }) => isDigestKind(kind) && choiceOf(userId, kind).isMailed),
    }))
    await setNotificationFlags(tx, flags, now)
    const withIds = notes.map((note) => ({
      ...note,
      id: newId(),
      isMailed: isDigestKind(note.kind) && choiceOf(note.userId, note.kind).isMailed,
    }))
    const recordedRows = await upsertNotifications(tx, withIds, now)
    const shown = recordedRows.filter(({ userId, kind }) => choiceOf(userId, kind).isShown)
    const subscriptions = await listSubscriptionsOf(tx, [...users.keys()])
    await publishAll(
      tx,
      topics.pushDue,
      shown.flatMap((note) => pushesOf(note, subscriptions, now)),
    )
    return [...users.keys()]
  })
  for (const userId of userIds) signals.wake(signalOf(userId))
}

/** A statement cannot write the same row twice. */
function mergeNotifications(notes: readonly NewNotification[]): NewNotification[] {
  const merged = new Map<string, NewNotification>()
  for (const note of notes) {
    const key = JSON.stringify([note.userId, note.kind, note.subject])
    const known = merged.get(key)
    if (known === undefined) {
      merged.set(key, note)
      continue
    }
    const { count, amountMsat } = known
    const shown = note.comment !== null || known.comment === null ? note : known
    const sumMsat = amountMsat === null ? null : amountMsat + (note.amountMsat ?? 0)
    merged.set(key, { ...shown, count: count + note.count, amountMsat: sumMsat })
  }
  return [...merged.values()]
}

type Subscriptions = Awaited<ReturnType<typeof listSubscriptionsOf>>

/** The key stays the same until the notification is read, so that an hour of zaps causes one message per browser. */
function pushesOf({ id, userId, news }: RecordedNotification, subscriptions: Subscriptions, now: Date) {
  return (subscriptions.get(userId) ?? []).map((subscriptionId) => {
    const payload: PushDue = { notificationId: id, subscriptionId, news, notedAt: now.toISOString() }
    return { key: `${id}:${news}:${subscriptionId}`, payload }
  })
}
