/** Event subscribers of this module: turn each event into notifications of the users concerned. They are idempotent. */
import type {
  ForwardAbandoned,
  GuardedAction,
  Notice,
  PaymentSettled,
  PayoutFailed,
  ReceiptCredited,
  TakenDown,
} from '#server/events.ts'
import type { ContentNames, NotificationDeps } from './deps.ts'
import { type NewNotification } from './record-queries.ts'
import { recordNotifications } from './record.ts'

type ForAll<Event> = (events: readonly Event[]) => Promise<void>

const plain = {
  count: 1,
  amountMsat: null,
  actorId: null,
  actorName: null,
  contentId: null,
  contentType: null,
  contentTitle: null,
  comment: null,
  paymentId: null,
  address: null,
  reason: null,
}

/** The hour of a timestamp; frequent notifications are combined by hour. */
const hourOf = (iso: string) => new Date(iso).toISOString().slice(0, 13)

/** The outbox delivers events in any order; of combined ones, the latest is shown. */
function inOrder<Field extends string, Event extends Record<Field, string>>(events: readonly Event[], field: Field) {
  return events.toSorted((one, other) => Date.parse(one[field]) - Date.parse(other[field]))
}

/** Subscriber for payment-settled: notifies users who earned from a content of the payer and of their share. */
export function notifyOfPayments(deps: NotificationDeps): ForAll<PaymentSettled> {
  return async (events) => {
    const contentIds = new Set(events.flatMap(({ earnings }) => earnings.map(({ contentId }) => contentId)))
    const names = await deps.namesOfContents(deps.database.read, [...contentIds], deps.clock.now())
    await recordMoney(
      deps,
      inOrder(events, 'settledAt').map((event) => ({
        key: `payment:${event.paymentId}`,
        notes: notesOfPayment(event, names),
      })),
    )
  }
}

type Recorded = { key: string; notes: NewNotification[] }

/** Without name and message of people whom the user has muted or blocked. */
async function recordMoney(deps: NotificationDeps, all: readonly Recorded[]): Promise<void> {
  const pairs = all.flatMap(({ notes }) =>
    notes.flatMap(({ userId, actorId }) => (actorId === null ? [] : { userId, personId: actorId })),
  )
  const silenced = await deps.selectSilenced(deps.database.read, pairs)
  const hide = (note: NewNotification): NewNotification =>
    silenced.has(`${note.userId} ${note.actorId}`) ? { ...note, actorId: null, comment: null } : note
  await recordNotifications(
    deps,
    all.map(({ key, notes }) => ({ key, notes: notes.map(hide) })),
  )
}

function notesOfPayment(
  { paymentId, payerId, namelessPayerId, earnings, comment, settledAt }: PaymentSettled,
  names: ContentNames,
): NewNotification[] {
  return earnings
    .filter(({ userId, amountMsat }) => userId !== payerId && userId !== namelessPayerId && amountMsat > 0)
    .map(({ userId, contentId, amountMsat }) => ({
      ...plain,
      userId,
      kind: 'zap-received',
      subject: `${contentId}:${hourOf(settledAt)}`,
      amountMsat,
      actorId: payerId,
      contentId,
      contentType: names.get(contentId)?.contentType ?? null,
      contentTitle: names.get(contentId)?.title ?? null,
      comment,
      paymentId,
    }))
}

/** Subscriber for receipt-credited. */
export function notifyOfReceipts(deps: NotificationDeps): ForAll<ReceiptCredited> {
  return (events) =>
    recordMoney(
      deps,
      inOrder(events, 'creditedAt').map((event) => ({
        key: `receipt:${event.paymentId}`,
        notes: [noteOfReceipt(event)],
      })),
    )
}

function noteOfReceipt({
  paymentId,
  userId,
  type,
  amountMsat,
  payerId,
  comment,
  creditedAt,
}: ReceiptCredited): NewNotification {
  const known = { ...plain, userId, amountMsat, paymentId, actorId: payerId }
  if (type === 'Deposit') return { ...known, kind: 'deposit', subject: paymentId }
  return { ...known, kind: 'address-received', subject: hourOf(creditedAt), comment }
}

/** Subscriber for payout-failed. */
export function notifyOfFailedPayouts(deps: NotificationDeps): ForAll<PayoutFailed> {
  return (events) =>
    recordNotifications(
      deps,
      events.map(({ payoutId, userId, amountMsat, address, reason }) => ({
        key: `payout:${payoutId}`,
        notes: [
          {
            ...plain,
            userId,
            kind: 'withdrawal-failed',
            subject: payoutId,
            amountMsat,
            paymentId: payoutId,
            address,
            reason,
          },
        ],
      })),
    )
}

/** Subscriber for forward-gave-up. */
export function notifyOfAbandonedForwards(deps: NotificationDeps): ForAll<ForwardAbandoned> {
  return (events) =>
    recordNotifications(
      deps,
      events.map(({ batchId, userId, amountMsat, address, reason }) => ({
        key: `forward:${batchId}`,
        notes: [
          {
            ...plain,
            userId,
            kind: 'forward-failed',
            subject: batchId,
            amountMsat,
            paymentId: batchId,
            address,
            reason,
          },
        ],
      })),
    )
}

/** Subscriber for notice: everything besides money. */
export function notifyOfNotices(deps: NotificationDeps): ForAll<Notice> {
  return (events) =>
    recordNotifications(
      deps,
      events.map((notice) => ({ key: `notice:${notice.kind}:${notice.noticeId}`, notes: notesOfNotice(notice) })),
    )
}

function notesOfNotice(notice: Notice): NewNotification[] {
  const { noticeId, kind, userIds, actorId, content, comment } = notice
  return userIds
    .filter((userId) => userId !== actorId)
    .map((userId) => ({
      ...plain,
      userId,
      kind,
      subject: notice.subject ?? noticeId,
      count: notice.count ?? 1,
      amountMsat: notice.amountMsat ?? null,
      actorId,
      actorName: notice.actorName ?? null,
      contentId: content?.contentId ?? null,
      contentType: content?.contentType ?? null,
      contentTitle: content?.title ?? null,
      comment,
      reason: notice.reason ?? null,
    }))
}

/** Subscriber for guarded-action: notifies the account's owner of what a proof was used for. */
export function notifyOfGuardedActions(deps: NotificationDeps): ForAll<GuardedAction> {
  return (events) =>
    recordNotifications(
      deps,
      events.map(({ noticeId, userId, action, amountMsat, label }) => ({
        key: `guarded:${noticeId}`,
        notes: [
          { ...plain, userId, kind: 'guarded-action', subject: noticeId, amountMsat, comment: label, reason: action },
        ],
      })),
    )
}

/** Subscriber for taken-down: notifies the owners of the reason, and of the undoing. */
export function notifyOfTakedowns(deps: NotificationDeps): ForAll<TakenDown> {
  return (events) =>
    recordNotifications(
      deps,
      events.map(({ takedownId, isUndone, reason, owners }) => ({
        key: `takedown:${takedownId}:${isUndone}:${owners[0]?.userId ?? ''}`,
        notes: owners.map(({ userId, titles }) => ({
          ...plain,
          userId,
          kind: 'takedown',
          subject: `${takedownId}:${isUndone}`,
          count: Math.max(titles.length, 1),
          contentTitle: titles[0] ?? null,
          comment: reason,
          reason: isUndone ? 'undone' : null,
        })),
      })),
    )
}
