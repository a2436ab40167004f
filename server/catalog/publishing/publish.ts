/** Publishing, hiding and scheduling. `is_draft` is the artist's choice and `published_at` the date from which it
 * applies; what the public sees (finished? parent published? not taken down?) is decided in visibility.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type { publish as call, publishOnDates as datesCall } from '#contract/catalog/publish.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { type ContentRow, findContent } from '#server/catalog/content/queries.ts'
import { hasDatedChild, hasReadyChild } from './family-queries.ts'
import {
  countChildren,
  families,
  type Family,
  hideChildren,
  lockChild,
  lockParent,
  type ParentRow,
  publishChildren,
  setDate,
  updateChild,
  updateParent,
} from './queries.ts'

export type PublishInput = Input<typeof call>['body']
type Published = Data<typeof call>
type PublishChange = Pick<PublishInput, 'isDraft' | 'publishedAt'>
type Step = { family: Family; contentId: string; change: PublishChange; now: Date }

/** Owner and managers. */
export async function publishContent(
  catalog: Catalog,
  caller: Caller,
  contentId: string,
  change: PublishInput,
): Promise<Published> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await findContent(tx, contentId, now)
    if (content === undefined || content.is_deleted) throw notFound()
    await requireMay(tx, caller, content, 'publish')
    if (change.contentType !== undefined && change.contentType !== content.type) {
      throw ruleBrokenInEnglish(`This is not a ${change.contentType} but a ${content.type}.`)
    }
    requireMatchingParent(content, change)
    switch (content.type) {
      case 'artist':
        throw ruleBrokenInEnglish('Artists are not published, only their albums.')
      case 'album':
      case 'podcast': {
        const step = { family: families[content.type], contentId: content.id, change, now }
        return { contentType: content.type, ...(await (change.isDraft ? hideParent : publishParent)(tx, step)) }
      }
      case 'track':
      case 'episode': {
        if (content.parent_id === null) throw notFound()
        const family = families[content.type === 'track' ? 'album' : 'podcast']
        const step = { family, contentId: content.id, change, now }
        return { contentType: content.type, ...(await changeChild(tx, step, content.parent_id)) }
      }
    }
  })
}

/** Owner and managers. In the order of the dates, so that a draft parent becomes public with the first of them. */
export async function publishOnDates(
  catalog: Catalog,
  caller: Caller,
  { parentId, dates }: Input<typeof datesCall>['body'],
): Promise<Data<typeof datesCall>> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const parent = await findContent(tx, parentId, now)
    if (parent === undefined || parent.is_deleted) throw notFound()
    await requireMay(tx, caller, parent, 'publish')
    if (parent.type !== 'album' && parent.type !== 'podcast')
      throw ruleBrokenInEnglish('This has neither tracks nor episodes.')
    const family = families[parent.type]
    const contentIds = new Set(dates.map(({ contentId }) => contentId))
    if (contentIds.size < dates.length) throw ruleBrokenInEnglish('Something occurs twice in this list.')
    await lockParent(tx, family, parent.id)
    if ((await countChildren(tx, family, parent.id, [...contentIds])) < contentIds.size) {
      throw new AppError(422, 'parent-mismatch', 'Not all of these belong there.')
    }
    for (const { contentId, publishedAt } of byDate(dates)) {
      await changeChild(tx, { family, contentId, change: { publishedAt }, now }, parent.id)
    }
    return null
  })
}

const byDate = <T extends { publishedAt: Date }>(dates: readonly T[]): T[] =>
  dates.toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())

function requireMatchingParent(content: ContentRow, change: PublishInput): void {
  const albumId = content.type === 'album' ? content.id : content.type === 'track' ? content.parent_id : null
  const podcastId = content.type === 'podcast' ? content.id : content.type === 'episode' ? content.parent_id : null
  const matches =
    (change.albumId === undefined || change.albumId.toLowerCase() === albumId) &&
    (change.podcastId === undefined || change.podcastId.toLowerCase() === podcastId)
  if (!matches) throw new AppError(422, 'parent-mismatch', 'This does not belong there.')
}

type Change = Omit<Published, 'contentType'>

async function publishParent(tx: Tx, { family, contentId, change, now }: Step): Promise<Change> {
  const parent = await lockParent(tx, family, contentId)
  if (parent === undefined) throw notFound()
  if (family === families.album && parent.is_draft && !(await hasReadyChild(tx, family, contentId)))
    throw nothingReady()
  const isFirstTime = !(await hasDatedChild(tx, family, contentId))
  // A date that was only planned does not override 'now'.
  const known = isFirstTime && parent.is_draft && change.publishedAt === null ? null : parent.published_at
  const publishedAt = dateWanted(change, known, now) ?? now
  await updateParent(tx, family, contentId, { isDraft: false, publishedAt, now })
  const childrenIds = await publishChildren(tx, family, {
    parentId: contentId,
    publishedAt,
    publishedBefore: parent.published_at,
    // A date in the past applies to all children if it is set in this call, or was set before the first publish.
    childrenAt: change.publishedAt instanceof Date || isFirstTime ? publishedAt : later(publishedAt, now),
    now,
  })
  return { contentId, isDraft: false, publishedAt, childrenIds: childrenIds.map((id) => ({ id })) }
}

async function hideParent(tx: Tx, { family, contentId, change, now }: Step): Promise<Change> {
  const parent = await lockParent(tx, family, contentId)
  if (parent === undefined) throw notFound()
  const publishedAt = dateKept(change, parent.published_at)
  await updateParent(tx, family, contentId, { isDraft: true, publishedAt, now })
  const childrenIds = await hideChildren(tx, family, contentId, now)
  return { contentId, isDraft: true, publishedAt, childrenIds: childrenIds.map((id) => ({ id })) }
}

/** Whether a form sets when or whether something is public. */
export const changesPublication = ({ isDraft, publishedAt }: PublishChange): boolean =>
  isDraft !== undefined || publishedAt !== undefined

/** Applies the publication fields of an album or podcast form. A no-op if nothing changes. */
export async function changePublication(tx: Tx, { family, contentId, change, now }: Step): Promise<void> {
  if (!changesPublication(change)) return
  const parent = await lockParent(tx, family, contentId)
  if (parent === undefined) throw notFound()
  const isDraft = change.isDraft ?? parent.is_draft
  const isSameDate =
    change.publishedAt === undefined || change.publishedAt?.getTime() === parent.published_at?.getTime()
  if (isDraft === parent.is_draft && isSameDate) return
  const step = { family, contentId, change: { ...change, isDraft }, now }
  if (!isDraft) await publishParent(tx, step)
  else if (!parent.is_draft) await hideParent(tx, step)
  else await setDate(tx, family, contentId, { publishedAt: dateKept(change, parent.published_at), now })
}

/** Hiding a child keeps it hidden when its parent is published; publishing a child publishes its parent too. */
async function changeChild(tx: Tx, { family, contentId, change, now }: Step, parentId: string): Promise<Change> {
  const parent = await lockParent(tx, family, parentId)
  const child = await lockChild(tx, family, contentId)
  if (parent === undefined || child === undefined) throw notFound()
  if (change.isDraft) {
    const publishedAt = dateKept(change, child.published_at)
    await updateChild(tx, family, contentId, { isDraft: true, isWithdrawn: true, publishedAt, now })
    return { contentId, isDraft: true, publishedAt, childrenIds: [] }
  }
  if (family === families.album && parent.is_draft && child.live_key === null) throw nothingReady()
  const parentDate = await publishParentOnly(tx, family, parent, change, now)
  const wanted = dateWanted(change, child.published_at, now)
  // An unfinished child without its own date gets one when it is finished.
  const publishedAt = wanted ?? (child.live_key === null ? null : later(parentDate, now))
  await updateChild(tx, family, contentId, { isDraft: false, isWithdrawn: false, publishedAt, now })
  return { contentId, isDraft: false, publishedAt, childrenIds: [] }
}

/** Publishes a draft parent without its other children. Returns the parent's publication date. */
async function publishParentOnly(
  tx: Tx,
  family: Family,
  parent: ParentRow,
  change: PublishChange,
  now: Date,
): Promise<Date> {
  const publishedAt = parent.published_at ?? change.publishedAt ?? now
  if (parent.is_draft) await updateParent(tx, family, parent.id, { isDraft: false, publishedAt, now })
  return publishedAt
}

const nothingReady = () => new AppError(422, 'nothing-ready')

/** The requested date, else the existing one; null requests now and never moves a date in the past. */
function dateWanted(change: PublishChange, known: Date | null, now: Date): Date | null {
  if (change.publishedAt instanceof Date) return change.publishedAt
  if (change.publishedAt === null && (known === null || known > now)) return now
  return known
}

function dateKept(change: PublishChange, known: Date | null): Date | null {
  return change.publishedAt === undefined ? known : change.publishedAt
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
