/** What users allow: whether artists see that they follow, and whose messages they do not get. Also without logging in, with
 * the token in a message. */
import type { getFanChoices } from '#contract/community/fans.ts'
import type { Data } from '#contract/endpoint.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { namesOfContents } from '#server/catalog/content/names.ts'
import { setKind } from '#server/notifications/choices.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'
import * as queries from './choice-queries.ts'
import type { FanDeps } from './deps.ts'

type Choices = Data<typeof getFanChoices>
type ChoiceDeps = Pick<FanDeps, 'database' | 'clock'>

/** Signed-in users, their own. */
export async function readChoices({ database, clock }: ChoiceDeps, caller: Caller): Promise<Choices> {
  requireUser(caller)
  const makerIds = await queries.selectStops(database.read, caller.userId)
  const names = await namesOfContents(database.read, makerIds, clock.now())
  return {
    isNamed: await queries.isNamed(database.read, caller.userId),
    stopped: makerIds.flatMap((makerId) => {
      const name = names.get(makerId)
      return name === undefined ? [] : [{ makerId, type: name.contentType, name: name.title }]
    }),
  }
}

/** Signed-in users, their own. */
export async function setNamed(deps: ChoiceDeps, caller: Caller, isNamed: boolean): Promise<Choices> {
  requireUser(caller)
  await queries.upsertChoice(deps.database.read, caller.userId, isNamed)
  return readChoices(deps, caller)
}

/** Signed-in users, for themselves. Idempotent. */
export async function setStopped(
  deps: ChoiceDeps,
  caller: Caller,
  makerId: string,
  isStopped: boolean,
): Promise<Choices> {
  requireUser(caller)
  const { database, clock } = deps
  const maker = await findContent(database.read, makerId, clock.now())
  if (maker === undefined || (maker.type !== 'artist' && maker.type !== 'podcast')) throw notFound()
  if (isStopped) await queries.insertStop(database.read, caller.userId, maker.id, clock.now())
  else await queries.deleteStop(database.read, caller.userId, maker.id)
  return readChoices(deps, caller)
}

const sealOf = (secret: string) => createSeal([secret], 'peal fan unsubscribe')

/** For messages of this artist or podcast to this user. */
export function makeStopToken(secret: string, userId: string, makerId: string): string {
  return sealOf(secret).close(`${userId} ${makerId}`).toString('base64url')
}

/** Anybody with the mail, without logging in; idempotent. `all` ends the e-mails of all artists and keeps the
 * notifications. */
export async function unsubscribe(
  { database, clock, secret }: Pick<FanDeps, 'database' | 'clock' | 'secret'>,
  token: string,
  all: boolean,
): Promise<null> {
  const [userId, makerId] = sealOf(secret).open(Buffer.from(token, 'base64url'))?.split(' ') ?? []
  if (userId === undefined || makerId === undefined) throw new AppError(400, 'action-code-invalid')
  await database.transaction((tx: Tx) =>
    all
      ? setKind(tx, userId, 'fan-message', { isMailed: false })
      : queries.insertStop(tx, userId, makerId, clock.now()),
  )
  return null
}
