/** Splits: who shares payments to a content. The arithmetic is contract/split.ts; which split
 * applies to a payment is payable.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/splits.ts'
import { RECIPIENTS_MAX, WEIGHT_SUM_MAX } from '#contract/split.ts'
import { findUsersByUsernames, readUserSummaries } from '#server/accounts/users.ts'
import { type Notice, topics } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser, requireOwner } from '#server/platform/http/authorization.ts'
import { type Catalog, ruleBroken } from '#server/catalog/catalog.ts'
import { type ContentRow, findContent, lockContent } from '#server/catalog/content/queries.ts'
import {
  deleteRecipients,
  findSplit,
  insertRecipients,
  insertSplit,
  type NewRecipient,
  removeSplit,
  selectRecipients,
  type SplitRow,
} from './split-queries.ts'

type SplitInput = Input<typeof calls.createSplit>['body']
type CreatedSplit = Data<typeof calls.createSplit>

/** Owner of the content only. A repeated request with the same id returns the existing split. */
export async function createSplit(
  catalog: Catalog,
  caller: Caller,
  id: string,
  body: SplitInput,
): Promise<CreatedSplit> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, body, now)
    const recipients = await findRecipients(tx, body.splitRecipients, new Map(), now)
    const isNew = await insertSplit(tx, { id, contentId: content.id, contentType: content.type, now })
    if (isNew) {
      await insertRecipients(tx, id, recipients, now)
      await notifyRecipients(tx, content, id, recipients)
    }
    const split = await findSplit(tx, content.id)
    if (split?.id !== id) throw new AppError(409, 'split-exists', 'A split already exists.')
    return toCreatedSplit(tx, split)
  })
}

/** Owner of the content only. Replaces all recipients atomically: concurrent readers see the old or the new ones. */
export async function updateSplit(catalog: Catalog, caller: Caller, body: SplitInput): Promise<CreatedSplit> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, body, now)
    const split = await findSplit(tx, content.id)
    if (split === undefined) throw notFound('There is no split yet.')
    const known = new Map((await selectRecipients(tx, split.id)).map((row) => [row.user_id, row.created_at]))
    const recipients = await findRecipients(tx, body.splitRecipients, known, now)
    await deleteRecipients(tx, split.id)
    await insertRecipients(tx, split.id, recipients, now)
    const added = recipients.filter(({ userId }) => !known.has(userId))
    await notifyRecipients(tx, content, newId(), added)
    return toCreatedSplit(tx, split)
  })
}

/** Owner of the content only. */
export async function deleteSplit(
  catalog: Catalog,
  caller: Caller,
  params: Input<typeof calls.deleteSplit>['params'],
): Promise<Data<typeof calls.deleteSplit>> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, params, catalog.clock.now())
    const split = await findSplit(tx, content.id)
    if (split === undefined) throw notFound('There is no split yet.')
    await removeSplit(tx, split.id)
    return { id: split.id, contentId: content.id }
  })
}

/** Notifies new recipients, except the owner. */
async function notifyRecipients(
  tx: Tx,
  content: ContentRow,
  noticeId: string,
  recipients: NewRecipient[],
): Promise<void> {
  const { id: contentId, type: contentType, title, owner_id: actorId } = content
  const userIds = recipients.map(({ userId }) => userId).filter((userId) => userId !== actorId)
  if (userIds.length === 0) return
  const about = { actorId, content: { contentId, contentType, title }, comment: null }
  const notice: Notice = { noticeId, kind: 'new-split', userIds, ...about }
  await publish(tx, topics.notice, `new-split:${noticeId}`, notice)
}

/** The content with its row locked, which serializes changes to its splits. */
export async function lockOwnContent(
  tx: Tx,
  caller: Caller,
  { contentId, contentType }: { contentId: string; contentType?: ContentRow['type'] | undefined },
  now: Date,
): Promise<ContentRow> {
  const content = await findContent(tx, contentId, now)
  if (content === undefined || content.is_deleted) throw notFound()
  requireOwner(caller, content.owner_id)
  if (contentType !== undefined && contentType !== content.type) {
    throw ruleBroken(`This is not a ${contentType} but a ${content.type}.`)
  }
  await lockContent(tx, contentId)
  return content
}

async function findRecipients(
  tx: Tx,
  sent: SplitInput['splitRecipients'],
  known: ReadonlyMap<string, Date>,
  now: Date,
): Promise<NewRecipient[]> {
  const names = sent.map(({ name }) => name)
  if (new Set(names).size !== names.length) throw ruleBroken('A split contains each user only once.')
  if (sent.reduce((sum, { share }) => sum + share, 0) > WEIGHT_SUM_MAX) {
    throw ruleBroken(`The shares of a split add up to ${WEIGHT_SUM_MAX} at most.`)
  }
  const users = await findUsersByUsernames(tx, names)
  const userIds = new Map(users.map((user) => [user.username, user.userId]))
  const unknown = names.filter((name) => !userIds.has(name))
  if (unknown.length > 0) {
    throw new AppError(404, 'recipients-unknown', `There are no users with these names: ${unknown.join(', ')}`)
  }
  return sent.map(({ name, share }) => {
    const userId = userIds.get(name) ?? ''
    return { userId, share, since: known.get(userId) ?? now }
  })
}

async function toCreatedSplit(tx: Tx, split: SplitRow): Promise<CreatedSplit> {
  const recipients = await selectRecipients(tx, split.id)
  return {
    id: split.id,
    contentId: split.content_id,
    contentType: split.content_type,
    createdAt: split.created_at,
    splitRecipients: recipients.map((row) => ({
      id: row.id,
      splitId: row.split_id,
      userId: row.user_id,
      share: row.share,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    })),
  }
}

/** Anybody who may see the content. Only its own split; null when it has none. */
export async function readSplit(
  catalog: Catalog,
  caller: Caller,
  { contentId, contentType }: Input<typeof calls.getSplit>['params'],
): Promise<Data<typeof calls.getSplit>> {
  const tx = catalog.database.read
  await requireVisibleContent(catalog, caller, contentId, contentType)
  const split = await findSplit(tx, contentId)
  if (split === undefined) return null
  const recipients = await selectRecipients(tx, split.id)
  const names = await readUserSummaries(
    tx,
    recipients.map((row) => row.user_id),
  )
  return {
    id: split.id,
    contentId: split.content_id,
    contentType: split.content_type,
    createdAt: split.created_at,
    splitRecipients: recipients.map(({ share, user_id: userId }) => {
      const user = names.get(userId)
      return { share, user: { name: user?.username ?? '', displayName: user?.displayName ?? null } }
    }),
  }
}

export async function requireVisibleContent(
  { database, clock }: Catalog,
  caller: Caller,
  contentId: string,
  contentType: ContentRow['type'],
): Promise<void> {
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined || content.is_deleted || content.type !== contentType) throw notFound()
  if (!content.is_public && !isOwner(caller, content.owner_id)) throw notFound()
}

/** Clients check names while the user types. */
const CHECKS_PER_MINUTE = { max: 120, windowSeconds: 60 }

/** Any signed-in user. The response has the order and spelling of the request. */
export async function checkUsernames(
  catalog: Catalog,
  caller: Caller,
  usernames: string[],
): Promise<Data<typeof calls.checkUsernames>> {
  requireUser(caller)
  await countUse(catalog.database.read, `check-usernames:${caller.userId}`, CHECKS_PER_MINUTE, catalog.clock.now())
  const requested = usernames.map((username) => username.trim().toLowerCase().replaceAll('\0', ''))
  const users = await findUsersByUsernames(catalog.database.read, [...new Set(requested)].slice(0, RECIPIENTS_MAX))
  const known = new Set(users.map((user) => user.username))
  return usernames.map((username, index) => ({ username, isValid: known.has(requested[index] ?? '') }))
}
