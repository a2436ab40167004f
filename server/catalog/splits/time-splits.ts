/** Time splits: the ranges of seconds in which a track or episode shares its payments with another content. Which one
 * applies to a payment is payable.ts; the arithmetic is contract/split.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/splits.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { type ContentRow, findContents, touchAudio } from '#server/catalog/content/queries.ts'
import { lockOwnContent, requireVisibleContent } from '#server/catalog/content/own-content.ts'
import { deleteTimeSplits, insertTimeSplits, type NewTimeSplit, selectTimeSplits } from './time-split-queries.ts'

type Body = Input<typeof calls.updateTimeSplits>['body']
type Count = Data<typeof calls.createTimeSplits>

/** Owner of the content only. A repeated request with the same id returns the existing result. */
export async function createTimeSplits(catalog: Catalog, caller: Caller, id: string, body: Body): Promise<Count> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await lockTimedContent(tx, caller, body, now)
    const known = await selectTimeSplits(tx, [content.id])
    if (known.some((one) => one.id === id)) return { count: known.length }
    if (known.length > 0) throw new AppError(409, 'split-exists', 'There are time splits already.')
    return writeTimeSplits(tx, { id, content, now }, body.timeSplits)
  })
}

/** Owner of the content only. Replaces all time splits; an empty list removes them. */
export async function updateTimeSplits(catalog: Catalog, caller: Caller, id: string, body: Body): Promise<Count> {
  requireUser(caller)
  const now = catalog.clock.now()
  return catalog.database.transaction(async (tx) => {
    const content = await lockTimedContent(tx, caller, body, now)
    await deleteTimeSplits(tx, content.id)
    return writeTimeSplits(tx, { id, content, now }, body.timeSplits)
  })
}

/** Anybody who may see the content. */
export async function readTimeSplits(
  catalog: Catalog,
  caller: Caller,
  { contentId, contentType }: Input<typeof calls.getTimeSplits>['params'],
): Promise<Data<typeof calls.getTimeSplits>> {
  await requireVisibleContent(catalog, caller, contentId, contentType)
  return selectTimeSplits(catalog.database.read, [contentId])
}

async function lockTimedContent(tx: Tx, caller: Caller, body: Body, now: Date): Promise<ContentRow> {
  const content = await lockOwnContent(tx, caller, body, now)
  if (content.type !== 'track' && content.type !== 'episode') {
    throw ruleBrokenInEnglish('Only a track or an episode has positions that can be split by time.')
  }
  return content
}

type Place = { id: string; content: ContentRow; now: Date }

async function writeTimeSplits(tx: Tx, { id, content, now }: Place, sent: readonly NewTimeSplit[]): Promise<Count> {
  const timeSplits = sent.toSorted((one, other) => one.startSeconds - other.startSeconds)
  for (const [index, one] of timeSplits.entries()) {
    requireTimeSplit(one)
    const next = timeSplits[index + 1]
    if (next !== undefined && next.startSeconds < one.endSeconds) {
      throw brokenRule('rule.timeSplitsOverlap', { start: String(one.startSeconds), next: String(next.startSeconds) })
    }
  }
  await requireRecipients(tx, content, timeSplits, now)
  await insertTimeSplits(tx, { id, contentId: content.id, now }, timeSplits)
  await touchAudio(tx, content.id, now)
  return { count: timeSplits.length }
}

function requireTimeSplit({ startSeconds, endSeconds, shareNumerator, shareDenominator }: NewTimeSplit): void {
  if (startSeconds >= endSeconds) throw brokenRule('rule.timeSplitEnd', { start: String(startSeconds) })
  if (shareNumerator > shareDenominator) {
    throw brokenRule('rule.timeSplitOver', { start: String(startSeconds) })
  }
}

/** Recipient content must be public, or belong to the same owner; the owner's drafts are allowed, since
 * both may be published together. */
async function requireRecipients(
  tx: Tx,
  content: ContentRow,
  timeSplits: readonly NewTimeSplit[],
  now: Date,
): Promise<void> {
  const wanted = [...new Set(timeSplits.map((one) => one.recipientContentId.toLowerCase()))]
  if (wanted.includes(content.id)) throw ruleBrokenInEnglish('A time split must share with another content.')
  const found = await findContents(tx, wanted, now)
  const known = new Set(
    found.flatMap(({ id, owner_id: ownerId, is_public: isPublic, is_deleted: isDeleted, is_taken_down: isTakenDown }) =>
      isPublic || (ownerId === content.owner_id && !isDeleted && !isTakenDown) ? id : [],
    ),
  )
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length > 0) {
    throw notFound(`There is no such content to share with: ${missing.join(', ')}`)
  }
}
