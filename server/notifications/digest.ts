/** The mail with what came in since the last one: a day or a week after the first thing that no mail has told.
 * What was told and that it is told change together, so that each thing is told once. */
import { readPeople, type Person } from '#server/accounts/people.ts'
import { makeUnsubscribeToken } from './choices.ts'
import type { NotificationDeps } from './deps.ts'
import { claimDue, takeUntold, type Due, type Untold } from './digest-queries.ts'
import { writeDigest } from './digest-mail.ts'
import { readKindChoices } from './kind-choice-queries.ts'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'

const BATCH = 20

type DigestDeps = Pick<NotificationDeps, 'database' | 'clock' | 'mailer' | 'secret' | 'publicUrl' | 'brandName'>

/** How many people were due. */
export async function sendDigests(deps: DigestDeps): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const due = await claimDue(tx, deps.clock.now(), BATCH)
    if (due.length === 0) return 0
    const userIds = due.map(({ userId }) => userId)
    const choiceOf = await readKindChoices(tx, userIds)
    // Mails of a kind may have been turned off since it was noted.
    const mailed = (await takeUntold(tx, userIds)).filter(({ userId, kind }) => choiceOf(userId, kind).isMailed)
    const untold = Map.groupBy(mailed, ({ userId }) => userId)
    const people = await readPeople(tx, userIds)
    for (const one of due) {
      const mail = mailTo(deps, one, people.get(one.userId), untold.get(one.userId) ?? [])
      if (mail !== null) await deps.mailer.send(mail, tx)
    }
    return due.length
  })
}

/** Null for those who have left, whose address nobody has confirmed, or for whom nothing came in. */
function mailTo(deps: DigestDeps, { userId, emailDigest }: Due, person: Person | undefined, untold: readonly Untold[]) {
  if (person === undefined || person.isDeleted || person.email === null || !person.emailVerified) return null
  if (untold.length === 0) return null
  const { secret, publicUrl, brandName } = deps
  const token = makeUnsubscribeToken(secret, userId)
  const name = person.displayName ?? person.username
  const language = person.language ?? PLAIN_LANGUAGE
  return { to: person.email, ...writeDigest({ name, language, emailDigest, untold, publicUrl, brandName, token }) }
}
