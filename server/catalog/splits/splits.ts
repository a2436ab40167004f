/** Splits: who shares payments to a content. The arithmetic is contract/split.ts; which split
 * applies to a payment is payable.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/splits.ts'
import { RECIPIENTS_MAX, WEIGHT_SUM_MAX } from '#contract/split.ts'
import { findUsersByUsernames } from '#server/accounts/users.ts'
import { type Notice, topics } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser } from '#server/platform/http/authorization.ts'
import { type Catalog } from '#server/catalog/catalog.ts'
import { findOwnContent, lockOwnContent, requireVisibleContent } from '#server/catalog/content/own-content.ts'
import { type ContentRow, findContent } from '#server/catalog/content/queries.ts'
import { isAddress, requireProofForOutside, resolveNames, type SplitDeps } from './outside.ts'
import { nameOutside, readPartnerNames } from './outside-queries.ts'
import { type InvitedName, readInvitedNames } from './invitation-queries.ts'
import { keyOf, placeInvited } from './invitations.ts'
import { findSplit, selectRecipients, selectTerms } from './split-queries.ts'
import { findPending, findVersionOfSplit, listShares, type VersionRow, withdrawVersion } from './version-queries.ts'
import { changeTerms, readWithoutOwn, type Wanted } from './versions.ts'

type SplitInput = Input<typeof calls.createSplit>['body']
type CreatedSplit = Data<typeof calls.createSplit>

/** Owner of the content only, with a grant if it names a Lightning address on another server. A repeated request with the same
 * id returns the existing split. */
export async function createSplit(
  catalog: SplitDeps,
  caller: Caller,
  id: string,
  body: SplitInput,
): Promise<CreatedSplit> {
  requireUser(caller)
  const now = catalog.clock.now()
  const sent = await resolveSent(catalog, caller, body, now)
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, body, now)
    const split = await findSplit(tx, content.id)
    if (split !== undefined && split.id !== id) throw new AppError(409, 'split-exists', 'A split already exists.')
    const known = await findVersionOfSplit(tx, id)
    if (known?.content_id === content.id) return toCreatedSplit(tx, known)
    const recipients = await findRecipients(catalog, tx, content, sent, now)
    return toCreatedSplit(tx, await setTerms(tx, caller, content, { splitId: id, recipients }, now))
  })
}

/** Owner of the content only, with a grant if a Lightning address on another server gets more. New terms replace all recipients
 * atomically: concurrent readers see the old or the new ones. */
export async function updateSplit(catalog: SplitDeps, caller: Caller, body: SplitInput): Promise<CreatedSplit> {
  requireUser(caller)
  const now = catalog.clock.now()
  const sent = await resolveSent(catalog, caller, body, now)
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, body, now)
    const splitId = await findSplitId(tx, content.id)
    const recipients = await findRecipients(catalog, tx, content, sent, now)
    return toCreatedSplit(tx, await setTerms(tx, caller, content, { splitId, recipients }, now))
  })
}

/** Owner of the content only, with a grant if a Lightning address gets more without this split. One that has not begun is
 * withdrawn. */
export async function deleteSplit(
  catalog: Catalog,
  caller: Caller,
  params: Input<typeof calls.deleteSplit>['params'],
): Promise<Data<typeof calls.deleteSplit>> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, params, now)
    const splitId = await findSplitId(tx, content.id)
    if ((await findSplit(tx, content.id)) === undefined) {
      const pending = await findPending(tx, content.id)
      await withdrawVersion(tx, pending!.id, now)
      return { id: splitId, contentId: content.id, begunAt: now }
    }
    const version = await setTerms(tx, caller, content, { splitId, recipients: [] }, now)
    return { id: splitId, contentId: content.id, begunAt: version.begun_at }
  })
}

/** The split in force, or the first one while it waits to begin. */
async function findSplitId(tx: Tx, contentId: string): Promise<string> {
  const split = await findSplit(tx, contentId)
  const splitId = split?.id ?? (await findPending(tx, contentId))?.split_id
  if (splitId === undefined) throw notFound('There is no split yet.')
  return splitId
}

async function setTerms(
  tx: Tx,
  caller: AuthenticatedUser,
  content: ContentRow,
  terms: { splitId: string; recipients: readonly Wanted[] },
  now: Date,
): Promise<VersionRow> {
  const next = terms.recipients.length === 0 ? await readWithoutOwn(tx, content.id) : terms.recipients
  await requireProofForOutside(tx, caller, { contentId: content.id, next }, now)
  const { version, invitedIds } = await changeTerms(tx, content, terms, now)
  await notifyInvited(tx, content, version.id, invitedIds)
  return version
}

/** Notifies those whom the new terms are offered to. */
async function notifyInvited(tx: Tx, content: ContentRow, noticeId: string, userIds: string[]): Promise<void> {
  const { id: contentId, type: contentType, title, owner_id: actorId } = content
  if (userIds.length === 0) return
  const about = { actorId, content: { contentId, contentType, title }, comment: null }
  const notice: Notice = { noticeId, kind: 'new-split', userIds, ...about }
  await publish(tx, topics.notice, `new-split:${noticeId}`, notice)
}

type Sent = SplitInput['splitRecipients']

/** Other servers are queried before the transaction, and only for the owner. */
async function resolveSent(catalog: SplitDeps, caller: AuthenticatedUser, body: SplitInput, now: Date): Promise<Sent> {
  await findOwnContent(catalog.database.read, caller, body, now, 'money')
  return resolveNames(catalog, caller, body.contentId, body.splitRecipients)
}

async function findRecipients(
  catalog: SplitDeps,
  tx: Tx,
  content: ContentRow,
  sent: Sent,
  now: Date,
): Promise<Wanted[]> {
  const names = sent.flatMap((one) => ('name' in one ? one.name : []))
  const invited = sent.flatMap((one) => ('name' in one ? [] : one))
  const keys = [...names, ...invited.map(keyOf)]
  if (new Set(keys).size !== keys.length) throw twice()
  if (sent.reduce((sum, { share }) => sum + share, 0) > WEIGHT_SUM_MAX) {
    throw brokenRule('rule.sharesSum', { max: String(WEIGHT_SUM_MAX) })
  }
  const usernames = names.filter((name) => !isAddress(name))
  const users = await findUsersByUsernames(tx, usernames)
  const userIds = new Map(users.map((user) => [user.username, user.userId]))
  const unknown = usernames.filter((name) => !userIds.has(name))
  if (unknown.length > 0) {
    const message = `There are no users with these names: ${unknown.join(', ')}`
    throw new AppError(404, 'recipients-unknown', message, undefined, { recipient: unknown[0] })
  }
  const outsideIds = await nameOutside(tx, content.owner_id, names.filter(isAddress), now)
  const places = await placeInvited(catalog, tx, content, invited, now)
  const wanted = sent.map((one): Wanted => {
    const { share } = one
    if (!('name' in one)) {
      const { id, isUser } = places.get(keyOf(one))!
      return { userId: id, share, ...(!isUser && { invited: keyOf(one) }) }
    }
    const outsideId = outsideIds.get(one.name)
    return outsideId === undefined
      ? { userId: userIds.get(one.name) ?? '', share }
      : { userId: outsideId, share, address: one.name }
  })
  if (new Set(wanted.map(({ userId }) => userId)).size !== wanted.length) throw twice()
  return wanted
}

const twice = () => brokenRule('rule.shareTwice')

async function toCreatedSplit(tx: Tx, version: VersionRow): Promise<CreatedSplit> {
  const { content_id: contentId, split_id: splitId, begun_at: begunAt } = version
  const content = await findContent(tx, contentId, version.created_at)
  const split = await findSplit(tx, contentId)
  const since = new Map((await selectRecipients(tx, splitId)).map((row) => [row.user_id, row.created_at]))
  const shares = (await listShares(tx, [version.id])).filter(({ position }) => position !== null)
  return {
    id: splitId,
    contentId,
    contentType: content!.type,
    createdAt: split?.created_at ?? version.created_at,
    begunAt,
    splitRecipients: shares.map(({ id, user_id: userId, share }) => ({
      id,
      splitId,
      userId,
      share,
      createdAt: since.get(userId) ?? version.created_at,
      updatedAt: begunAt ?? version.created_at,
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
  const content = await requireVisibleContent(catalog, caller, contentId, contentType)
  const split = await findSplit(tx, contentId)
  if (split === undefined) return null
  const recipients = await selectRecipients(tx, split.id)
  const ids = recipients.map((row) => row.user_id)
  const names = await readPartnerNames(tx, ids)
  const hiddenIds = await findHidden(tx, caller, contentId)
  const invited = isOwner(caller, content.owner_id) ? await readInvitedNames(tx, ids) : new Map<string, InvitedName>()
  return {
    id: split.id,
    contentId: split.content_id,
    contentType: split.content_type,
    createdAt: split.created_at,
    splitRecipients: recipients.map(({ share, user_id: userId }) => {
      const user = hiddenIds.has(userId) ? undefined : names.get(userId)
      const known = { name: user?.username ?? '', displayName: user?.displayName ?? null }
      return { share, user: { ...known, ...invited.get(userId) } }
    }),
  }
}

/** Partners who have not agreed: only they and the owner see who they are. */
async function findHidden(tx: Tx, caller: Caller, contentId: string): Promise<Set<string>> {
  const rows = await selectTerms(tx, [contentId])
  return new Set(
    rows.flatMap(({ user_id: userId, state, owner_id: ownerId }) =>
      userId === null || (state ?? 'agreed') === 'agreed' || isOwner(caller, ownerId) || isOwner(caller, userId)
        ? []
        : userId,
    ),
  )
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
