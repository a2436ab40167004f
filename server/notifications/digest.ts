/** The digest mail: sent a day or a week after the first notification that no mail has included. The mail and the marks
 * of what it includes are written in one transaction, so that each notification is included once. */
import { readUsers, type User } from '#server/accounts/users.ts'
import { makeUnsubscribeToken } from './choices.ts'
import type { NotificationDeps } from './deps.ts'
import { claimDue, claimUnsent, type Due, type UnsentNotification } from './digest-queries.ts'
import { writeDigest } from './digest-mail.ts'
import { readKindChoices } from './kind-choice-queries.ts'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'

const BATCH = 20

type DigestDeps = Pick<NotificationDeps, 'database' | 'clock' | 'mailer' | 'secret' | 'publicUrl' | 'brandName'>

/** Returns how many users were due. */
export async function sendDigests(deps: DigestDeps): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const due = await claimDue(tx, deps.clock.now(), BATCH)
    if (due.length === 0) return 0
    const userIds = due.map(({ userId }) => userId)
    const choiceOf = await readKindChoices(tx, userIds)
    // The user may have turned off mails of this kind since.
    const mailed = (await claimUnsent(tx, userIds)).filter(({ userId, kind }) => choiceOf(userId, kind).isMailed)
    const unsent = Map.groupBy(mailed, ({ userId }) => userId)
    const users = await readUsers(tx, userIds)
    for (const one of due) {
      const mail = mailTo(deps, one, users.get(one.userId), unsent.get(one.userId) ?? [])
      if (mail !== null) await deps.mailer.send(mail, tx)
    }
    return due.length
  })
}

/** Null for deleted users, users without a confirmed address, and when there is nothing new. */
function mailTo(
  deps: DigestDeps,
  { userId, emailDigest }: Due,
  user: User | undefined,
  unsent: readonly UnsentNotification[],
) {
  if (user === undefined || user.isDeleted || user.email === null || !user.emailVerified) return null
  if (unsent.length === 0) return null
  const { secret, publicUrl, brandName } = deps
  const token = makeUnsubscribeToken(secret, userId)
  const name = user.displayName ?? user.username
  const language = user.language ?? PLAIN_LANGUAGE
  return { to: user.email, ...writeDigest({ name, language, emailDigest, unsent, publicUrl, brandName, token }) }
}
