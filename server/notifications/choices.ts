/** How people want to be told: the mail with what came in, and how it is ended from the mail itself. */
import type { Data } from '#contract/endpoint.ts'
import type { getNotificationPreferences } from '#contract/notifications.ts'
import { errorCodes } from '#contract/errors.ts'
import { readPerson } from '#server/accounts/people.ts'
import { AppError } from '#server/platform/errors.ts'
import { createSeal } from '#server/platform/seal.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import type { NotificationDeps } from './deps.ts'
import { setEmailDigest } from './digest-queries.ts'
import { readChoice, type EmailDigest } from './queries.ts'

type ChoiceDeps = Pick<NotificationDeps, 'database'>
type Preferences = Data<typeof getNotificationPreferences>

export async function readPreferences({ database }: ChoiceDeps, who: Who): Promise<Preferences> {
  mustBeUser(who)
  const { emailDigest } = await readChoice(database.read, who.userId)
  const person = await readPerson(database.read, who.userId)
  return { emailDigest, email: person?.emailVerified ? person.email : null }
}

export async function updatePreferences(deps: ChoiceDeps, who: Who, emailDigest: EmailDigest): Promise<Preferences> {
  mustBeUser(who)
  await deps.database.transaction((tx) => setEmailDigest(tx, who.userId, emailDigest))
  return readPreferences(deps, who)
}

const sealOf = (secret: string) => createSeal([secret], 'peal unsubscribe')

/** Goes into mails to this person; it ends their digests and opens nothing. */
export function makeUnsubscribeToken(secret: string, userId: string): string {
  return sealOf(secret).close(userId).toString('base64url')
}

/** Whoever has the mail may, without logging in; doing it twice is the same. */
export async function endDigests({ database, secret }: Pick<NotificationDeps, 'database' | 'secret'>, token: string) {
  const userId = sealOf(secret).open(Buffer.from(token, 'base64url'))
  if (userId === null) throw new AppError(400, 'action-code-invalid', errorCodes['action-code-invalid'])
  await database.transaction((tx) => setEmailDigest(tx, userId, 'off'))
  return null
}
