/** Notification preferences: the digest, unsubscribing from the mail itself, and which kinds are shown and mailed. */
import type { Data, Input } from '#contract/endpoint.ts'
import type { getNotificationPreferences, updateNotificationKind } from '#contract/community/notifications.ts'
import { readUser } from '#server/accounts/users.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { NotificationDeps } from './deps.ts'
import { setEmailDigest } from './digest-queries.ts'
import { lockChoice, readKindChoices, upsertKindChoice } from './kind-choice-queries.ts'
import { choosableKinds, isChoosable, isMailable, type Choosable, type Kind } from './kinds.ts'
import { readChoice, type EmailDigest } from './queries.ts'

type ChoiceDeps = Pick<NotificationDeps, 'database'>
type Preferences = Data<typeof getNotificationPreferences>

export async function readPreferences({ database }: ChoiceDeps, caller: Caller): Promise<Preferences> {
  requireUser(caller)
  const { emailDigest } = await readChoice(database.read, caller.userId)
  const user = await readUser(database.read, caller.userId)
  const choiceOf = await readKindChoices(database.read, [caller.userId])
  const kinds = choosableKinds.map((kind) => {
    const { isShown, isMailed } = choiceOf(caller.userId, kind)
    return { kind, isShown, isMailed: isMailable(kind) ? isMailed : null }
  })
  return { emailDigest, email: user?.emailVerified ? user.email : null, kinds }
}

export async function updatePreferences(
  deps: ChoiceDeps,
  caller: Caller,
  emailDigest: EmailDigest,
): Promise<Preferences> {
  requireUser(caller)
  await deps.database.transaction((tx) => setEmailDigest(tx, caller.userId, emailDigest))
  return readPreferences(deps, caller)
}

/** Only what the body contains is changed. */
export async function updateKind(
  deps: ChoiceDeps,
  caller: Caller,
  kind: Kind,
  body: Input<typeof updateNotificationKind>['body'],
): Promise<Preferences> {
  requireUser(caller)
  if (!isChoosable(kind)) throw ruleBrokenInEnglish('Notifications of this kind cannot be turned off.')
  if (body.isMailed !== undefined && !isMailable(kind)) throw ruleBrokenInEnglish('No mail contains this kind.')
  await deps.database.transaction((tx) => setKind(tx, caller.userId, kind, body))
  return readPreferences(deps, caller)
}

export async function setKind(
  tx: Tx,
  userId: string,
  kind: Choosable,
  { isShown, isMailed }: Input<typeof updateNotificationKind>['body'],
): Promise<void> {
  await lockChoice(tx, userId)
  const known = (await readKindChoices(tx, [userId]))(userId, kind)
  await upsertKindChoice(tx, {
    userId,
    kind,
    isShown: isShown ?? known.isShown,
    isMailed: isMailed ?? known.isMailed,
  })
}

const ruleBrokenInEnglish = (message: string) => new AppError(422, 'rule-broken', message)

const sealOf = (secret: string) => createSeal([secret], 'peal unsubscribe')

/** A token for mails to this user. It can only turn off the digest. */
export function makeUnsubscribeToken(secret: string, userId: string): string {
  return sealOf(secret).close(userId).toString('base64url')
}

/** Anybody with the mail may do this without logging in; idempotent. */
export async function endDigests({ database, secret }: Pick<NotificationDeps, 'database' | 'secret'>, token: string) {
  const userId = sealOf(secret).open(Buffer.from(token, 'base64url'))
  if (userId === null) throw new AppError(400, 'action-code-invalid')
  await database.transaction((tx) => setEmailDigest(tx, userId, 'off'))
  return null
}
