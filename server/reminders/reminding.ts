/** Reminds the holders of valid tickets a day before their event, by a notification and an e-mail. Both are written in the
 * transaction that records the reminder, so each holder gets exactly one, even after a crash. */
import { PLAIN_LANGUAGE, type Language } from '#contract/languages.ts'
import { readUsers, type User } from '#server/accounts/users.ts'
import { type ConcertRow, findConcerts } from '#server/concerts/queries.ts'
import { topics, type Notice } from '#server/events.ts'
import type { NotificationDeps } from '#server/notifications/deps.ts'
import { selectMailed } from '#server/notifications/kind-choice-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { claimReminders, type DueReminder } from './queries.ts'
import { describeWhen, type WriterDeps, writeReminderMail } from './reminder-text.ts'

const ROUND_MS = 15_000
/** The most users that one notice may have. */
const BATCH = 500

type ReminderDeps = Pick<NotificationDeps, 'database' | 'clock' | 'mailer'> & WriterDeps

/** Sends until nobody is left. `size`: users in a batch. */
export async function sendReminders(deps: ReminderDeps, size = BATCH): Promise<void> {
  while ((await deps.database.transaction((tx) => sendBatch(deps, tx, size))) === size);
}

async function sendBatch(deps: ReminderDeps, tx: Tx, size: number): Promise<number> {
  const due = await claimReminders(tx, deps.clock.now(), size)
  if (due.length === 0) return 0
  const users = await readUsers(tx, [...new Set(due.map(({ userId }) => userId))])
  const readers = due.filter(({ userId }) => users.get(userId)?.isDeleted === false)
  const concerts = await findConcerts(tx, [...new Set(readers.map(({ concertId }) => concertId))])
  for (const [concertId, own] of Map.groupBy(readers, (reader) => reader.concertId)) {
    const concert = concerts.get(concertId)
    if (concert === undefined) continue
    const byLanguage = Map.groupBy(own, ({ userId }) => languageOf(users.get(userId)))
    for (const [language, same] of byLanguage) await notify(tx, concert, language, same)
    await mail(deps, tx, concert, own, users)
  }
  return due.length
}

const languageOf = (user: User | undefined): Language => user?.language ?? PLAIN_LANGUAGE

/** The time is part of the text, so there is one notice for each language. */
async function notify(tx: Tx, concert: ConcertRow, language: Language, readers: readonly DueReminder[]): Promise<void> {
  const userIds = readers.map(({ userId }) => userId)
  const notice: Notice = {
    noticeId: `${concert.id}:${concert.begins_at.toISOString()}:${userIds[0]}`,
    kind: 'event-reminder',
    userIds,
    actorId: null,
    content: { contentId: concert.id, contentType: 'event', title: concert.name },
    comment: describeWhen(concert, language),
  }
  await publish(tx, topics.notice, `event-reminder:${notice.noticeId}`, notice)
}

/** To confirmed addresses of those who want e-mails. */
async function mail(
  deps: ReminderDeps,
  tx: Tx,
  concert: ConcertRow,
  readers: readonly DueReminder[],
  users: ReadonlyMap<string, User>,
): Promise<void> {
  const mailed = await selectMailed(
    tx,
    readers.map(({ userId }) => userId),
    'event-reminder',
  )
  for (const { userId, ticketCount } of readers) {
    const user = users.get(userId)
    if (!mailed.has(userId) || user === undefined || user.email === null || !user.emailVerified) continue
    const reader = { userId, name: user.displayName ?? user.username, language: languageOf(user), ticketCount }
    await deps.mailer.send({ to: user.email, ...writeReminderMail(deps, concert, reader) }, tx)
  }
}

export function startReminderJobs(deps: ReminderDeps & Pick<NotificationDeps, 'log'>): RunningJobs {
  return startJobs(deps, [{ name: 'event-reminders', pauseMs: ROUND_MS, work: () => sendReminders(deps) }])
}
