/** What users see of a feed before they import it, and of their imports. Starting an import is begin.ts. */
import type * as calls from '#contract/catalog/moving/imports.ts'
import { IMPORT_ITEMS_PER_PAGE } from '#contract/catalog/moving/imports.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import { readUser } from '#server/accounts/users.ts'
import { readFeedGuid } from '#server/catalog/feed-guids.ts'
import { findOwnContent } from '#server/catalog/content/own-content.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { MovingDeps } from './deps.ts'
import { retryItems, selectItems, stopItems } from './item-queries.ts'
import { findProof, mailProofCode, verificationCode } from './proof.ts'
import { type CountedRow, findImportOf, findOwnImport, selectImportsOf } from './queries.ts'
import { requestShow } from './read.ts'
import { ownTerms, splitTerms } from './split-terms.ts'

const READ_PER_HOUR = { max: 60, windowSeconds: 3_600 }
const LEFT_OUT_SHOWN = 100

type Import = Data<typeof calls.beginImport>

/** Each request of a feed counts. */
export async function requestOwnShow(deps: MovingDeps, { userId }: AuthenticatedUser, url: string) {
  await countUse(deps.database.read, `import-read:${userId}`, READ_PER_HOUR, deps.clock.now())
  return requestShow(deps, url)
}

/** Signed-in users; whether it is the feed of something here, only those who may move that. */
export async function previewImport(
  deps: MovingDeps,
  caller: Caller,
  { url: typed, moves }: Input<typeof calls.previewImport>['body'],
): Promise<Data<typeof calls.previewImport>> {
  requireUser(caller)
  if (moves) {
    const content = { contentId: moves.id, contentType: moves.kind }
    await findOwnContent(deps.database.read, caller, content, deps.clock.now(), 'money')
  }
  const { url, show } = await requestOwnShow(deps, caller, typed)
  const { items, leftOut } = show
  const proof = await findProof(deps, caller.userId, { url, show })
  const count = (has: (item: (typeof items)[number]) => boolean) => items.filter(has).length
  return {
    url,
    isSameFeed: moves
      ? show.guid === (await readFeedGuid(deps.database.read, deps.feedHome, moves.id, moves.kind))
      : null,
    title: show.title,
    author: show.author,
    contentType: show.isMusic ? 'album' : 'podcast',
    itemCount: items.length,
    counts: {
      chapters: count(({ chaptersUrl }) => chaptersUrl !== null),
      transcripts: count(({ transcriptUrls }) => transcriptUrls.length > 0),
      persons: count(({ persons }) => persons.length > 0),
      images: count(({ imageUrl }) => imageUrl !== null) + (show.imageUrl === null ? 0 : 1),
    },
    leftOut: leftOut.slice(0, LEFT_OUT_SHOWN),
    value: await describeValue(deps, caller, show.value),
    isLocked: show.isLocked,
    ownerEmails: show.ownerEmails,
    verificationCode: verificationCode(deps, caller.userId, url),
    proof,
    needsUnlock: show.isLocked && proof !== 'email',
    importId: (await findImportOf(deps.database.read, caller.userId, url))?.id ?? null,
  }
}

/** Signed-in users. */
export async function mailCode(
  deps: MovingDeps,
  caller: Caller,
  typed: string,
): Promise<Data<typeof calls.mailImportCode>> {
  requireUser(caller)
  return mailProofCode(deps, caller, await requestOwnShow(deps, caller, typed))
}

/** The signed-in user's own. */
export async function listImports({ database }: MovingDeps, caller: Caller): Promise<Data<typeof calls.listImports>> {
  requireUser(caller)
  return (await selectImportsOf(database.read, caller.userId)).map(toImport)
}

async function requireImport({ database }: MovingDeps, caller: Caller, importId: string): Promise<CountedRow> {
  requireUser(caller)
  const row = await findOwnImport(database.read, caller.userId, importId)
  if (row === undefined) throw notFound()
  return row
}

/** The signed-in user's own. */
export async function readImport(
  deps: MovingDeps,
  caller: Caller,
  importId: string,
  { after = 0, only }: Input<typeof calls.getImport>['query'],
): Promise<Data<typeof calls.getImport>> {
  requireUser(caller)
  const row = await requireImport(deps, caller, importId)
  const limit = IMPORT_ITEMS_PER_PAGE
  const page = { after, onlyProblems: only !== undefined, limit: limit + 1 }
  const found = await selectItems(deps.database.read, row.id, page)
  const shown = found.slice(0, limit)
  const owner = (await readUser(deps.database.read, caller.userId))?.username ?? ''
  return {
    import: toImport(row),
    value: await describeValue(deps, caller, row.value),
    problems: row.problems,
    items: shown.map(({ content_id: contentId, bytes_done: bytes, value, ...item }) => {
      return { ...item, contentId, receivedBytes: Number(bytes), split: ownTerms(value, row.value, owner) }
    }),
    nextAfter: found.length > limit ? (shown.at(-1)?.position ?? null) : null,
  }
}

/** The signed-in user's own. */
export async function retryImport(
  deps: MovingDeps,
  caller: Caller,
  importId: string,
  { itemId, only }: Input<typeof calls.retryImport>['body'],
): Promise<Import> {
  const row = await requireImport(deps, caller, importId)
  await retryItems(deps.database.read, row.id, itemId === undefined ? (only ?? 'failed') : { itemId })
  return toImport(await requireImport(deps, caller, importId))
}

/** The signed-in user's own. */
export async function stopImport(deps: MovingDeps, caller: Caller, importId: string): Promise<Import> {
  const row = await requireImport(deps, caller, importId)
  await stopItems(deps.database.read, row.id)
  return toImport(await requireImport(deps, caller, importId))
}

async function describeValue(
  { database }: MovingDeps,
  { userId }: AuthenticatedUser,
  value: ForeignValue | null,
): Promise<Data<typeof calls.previewImport>['value']> {
  const owner = value === null ? null : await readUser(database.read, userId)
  if (value === null || owner === null) return null
  return { recipients: value.recipients, split: splitTerms(value, owner.username) }
}

const NONE = { waiting: 0, fetching: 0, processing: 0, done: 0, failed: 0, 'left-out': 0 }

export const toImport = (row: CountedRow): Import => ({
  id: row.id,
  url: row.url,
  title: row.title,
  contentId: row.content_id,
  contentType: row.content_type,
  createdAt: row.created_at,
  counts: { ...NONE, ...row.counts },
  stoppedCount: row.stopped,
})
