/** Sends messages to followers, in batches: the notifications, the e-mails and the position reached are written in one
 * transaction, so that after a crash the next batch begins where the last one ended. */
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readUsers } from '#server/accounts/users.ts'
import { topics, type Notice } from '#server/events.ts'
import { selectMailed } from '#server/notifications/kind-choice-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import type { Log } from '#server/platform/log.ts'
import type { FanDeps } from './deps.ts'
import { selectRecipients } from './fan-queries.ts'
import { writeFanMail } from './fan-mail.ts'
import { findMaker, type Maker } from './maker.ts'
import { claimUnfinished, type MessageRow, recordBatch, unfinishedMessages } from './message-queries.ts'
import { maySend } from './messages.ts'

const ROUND_MS = 2_000
/** The most users that one notice may have. */
const BATCH = 500

type SendingDeps = Omit<FanDeps, 'files'>

/** Sends until nothing is left. `size`: users in a batch. */
export async function sendFanMessages(deps: SendingDeps, size = BATCH): Promise<void> {
  while (await deps.database.transaction((tx) => sendBatch(deps, tx, size)));
}

async function sendBatch(deps: SendingDeps, tx: Tx, size: number): Promise<boolean> {
  const message = await claimUnfinished(tx)
  if (message === undefined) return false
  const now = deps.clock.now()
  const maker = await findMaker(tx, message.maker_id, now)
  // If the artist or podcast was taken down or its owner held in the meantime, nothing more is sent.
  const isOpen = maker !== undefined && (await maySend(tx, maker))
  const userIds = isOpen
    ? await selectRecipients(tx, maker, message.audience, { after: message.sent_to, limit: size })
    : []
  if (isOpen && userIds.length > 0) {
    await notify(tx, maker, message, userIds)
    await mail(deps, tx, { maker, message, userIds })
  }
  await recordBatch(tx, message.id, { userIds, finishedAt: userIds.length < size ? now : null })
  return true
}

async function notify(tx: Tx, maker: Maker, message: MessageRow, userIds: string[]): Promise<void> {
  const notice: Notice = {
    noticeId: `${message.id}:${message.sent_to ?? ''}`,
    kind: 'fan-message',
    userIds,
    actorId: message.owner_id,
    actorName: maker.title,
    content: {
      contentId: message.subject_id,
      contentType: message.subject_type,
      title: message.subject_title,
    },
    comment: message.body,
  }
  await publish(tx, topics.notice, `fan-message:${notice.noticeId}`, notice)
}

type Batch = { maker: Maker; message: MessageRow; userIds: readonly string[] }

/** To confirmed addresses of those who want e-mails. */
async function mail(deps: SendingDeps, tx: Tx, { maker, message, userIds }: Batch): Promise<void> {
  const mailed = await selectMailed(tx, userIds, 'fan-message')
  for (const user of (await readUsers(tx, userIds)).values()) {
    if (!mailed.has(user.userId) || user.email === null || !user.emailVerified) continue
    const language = user.language ?? PLAIN_LANGUAGE
    const recipient = { userId: user.userId, name: user.displayName ?? user.username, language }
    await deps.mailer.send({ to: user.email, ...writeFanMail(deps, { maker, message, recipient }) }, tx)
  }
}

export function startFanJobs(deps: SendingDeps & { log: Log }): RunningJobs {
  const due = [unfinishedMessages]
  return startJobs(deps, [{ name: 'fan-messages', pauseMs: ROUND_MS, due, work: () => sendFanMessages(deps) }])
}
